// A bundle or a proof as JSON: its shape, and step 1, every text in it read strictly.

import { parseEntry, parseStatement } from "./statement.js";
import { parseCheckpoint, parseNote } from "./log.js";
import { contribution, digest, drawStatement, opening } from "./draw.js";
import { parseLine } from "./event.js";
import { parseRules } from "./rules.js";
import { Fault, NUMBER, base64Bytes, demand } from "./text.js";

const KEYS = ["format", "record", "header", "events", "deals", "entries", "consistency", "checkpoint", "seen", "receipts"];
const PROOF = ["format", "origin", "deal", "for", "deck", "sources", "beacon", "seed", "commitment", "contributions", "round"];
const PROOF_MORE = ["attempts", "index", "hands"];

/** A file that is no bundle or proof: nothing can be said about it. */
export class Unreadable extends Error {}

const isText = (value) => typeof value === "string";
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
export const isCount = (value) => Number.isSafeInteger(value) && value >= 0;
export const isTexts = (value) => Array.isArray(value) && value.every(isText);

/** Refuse a file unless something holds; `what` was expected. */
export function expect(holds, what) {
  if (!holds) throw new Unreadable(`expected ${what}`);
}

/** Refuse a file unless a value is an object that has these keys, perhaps some more, no other. */
export function expectKeys(value, keys, more, what) {
  expect(isObject(value), `${what} to be an object`);
  const found = Object.keys(value);
  const known = found.every((key) => keys.includes(key) || more.includes(key));
  expect(known && keys.every((key) => found.includes(key)), `${what} with the keys ${keys.join(", ")} and no other`);
}

/** Return a bundle's JSON, its hashes as bytes. */
export function readBundle(value) {
  expectKeys(value, KEYS, [], "a bundle");
  expect(isText(value.header) && isTexts(value.events) && isTexts(value.receipts), "header, events and receipts as texts");
  expect(isObject(value.record) && isText(value.record.id), "a record with an id");
  expect(Array.isArray(value.deals), "a list of deals");
  return { ...readLogged(value), deals: value.deals.map(readProof) };
}

/** Return a file's JSON with what it shows of the log read: entries and earlier sizes. */
export function readLogged(value) {
  expect(isText(value.checkpoint) && isTexts(value.seen), "checkpoint and seen as texts");
  expect(Array.isArray(value.entries) && Array.isArray(value.consistency), "lists of entries and sizes");
  return {
    ...value,
    entries: value.entries.map((one) => {
      expectKeys(one, ["index", "entry", "hashes"], [], "an entry");
      expect(isCount(one.index) && isText(one.entry), "an entry's index and text");
      return { ...one, hashes: readHashes(one.hashes) };
    }),
    consistency: value.consistency.map((one) => {
      expectKeys(one, ["size", "root", "hashes"], [], "an earlier size");
      expect(isCount(one.size) && isText(one.root), "a size and its root");
      return { ...one, hashes: readHashes(one.hashes) };
    }),
  };
}

function readHashes(texts) {
  expect(isTexts(texts), "hashes as texts");
  try {
    return texts.map(base64Bytes);
  } catch {
    throw new Unreadable("expected hashes in base64");
  }
}

/** Return a deal proof's JSON; what it does not say of index and cards is missing. */
export function readProof(value) {
  expectKeys(value, PROOF, PROOF_MORE, "a deal proof");
  expect(value.format === "hearts-deal/1", "a proof of the format hearts-deal/1");
  for (const key of ["origin", "for", "deck", "sources", "beacon", "seed", "commitment"]) expect(isText(value[key]), `the proof's ${key} as a text`);
  expect(isCount(value.deal), "the deal's number");
  expect(Array.isArray(value.contributions), "a list of contributions");
  for (const one of value.contributions) {
    expectKeys(one, ["seat", "commitment", "nonce", "by"], [], "a contribution");
    expect(isCount(one.seat) && isText(one.commitment) && isText(one.nonce), "a contribution's values");
    expect(one.by === "seat" || one.by === "service", "by seat or service");
  }
  if (value.round !== null) {
    expectKeys(value.round, ["number", "signature", "randomness"], [], "a round");
    expect(isCount(value.round.number) && isText(value.round.signature) && isText(value.round.randomness), "a round's values");
  }
  expect(!("attempts" in value) || isCount(value.attempts), "attempts as a number");
  expect(!("index" in value) || (isText(value.index) && NUMBER.test(value.index)), "the index as decimal digits, at most 4918");
  expect(!("hands" in value) || isTexts(value.hands), "hands as texts");
  return value;
}

/** Check that a proof's values make canonical statements. */
export function checkStatements(proof) {
  opening(proof, proof.seed);
  for (const { seat, nonce } of proof.contributions) contribution(proof.commitment, seat, nonce);
  drawStatement(proof);
}

/** Step 1: read all texts of a bundle; null when one is not canonical, which `step` then tells. */
export function readEvidence(bundle, step) {
  const header = step.attempt("the header", () => readHeader(bundle.header));
  const rules = header && step.attempt("the header's rules", () => parseRules(header.rules));
  const events = bundle.events.map((line, at) => step.attempt("", () => parseLine(line), { seq: at + 1 }));
  const log = readLogTexts(bundle, step);
  const receipts = bundle.receipts.map((note, at) => step.attempt(`receipt ${at}`, () => readReceipt(note)));
  for (const proof of bundle.deals) step.attempt(`the proof of deal ${proof.deal}`, () => checkStatements(proof));
  if (step.found.length) return null;
  return { bundle, header, origin: header.origin, rules, events, heads: headsOf(bundle), ...log, receipts, proofs: new Map(bundle.deals.map((proof) => [proof.deal, proof])) };
}

/** Step 1 for what a file shows of the log: its entries, the checkpoint and earlier ones. */
export function readLogTexts({ entries, seen, checkpoint }, step) {
  return {
    entries: entries.map(({ index, entry }) => ({ at: index, text: entry, ...step.attempt(`log entry ${index}`, () => parseEntry(entry)) })),
    seen: seen.map((note, at) => step.attempt(`seen note ${at}`, () => parseCheckpoint(note))),
    checkpoint: step.attempt("the checkpoint", () => parseCheckpoint(checkpoint)),
  };
}

function readHeader(text) {
  const header = parseEntry(text);
  demand(header.kind === "game", "it is no game entry");
  demand(header.sources !== "imported", "it is of no game of the service's log");
  return header;
}

function readReceipt(text) {
  const note = parseNote(text);
  return { note, ...parseStatement("receipt", note.text) };
}

function headsOf({ header, events }) {
  const heads = [digest(header)];
  for (const line of events) heads.push(digest(`${heads.at(-1)} ${line}\n`));
  return heads;
}

/** What one step finds; each finding as the offline verifier's. */
export class Step {
  constructor(number, rule) {
    Object.assign(this, { number, rule, found: [] });
  }

  add(detail, { hand = null, seat = null, seq = null } = {}) {
    this.found.push({ step: this.number, hand: hand || null, ply: null, seat, seq, rule: this.rule, detail });
  }

  addUnless(holds, detail, place) {
    if (!holds) this.add(detail, place);
  }

  /** Add a finding with both values unless they are the same. */
  compare(what, found, expected, place) {
    const [one, other] = [found, expected].map((value) => (isText(value) ? value : JSON.stringify(value)));
    if (one === other) return;
    this.add(`${what}: ${one}, expected was ${other}`, place);
    Object.assign(this.found.at(-1), { what, value: one, expected: other });
  }

  /** Return what a function gives; what it refuses is a finding, and the answer undefined. */
  attempt(what, make, place) {
    try {
      return make();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.add(what ? `${what}: ${error.message}` : error.message, place);
      return undefined;
    }
  }
}

