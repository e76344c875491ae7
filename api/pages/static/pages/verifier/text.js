// Texts, read strictly: what would not be written the same is refused.

/** Something that does not hold; its message says what, for the report. */
export class Fault extends Error {}

/** Refuse unless something holds. */
export function demand(holds, detail) {
  if (!holds) throw new Fault(detail);
}

/** Refuse unless two values are the same, and say both. */
export function demandSame(what, found, expected) {
  const [one, other] = [shown(found), shown(expected)];
  demand(one === other, `${what}: ${one}, expected was ${other}`);
}

/** Return a value as a report shows it. */
export function shown(value) {
  if (typeof value === "bigint") return String(value);
  return typeof value === "string" ? value : JSON.stringify(value, (_, v) => (typeof v === "bigint" ? String(v) : v));
}

export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
export const HEX32 = /^[0-9a-f]{64}$/;
export const COUNT = /^[1-9][0-9]{0,17}$/;
export const INDEX = /^(0|[1-9][0-9]{0,17})$/;
// The index of a deal: no deck has more deals than 4918 digits count.
export const NUMBER = /^(0|[1-9][0-9]{0,4917})$/;
export const SIGNED = /^(0|-?[1-9][0-9]{0,8})$/;
export const CODE = /^[a-z0-9]+([-_][a-z0-9]+)*$/;
export const ORIGIN = /^(?!\.|\/)[a-z0-9.:-]+(\/[a-z0-9.:-]+)*(?<![./])$/;

/** Return a whole number that JavaScript holds exactly; 18 digits may be one too many. */
export function numberOf(text, pattern = INDEX) {
  demand(pattern.test(text), `expected a number, found ${text}`);
  const number = Number(text);
  demand(Number.isSafeInteger(number), `the number ${text} is too large for this page`);
  return number;
}

/** Whether a text is a real time of 24 characters, 2026-11-02T19:00:03.750Z. */
export function isTime(text) {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text)) return false;
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && time.toISOString() === text;
}

/** Return the bytes of a text in UTF-8. Refuses lone surrogates. */
export function utf8(text) {
  demand(text.isWellFormed ? text.isWellFormed() : !/[\ud800-\udfff]/.test(text.replace(/[\ud800-\udbff][\udc00-\udfff]/g, "")), "text that is no Unicode");
  return new TextEncoder().encode(text);
}

/** Return bytes as lower-case hex. */
export function hexOf(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Return the bytes that lower-case hex spells. */
export function bytesOf(hex) {
  demand(/^([0-9a-f]{2})*$/.test(hex), `expected lower-case hex, found ${hex}`);
  return Uint8Array.from(hex.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** Return the bytes of base64 with its padding; only the one text that encodes them. */
export function base64Bytes(text) {
  demand(/^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text), "expected base64");
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  demand(btoa(String.fromCharCode(...bytes)) === text, "base64 that encodes its bytes another way");
  return bytes;
}
