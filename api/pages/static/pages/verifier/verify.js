// One file, one report: a bundle of a game, the proof of one deal, or a league's rounds.

import { Step, Unreadable, checkStatements, readBundle, readProof } from "./bundle.js";
import { checkBareNonces, checkCommitment, checkDraw, checkHands, checkRound } from "./dealsteps.js";

const NO_LOG = { 2: "no log", 8: "no game", 9: "no game", 10: "no log" };

/** A part of the script could not be loaded. */
export class NotLoaded extends Error {}

const orNotLoaded = (part) => part.catch((error) => { throw new NotLoaded(error.message); });

/** Load what a game's bundle or a league's rounds need: most pages have one of them alone. */
export const PARTS = { bundle: () => orNotLoaded(import("./steps.js")), rounds: () => orNotLoaded(import("./rounds.js")) };

const FORMATS = {
  "hearts-bundle/1": async (value, key) => (await PARTS.bundle()).verifyBundle(readBundle(value), key),
  "hearts-deal/1": (value) => verifyProof(readProof(value)),
  "hearts-rounds/1": async (value, key) => (await PARTS.rounds()).verifyRounds(value, key),
};

/** Return the report on a text; `key` is the pinned key of the log as text, or null.
 *
 * Throws NotLoaded.
 */
export async function verifyText(text, key = null) {
  try {
    const value = parseJson(text);
    const format = value?.format;
    if (typeof format === "string" && Object.hasOwn(FORMATS, format)) return await FORMATS[format](value, key);
    throw new Unreadable("expected a bundle (hearts-bundle/1), a deal proof (hearts-deal/1) or a league's rounds (hearts-rounds/1)");
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { kind: null, verdict: "unreadable", strength: null, expected: error.message, findings: [], notMade: {}, made: 0 };
  }
}

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Unreadable(`expected JSON: ${error.message}`);
  }
}

/** Report on a deal proof alone: the arithmetic agrees, or where it does not. */
export function verifyProof(proof) {
  const state = {};
  const steps = {
    1: (step) => step.attempt("", () => checkStatements(proof)),
    3: (step) => checkCommitment(proof, step),
    4: (step) => checkBareNonces(proof, step),
    5: (step) => checkRound(proof, step),
    6: (step) => { state.index = checkDraw(proof, step).index; },
    7: (step) => { state.cards = checkHands(proof, state.index, step); },
  };
  const rules = { 1: "proof_statement", 3: "proof_commitment", 4: "proof_contribution", 5: "proof_beacon", 6: "proof_index", 7: "proof_cards" };
  const notMade = { ...NO_LOG };
  if (proof.sources === "beacon") notMade[5] = "a beacon's signature is checked by the offline verifier alone";
  for (const [number, make] of Object.entries(steps)) {
    const step = new Step(Number(number), rules[number]);
    make(step);
    if (step.found.length) return answer(proof, state, notMade, Number(number), step.found);
  }
  return answer(proof, state, notMade, 7, []);
}

function answer(proof, { index, cards }, notMade, made, findings) {
  const later = [3, 4, 5, 6, 7].filter((number) => number > made);
  const failed = Object.fromEntries(later.map((number) => [number, `step ${made} failed`]));
  return {
    kind: "deal", deal: proof.deal, proof, verdict: findings.length ? "false" : "ok", strength: findings.length ? null : "unproven",
    notMade: { ...notMade, ...(findings.length ? failed : {}) }, findings, made,
    index: index === undefined ? null : String(index), cards: cards ?? null,
  };
}
