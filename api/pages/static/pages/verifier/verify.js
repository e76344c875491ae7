// One file, one report: a bundle of a game, or the proof of one deal.

import { Step, Unreadable, checkStatements, readBundle, readProof } from "./bundle.js";
import { checkCommitment, checkDraw, checkHands, checkNonce, checkRound } from "./dealsteps.js";
import { verifyBundle } from "./steps.js";

const NO_LOG = { 2: "no log", 8: "no game", 9: "no game", 10: "no log" };
const NO_NONCE = "0".repeat(64);

/** Return the report on a text; `key` is the pinned key of the log as text, or null. */
export function verifyText(text, key = null) {
  try {
    const value = parseJson(text);
    if (value?.format === "hearts-bundle/1") return verifyBundle(readBundle(value), key);
    if (value?.format === "hearts-deal/1") return verifyProof(readProof(value));
    throw new Unreadable("expected a bundle (hearts-bundle/1) or a deal proof (hearts-deal/1)");
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
    4: (step) => checkNonces(proof, step),
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

function checkNonces(proof, step) {
  const seen = new Set([NO_NONCE]);
  for (const { seat, commitment, nonce } of proof.contributions) {
    checkNonce(proof.commitment, seat, commitment, nonce, step);
    step.addUnless(!seen.has(nonce), "a nonce that was used before, or zero", { seat });
    seen.add(nonce);
  }
}
