// The lines of a game's chain (the event chain's specification).

import { isCard, parseCards } from "./cards.js";
import { parseRules } from "./rules.js";
import { CODE, COUNT, Fault, HEX32, INDEX, NUMBER, SIGNED, UUID, demand, isTime, numberOf } from "./text.js";

const matching = (...patterns) => (text) => {
  demand(patterns.some((pattern) => pattern.test(text)), `not as expected: ${text}`);
  return text;
};
const number = (text) => numberOf(text, COUNT);
const index = (text) => numberOf(text, INDEX);
const hex = matching(HEX32);
const uuid = matching(UUID);
const code = matching(CODE);
const list = (text) => (text === "-" ? [] : text.split(",").map((part) => Number(matching(SIGNED)(part))));
const card = (text) => {
  demand(isCard(text), `no card: ${text}`);
  return text;
};
const cards = (text) => {
  const found = parseCards(text, ",");
  demand(found !== null, `no cards in deck order: ${text}`);
  return found;
};

// kind: [names a seat, of a hand (null: either), its parts by name, whether `by <uuid>` ends it]
const KINDS = {
  deal: [false, true, { number, commitment: hex, entry: index, size: number, root: hex }],
  contribute: [true, true, { commitment: hex, by: matching(/^(seat|service)$/) }],
  nonce: [true, true, { nonce: hex }],
  freeze: [false, true, { digest: hex, entry: index }],
  beacon: [false, true, { round: number, signature: matching(/^[0-9a-f]{96}$/) }],
  pass: [true, true, { commitment: hex }],
  play: [true, true, { card }],
  score: [false, true, { points: list, scores: list, totals: list }],
  open: [true, true, { cards, salt: hex }],
  reveal: [false, true, { number, seed: hex, index: matching(NUMBER), entry: index }],
  adjust: [true, null, { points: (text) => Number(matching(SIGNED)(text)), reason: code }, uuid],
  void: [false, null, { scope: matching(/^(hand|deal|game)$/), reason: code }, matching(UUID, /^service$/)],
  end: [false, false, { how: matching(/^(finished|abandoned|voided)$/), totals: list, winners: list }],
};

const OTHERS = { seat: [true, false, readHolder], substitute: [true, null, readSubstitute],
  moon: [true, true, readMoon], row: [false, true, readRow], correct: [false, true, readCorrection],
  rules: [false, false, readRules] };

/** Return what a line says: seq, time, hand, kind, seat (null for none), detail. */
export function parseLine(line) {
  const [seq, time, hand, kind, seat, ...parts] = line.split(" ");
  const known = Object.hasOwn(KINDS, kind ?? "") ? KINDS[kind] : OTHERS[kind];
  demand(known !== undefined && parts.length > 0, "no line of a known kind");
  const [seated, ofHand, read, by] = known;
  const event = { seq: number(seq), time, hand: index(hand), kind, seat: seat === "-" ? null : Number(seat) };
  demand(isTime(time), `no time: ${time}`);
  demand(seated ? /^[0-5]$/.test(seat) : seat === "-", `a ${kind} line names ${seated ? "a" : "no"} seat`);
  demand(ofHand === null || ofHand === event.hand > 0, `a ${kind} line of hand ${hand}`);
  event.detail = typeof read === "function" ? read(parts) : readParts(read, parts, by);
  return event;
}

function readParts(readers, parts, by) {
  const texts = by === undefined ? parts : withoutBy(parts, by);
  const names = Object.keys(readers);
  demand(texts.length === names.length, `${names.length} parts expected, not ${texts.length}`);
  return Object.fromEntries(names.map((name, at) => [name, readers[name](texts[at])]));
}

function withoutBy(parts, read) {
  demand(parts.at(-2) === "by", "by, and who, expected at the end");
  read(parts.at(-1));
  return parts.slice(0, -2);
}

function readHolder(parts) {
  const [holder, name] = parts;
  const sizes = { human: 2, computer: 2, empty: 1 };
  demand(Object.hasOwn(sizes, holder) && parts.length === sizes[holder], "human, computer or empty expected");
  if (holder === "human") uuid(name);
  if (holder === "computer") matching(/^[!-~]{1,32}$/)(name);
  return { holder, name: name ?? null };
}

function readSubstitute(parts) {
  const before = withoutBy(parts, uuid);
  return { ...readHolder(before.slice(0, -1)), reason: code(before.at(-1)) };
}

function readMoon(parts) {
  const [choice, ...more] = parts.length === 1 ? parts : withoutBy(parts, uuid);
  demand(!more.length, "one choice expected");
  return { choice: matching(/^(add|subtract)$/)(choice) };
}

function readRow(parts) {
  const [points, ...extras] = parts;
  const names = ["jack", "ten", "sun", "no_tricks", "moon_choice"];
  const shapes = [/^([0-5]|-)$/, /^([0-5]|-)$/, /^(yes|no|-)$/, /^(none|-|[0-5](,[0-5])*)$/, /^(add|subtract|-)$/];
  demand(extras.length === names.length, "points and five extras expected");
  const row = { points: list(points) };
  names.forEach((name, at) => {
    demand(extras[at].startsWith(`${name}=`), `expected ${name}=`);
    row[name] = matching(shapes[at])(extras[at].slice(name.length + 1));
  });
  return row;
}

function readCorrection(parts) {
  const before = withoutBy(parts, uuid);
  return { of: number(before[0]), row: readRow(before.slice(1, -1)), reason: code(before.at(-1)) };
}

function readRules(parts) {
  return { rules: parseRules(withoutBy(parts, uuid).join(" ")) };
}

/** Whether an error is one of ours: what a text fails to say. */
export const isFault = (error) => error instanceof Fault;
