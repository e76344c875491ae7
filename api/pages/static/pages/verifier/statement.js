// Statements: short ASCII texts that are committed, logged or signed (fair deal, sections 0 to 7).
// A kind of statement is data: its keys in order, each with what its value has to look like.

import { parseCards } from "./cards.js";
import { COUNT, HEX32, INDEX, NUMBER, ORIGIN, UUID, demand, isTime } from "./text.js";

const QUICKNET = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971";
const H = "[0-9a-f]{64}";
const U = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";
const N = "[1-9][0-9]{0,17}";

const whole = (pattern) => new RegExp(`^(?:${pattern})$`);
const TEXT = whole("[!-~]+(?: [!-~]+)*");
const TIME = { test: isTime };
const CARDS = { test: (text) => parseCards(text) !== null };
const DECK = whole("[3-6]|[356]\\+kitty|lots/[1-9][0-9]{0,3}");
const SEAT_LINE = whole(`(?:0|[1-9][0-9]{0,3}) (?:- -|${H} (?:-|${H}))`);
const PURPOSE = whole(`(?:game|table)/${U}/hand/${N}|(?:board|lots)/${U}/${N}`);
const SOURCES = whole("seats|beacon|server");

const TERMS = [
  ["origin", ORIGIN], ["deal", COUNT], ["for", PURPOSE], ["deck", DECK], ["sources", SOURCES],
  ["beacon", whole(`-|${QUICKNET}@${N}`)],
];
const SEATS = ["seat", SEAT_LINE, "repeated"];

const FORMS = {
  seed: [...TERMS, ["seed", HEX32]],
  contribution: [["commitment", HEX32], ["seat", whole("[0-5]")], ["nonce", HEX32]],
  draw: [["commitment", HEX32], SEATS, ["beacon", whole(`-|${N} ${H}`)]],
  pass: [
    ["game", whole(U)], ["hand", COUNT], ["seat", whole("[0-5]")], ["cards", CARDS], ["salt", HEX32],
  ],
  receipt: [["origin", ORIGIN], ["game", UUID], ["seq", COUNT], ["head", HEX32], ["time", TIME]],
  key: [
    ["origin", ORIGIN], ["role", whole("log|receipt")],
    ["vkey", whole("[!-*,-~]+\\+[0-9a-f]{8}\\+[A-Za-z0-9+/]+={0,2}")], ["time", TIME],
  ],
  game: [
    ["origin", ORIGIN], ["game", UUID], ["kind", whole("cards|sheet")], ["engine", COUNT],
    ["rules", TEXT], ["sources", whole("seats|beacon|server|imported|-")],
    ["table", whole(`${U}|-`)], ["wait", { test: isWait }], ["time", TIME],
  ],
  commit: [...TERMS, ["commitment", HEX32], ["time", TIME]],
  freeze: [
    ["origin", ORIGIN], ["deal", COUNT], ["commitment", HEX32], SEATS, ["game", UUID],
    ["head", whole(`${N} ${H}`)], ["time", TIME],
  ],
  reveal: [
    ["origin", ORIGIN], ["deal", COUNT], ["seed", HEX32], ["beacon", whole(`-|${N} [0-9a-f]{96}`)],
    ["attempts", COUNT], ["index", NUMBER], ["time", TIME],
  ],
  void: [
    ["origin", ORIGIN], ["deal", COUNT],
    ["reason", whole("unused|(?:late|withheld)-[0-5]|beacon-lost|idle|seed-lost|restored|director")],
    ["seed", whole(`${H}|-`)], SEATS, ["time", TIME],
  ],
  head: [["origin", ORIGIN], ["game", UUID], ["seq", COUNT], ["head", HEX32], ["time", TIME]],
  round: [
    ["origin", ORIGIN], ["league", UUID], ["round", COUNT], ["deals", whole(`-|${N} ${N}`)],
    ["table", whole(`[1-9][0-9]{0,3}(?: ${U}){3,6}`), "repeated"], ["time", TIME],
  ],
  verifier: [["origin", ORIGIN], ["version", whole("[!-~]+")], ["sha256", HEX32], ["time", TIME]],
  continue: [
    ["origin", ORIGIN], ["old", ORIGIN], ["size", INDEX], ["root", HEX32],
    ["reason", whole("[a-z0-9]+(?:-[a-z0-9]+)*")], ["time", TIME],
  ],
};

const ENTRIES = new Set(
  ["key", "game", "commit", "freeze", "reveal", "void", "head", "round", "verifier", "continue"],
);

/** Return what a log entry says: its `kind`, and its values by key, repeated ones as a list. */
export function parseEntry(text) {
  const kind = /^hearts\/([a-z]+)\/v1\n/.exec(text)?.[1];
  demand(ENTRIES.has(kind), "a log entry of no known kind");
  return parseStatement(kind, text);
}

/** Return what a statement of one kind says, its values as texts by key. */
export function parseStatement(kind, text) {
  demand(text.length <= 65535, "a statement of more than 65,535 bytes");
  demand(/^[\n -~]*\n$/.test(text), "a statement that is not ASCII, or whose last line has no end");
  const [first, ...lines] = text.slice(0, -1).split("\n");
  demand(first === `hearts/${kind}/v1`, `no ${kind} statement: ${first}`);
  const form = FORMS[kind];
  const repeats = Math.max(lines.length - form.length + 1, 1);
  const fields = form.flatMap((field) => (field[2] ? Array(repeats).fill(field) : [field]));
  demand(lines.length === fields.length, `${kind}: ${lines.length} lines, not ${fields.length}`);
  const read = { kind };
  fields.forEach(([key, shape, repeated], at) => {
    const value = lines[at].slice(key.length + 1);
    demand(lines[at].startsWith(`${key} `), `${kind}: expected the key ${key}`);
    demand(TEXT.test(value) && shape.test(value), `${kind}: ${key} is not as it should be`);
    if (repeated) (read[key] ??= []).push(value);
    else read[key === "kind" ? "gameKind" : key] = value;
  });
  CHECKS[kind]?.(read);
  return read;
}

/** Write a statement: its first line, then a line for each pair of key and value. */
export function writeStatement(kind, pairs) {
  return [`hearts/${kind}/v1`, ...pairs.map(([key, value]) => `${key} ${value}`), ""].join("\n");
}

// What has to hold between the lines of a statement.
const CHECKS = {
  seed: checkTerms,
  commit: checkTerms,
  draw(read) {
    const given = read.seat.map((line) => line.split(" ").slice(1).filter((part) => part !== "-").length);
    checkSeats(read.seat);
    demand(new Set(given).size === 1 && given[0] !== 1, "a draw from some seats and not from others");
    demand(given[0] === 0 || read.beacon === "-", "a draw from nonces and from a beacon");
  },
  key(read) {
    const name = read.role === "log" ? read.origin : `${read.origin}/receipt`;
    demand(read.vkey.split("+")[0] === name, "a key that is not named as its role asks");
  },
  game(read) {
    const fits = (read.gameKind === "sheet") === (read.sources === "-");
    demand(fits || read.sources === "imported", "sources - is for sheets, and only for them");
  },
  freeze(read) {
    checkSeats(read.seat);
    demand(read.seat.length >= 3 && read.seat.length <= 6, "a freeze of 3 to 6 seats");
    demand(!read.seat.some((line) => line.endsWith(" -")), "a freeze without a nonce");
  },
  void(read) {
    checkSeats(read.seat);
    demand(read.seed !== "-" || ["seed-lost", "restored"].includes(read.reason), "a void without its seed");
    demand(read.seed === "-" || read.reason !== "seed-lost", "a lost seed that is shown");
    const blamed = /-([0-5])$/.exec(read.reason)?.[1];
    demand(blamed === undefined || Number(blamed) < read.seat.length, "a seat blamed that is none");
  },
  round(read) {
    demand(read.table.every((line, at) => line.startsWith(`${at + 1} `)), "tables out of order");
    const seated = read.table.flatMap((line) => line.split(" ").slice(1));
    demand(new Set(seated).size === seated.length, "an entrant at two places");
  },
};

function checkTerms(read) {
  demand((read.sources === "beacon") === (read.beacon !== "-"), "a beacon stands exactly with sources beacon");
  const lots = read.for.startsWith("lots/");
  demand(lots === read.deck.startsWith("lots/"), "a deck of lots is for lots");
  demand(!lots || read.sources !== "seats", "lots have no seats that could contribute");
}

function checkSeats(lines) {
  demand(lines.every((line, at) => line.split(" ")[0] === String(at)), "seat lines out of order");
}

function isWait(text) {
  return COUNT.test(text) && Number(text) >= 10 && Number(text) <= 604800;
}
