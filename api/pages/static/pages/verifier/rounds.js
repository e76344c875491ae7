// A league's rounds, hearts-rounds/1 (LEAGUES.md, section 6): each draw is checked like any deal,
// and that who sits where follows from it. Steps are numbered as for a game; 8 has nothing to check.

import { Step, checkStatements, expect, expectKeys, isCount, isTexts, readLogged, readLogTexts, readProof } from "./bundle.js";
import { placeSizes, unrank } from "./cards.js";
import { checkBareNonces, checkCommitment, checkDraw, checkHands, checkNotice, checkRound, termsOf } from "./dealsteps.js";
import { checkLog } from "./logsteps.js";
import { Before, seatByLots } from "./seating.js";
import { Fault } from "./text.js";
import { NO_BEACON, NO_KEY, NO_LOG, RULES } from "./words.js";

const KEYS = ["format", "league", "rounds", "deals", "entries", "consistency", "checkpoint", "seen"];
const MADE = [1, 2, 3, 4, 5, 6, 7, 9, 10];

// Return the JSON of a league's rounds, its hashes as bytes.
function readRounds(value) {
  expectKeys(value, KEYS, [], "a league's rounds");
  expect(typeof value.league === "string" && Array.isArray(value.rounds) && Array.isArray(value.deals), "a league, its rounds and their draws");
  value.rounds.forEach(expectPlan);
  return { ...readLogged(value), deals: value.deals.map(readProof) };
}

function expectPlan(plan) {
  expectKeys(plan, ["order", "sitting", "movement"], [], "a round");
  expect(isTexts(plan.order) && isTexts(plan.sitting), "those seated and those who sit out, as texts");
  if (plan.movement === null) return;
  expectKeys(plan.movement, ["rounds", "step"], [], "a movement");
  const { rounds, step } = plan.movement;
  const isTable = (table) => Array.isArray(table) && table.every(Number.isSafeInteger);
  expect(Array.isArray(rounds) && rounds.every((tables) => Array.isArray(tables) && tables.every(isTable)), "a movement's rounds of tables of numbers");
  expect(isCount(step) && step < rounds.length, "the number of one of the movement's rounds, from 0");
}

/** Make the steps over the JSON of a league's rounds; `key` is the pinned key as text, or null. */
export function verifyRounds(value, key) {
  const made = new MadeRounds(readRounds(value), key);
  for (const number of MADE) {
    const step = new Step(number, number === 9 ? "round_seating" : RULES[number - 1]);
    made[`step${number}`](step);
    if (step.found.length) return made.refused(number, step.found);
  }
  return made.answer();
}

class MadeRounds {
  constructor(given, key) {
    Object.assign(this, { given, key, rounds: [], indexes: new Map(), notMade: { 8: "no game" } });
  }

  step1(step) {
    const { given } = this;
    const shown = readLogTexts(given, step);
    for (const proof of given.deals) step.attempt(`the proof of deal ${proof.deal}`, () => checkStatements(proof));
    if (step.found.length) return;
    this.shown = { bundle: given, origin: shown.checkpoint.origin, ...shown };
    this.rounds = roundsOf(given, shown.entries, step);
  }

  step2(step) {
    checkLog(this.shown, [], step, this.key);
    for (const { number, commit, reveal, seated } of this.rounds) {
      step.addUnless(commit.at < reveal.at && reveal.at < seated.at, `round ${number} was not committed, then drawn, then seated`);
    }
    if (this.key === null) this.notMade[2] = NO_KEY;
  }

  step3(step) {
    for (const { proof, commit, reveal } of this.rounds) {
      step.compare(`the terms of deal ${proof.deal}`, termsOf(proof), termsOf(commit));
      step.compare("the revealed seed", reveal.seed, proof.seed);
      checkCommitment(proof, step);
    }
  }

  step4(step) {
    for (const { proof } of this.rounds) checkBareNonces(proof, step);
  }

  step5(step) {
    for (const { proof, commit, reveal } of this.rounds) {
      checkRound(proof, step);
      if (commit.sources === "beacon") {
        step.attempt(`deal ${proof.deal}`, () => checkNotice(commit));
        this.notMade[5] = NO_BEACON;
      }
      step.compare("the revealed beacon", reveal.beacon, proof.round ? `${proof.round.number} ${proof.round.signature}` : "-");
    }
  }

  step6(step) {
    for (const { proof, reveal } of this.rounds) {
      const drawn = checkDraw(proof, step);
      const follows = [String(drawn.index), String(drawn.attempts)];
      step.compare(`index and attempts of deal ${proof.deal} in the log`, [reveal.index, reveal.attempts], follows);
      this.indexes.set(proof.deal, drawn.index);
    }
  }

  step7(step) {
    for (const { proof } of this.rounds) checkHands(proof, this.indexes.get(proof.deal), step);
  }

  step9(step) {
    const before = new Before();
    for (const round of this.rounds) if (!checkSeats(round, this.indexes.get(round.proof.deal), before, step)) return;
  }

  step10(step) {
    const drawn = new Map(this.rounds.map(({ proof }) => [proof.for, BigInt(proof.deal)]));
    const gone = new Set(this.ofKind("void").map((one) => one.deal));
    for (const { deal, for: purpose } of this.ofKind("commit")) {
      const last = drawn.get(purpose);
      if (last === undefined || BigInt(deal) === last) continue;
      step.addUnless(BigInt(deal) < last && gone.has(deal), `deal ${deal} is a further draw of a round that deal ${last} has drawn`);
    }
  }

  ofKind(kind) {
    return this.shown.entries.filter((entry) => entry.kind === kind);
  }

  refused(number, findings) {
    const later = MADE.filter((one) => one > number).map((one) => [one, `step ${number} failed`]);
    return this.report({ verdict: "false", strength: null, choices: null, notMade: { 8: "no game", ...Object.fromEntries(later) }, findings, made: number });
  }

  answer() {
    const isProven = this.rounds.length > 0 && !this.notMade[2] && !this.notMade[5];
    const choices = this.choices();
    const notes = choices === null ? [] : [NO_LOG];
    return this.report({ verdict: "ok", strength: isProven ? "server-only" : "unproven", choices, notMade: this.notMade, notes, findings: [], made: 10 });
  }

  report(said) {
    return { kind: "rounds", id: this.given.league, rounds: this.rounds, ...said };
  }

  // The most draws of one round that the server could have looked at.
  choices() {
    if (!this.rounds.length) return null;
    const counts = new Map(this.rounds.map(({ proof }) => [proof.for, 0]));
    for (const { for: purpose } of this.ofKind("commit")) if (counts.has(purpose)) counts.set(purpose, counts.get(purpose) + 1);
    return [...counts.values()].reduce((most, count) => Math.max(most, count));
  }
}

// The rounds, from the first on, each with its plan, its draw and the entries of both.
function roundsOf({ league, rounds: plans, deals }, entries, step) {
  const ofKind = (kind) => entries.filter((entry) => entry.kind === kind);
  const seated = ofKind("round");
  const isWhole = seated.every((entry, at) => entry.league === league && entry.round === String(at + 1));
  step.addUnless(isWhole, "the rounds are not those of the league from the first on, one entry for each");
  const isEven = seated.length === plans.length && plans.length === deals.length;
  step.addUnless(isEven, `${seated.length} rounds, ${plans.length} plans, ${deals.length} draws`);
  const [commits, reveals] = ["commit", "reveal"].map((kind) => new Map(ofKind(kind).map((entry) => [entry.deal, entry])));
  const rounds = [];
  seated.slice(0, Math.min(plans.length, deals.length)).forEach((entry, at) => {
    const [proof, purpose] = [deals[at], `lots/${league}/${entry.round}`];
    step.addUnless(proof.for === purpose, `deal ${proof.deal} is for ${proof.for}, not for ${purpose}`);
    const [commit, reveal] = [commits, reveals].map((known) => known.get(String(proof.deal)));
    if (!commit || !reveal) step.add(`deal ${proof.deal} has no commit or no reveal entry`);
    else rounds.push({ number: Number(entry.round), seated: entry, tables: entry.table.map((line) => line.split(" ").slice(1)), plan: plans[at], proof, commit, reveal });
  });
  return rounds;
}

// Check a round's tables against its draw, and go on to the next; false where that ends.
function checkSeats({ number, plan, proof, tables: found }, index, before, step) {
  const note = (detail) => step.add(`round ${number}${detail}`, { hand: number });
  const lots = found.flat().sort();
  const sizes = placeSizes(proof.deck);
  const everybody = [...plan.order, ...plan.sitting];
  const isThem = lots.length === sizes.length && JSON.stringify(lots) === JSON.stringify([...plan.order].sort());
  if (!isThem || new Set(everybody).size < everybody.length) {
    note(": those at the tables are not those who drew");
    return false;
  }
  const drawn = unrank(index, lots, sizes).flat();
  if ("hands" in proof && JSON.stringify(proof.hands) !== JSON.stringify(drawn)) {
    note(": others sit at the tables than drew a place");
    return false;
  }
  const seats = seatsOrFault(plan, before, drawn, found.map((table) => table.length));
  if (seats instanceof Fault) {
    note(`: ${seats.message}`);
    return false;
  }
  found.slice(0, seats.tables.length).forEach((said, at) => {
    const [one, other] = [said.join(" "), seats.tables[at].join(" ")];
    if (one !== other) note(`, table ${at + 1}: ${one}, by the draw ${other}`);
  });
  before.add(plan, found, seats.numbers);
  return true;
}

function seatsOrFault(plan, before, drawn, sizes) {
  try {
    return seatByLots(plan, before, drawn, sizes);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return error;
  }
}
