// What a verifier does, in this order, numbered as in the specification of the fair deal
// (section 8). A step builds on those before it: the first that finds something is the last made.

import { Step, readEvidence } from "./bundle.js";
import { checkCommitments, checkContributions, checkDraws, checkFreezes, checkCards } from "./dealsteps.js";
import { checkLog } from "./logsteps.js";
import { checkChain, checkReceipts, checkRecord, checkSequence } from "./chainsteps.js";
import { dealStories } from "./story.js";
import { isReadable, readTable } from "./table.js";
import { NO_BEACON, NO_KEY, NO_LOG, RULES } from "./words.js";

const NO_SHEET = "the rows of a score sheet are counted by the offline verifier alone";

/** Make the ten steps over a bundle; `key` is the pinned key as text, or null. */
export function verifyBundle(bundle, key) {
  const made = new Made(bundle, key);
  for (let number = 1; number <= 10; number += 1) {
    const step = new Step(number, RULES[number - 1]);
    made[`step${number}`](step);
    if (step.found.length) return made.refused(number, step.found);
  }
  return made.answer();
}

class Made {
  constructor(bundle, key) {
    Object.assign(this, { bundle, key, notMade: {} });
  }

  step1(step) {
    this.evidence = readEvidence(this.bundle, step);
    if (this.evidence === null) return;
    this.stories = dealStories(this.evidence);
    this.isSheet = !isReadable(this.evidence.header);
  }

  step2(step) {
    checkLog(this.evidence, this.stories, step, this.key);
    if (this.key === null) this.notMade[2] = NO_KEY;
  }

  step3(step) {
    checkCommitments(this.evidence, this.stories, step);
  }

  step4(step) {
    checkContributions(this.evidence, this.stories, step);
  }

  step5(step) {
    checkFreezes(this.evidence, this.stories, step);
    if (this.evidence.header.sources === "beacon") this.notMade[5] = NO_BEACON;
  }

  step6(step) {
    this.indexes = checkDraws(this.stories, step);
  }

  step7(step) {
    this.cards = checkCards(this.stories, this.indexes, step);
    this.table = this.isSheet ? null : this.read(this.evidence.events.length);
  }

  step8(step) {
    checkChain(this.evidence, this.stories, this.table, step);
    checkReceipts(this.evidence, step);
    if (this.table === null || this.table.finding !== null) return;
    const proven = this.read(this.provenLines());
    checkRecord(this.bundle.record, this.evidence, proven, this.cards, step);
  }

  step9(step) {
    if (this.isSheet) this.notMade[9] = NO_SHEET;
    else if (this.table.finding !== null) step.found.push(this.table.finding);
  }

  step10(step) {
    checkSequence(this.evidence, this.stories, this.table, step);
  }

  read(lines) {
    const passes = (story) => new Map(story.said("open").map((line) => [line.seat, line.detail.cards]));
    const hidden = new Map(this.stories.filter((story) => this.cards.has(story.number)).map((story) => [story.number, { cards: this.cards.get(story.number), passes: passes(story) }]));
    const { header, rules, events } = this.evidence;
    return readTable(header, rules, events.slice(0, lines), (number) => hidden.get(number));
  }

  // The lines before a hand that is scored, but whose cards nobody can see yet.
  provenLines() {
    const hidden = this.stories.find((story) => story.said("score").length && !this.cards.has(story.number));
    return hidden ? Math.max(0, hidden.lines[0].seq - 1) : this.evidence.events.length;
  }

  refused(number, findings) {
    const notMade = {};
    for (let later = number + 1; later <= 10; later += 1) notMade[later] = `step ${number} failed`;
    return { kind: "bundle", verdict: "false", strength: null, choices: null, notMade, findings, made: number, ...this.results() };
  }

  answer() {
    const over = this.table === null || this.table.phase === "over";
    const words = Object.keys(this.notMade).length ? "unproven" : this.word();
    const choices = this.choices();
    const notes = choices === null ? [] : [NO_LOG];
    return { kind: "bundle", verdict: over ? "ok" : "incomplete", strength: words, choices, notMade: this.notMade, notes, findings: [], made: 10, ...this.results() };
  }

  results() {
    const { table, evidence } = this;
    return { id: evidence?.header.game ?? null, header: evidence?.header ?? null, totals: table?.totals ?? null, winners: table?.winners ?? null, hands: table?.lines ?? [], finished: table?.finished ?? false, stories: this.stories ?? [] };
  }

  word() {
    const revealed = this.stories.filter((story) => story.reveal !== null);
    if (!revealed.length) return "unproven";
    const shared = revealed.every((story) => story.said("contribute").some((line) => line.detail.by === "seat"));
    return shared ? "shared" : "server-only";
  }

  choices() {
    const revealed = this.stories.filter((story) => story.reveal !== null);
    const counts = revealed.map(({ hand }) => 1 + this.stories.filter((story) => story.hand === hand && couldBeKnown(story)).length);
    return counts.length ? Math.max(...counts) : null;
  }
}

// Whether the server could evaluate a deal that was thrown away.
function couldBeKnown({ commit, void: gone }) {
  if (commit === null || gone === null) return false;
  return commit.sources !== "seats" || gone.seat.every((line) => line.split(" ")[1] !== "-");
}
