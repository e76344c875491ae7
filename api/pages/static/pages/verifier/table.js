// A game from its lines: where each kind of line may stand, and what it does (the event chain's
// specification, "Lines"). The first line that is out of order (step 8) or against the rules
// (step 9) stops the reading and is the only finding.

import { DECKS } from "./cards.js";
import { digest } from "./draw.js";
import { Forbidden, Hand } from "./hand.js";
import { deckOf, directionOf, isFinished } from "./rules.js";
import { parseStatement, writeStatement } from "./statement.js";
import { Fault, shown } from "./text.js";

const ANYWHERE = null;
const BEFORE_SCORE = ["committed", "contributing", "opening", "waiting", "passing", "playing", "closing"];
const PHASES = {
  seat: ["committed"], deal: ["committed"], contribute: ["contributing"], nonce: ["opening"],
  freeze: ["opening"], beacon: ["waiting"], pass: ["passing"], play: ["playing"], moon: ["closing"],
  score: ["closing"], open: ["closing", "committed"], reveal: ["closing"], void: BEFORE_SCORE,
  end: ["committed"], adjust: ANYWHERE, substitute: ANYWHERE,
};

/** A line that may not stand where it stands; `step` and `rule` as findings name them. */
class Refused extends Fault {
  constructor(detail, step = 8, rule = "proof_chain") {
    super(detail);
    Object.assign(this, { step, rule });
  }
}

/** Whether this page can read a game: those of cards; sheets and imports are not in it. */
export const isReadable = (header) => header.gameKind === "cards" && header.sources !== "imported";

/**
 * Read lines up to the first that is refused. `hidden` gives a deal's cards by its number, and the
 * passes that were opened; nothing for a deal that is not open: then only the order is held to.
 */
export function readTable(header, rules, events, hidden) {
  const table = new Table(header, rules, hidden);
  for (const event of events) {
    try {
      table.take(event);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const step = error.step ?? (error instanceof Forbidden ? 9 : 8);
      const ply = error instanceof Forbidden && event.kind === "play" ? table.plays : null;
      const { hand, seat, seq } = event;
      table.finding = { step, hand: hand || null, ply, seat, seq, rule: error.rule ?? "proof_chain", detail: error.message };
      break;
    }
  }
  return table;
}

class Table {
  constructor(header, rules, hidden) {
    Object.assign(this, { header, rules, hidden, finding: null, state: "seating", seq: 0, time: header.time });
    this.seats = Array(rules.players).fill(null);
    this.totals = Array(rules.players).fill(0);
    this.hands = 0;
    this.lines = [];
    this.unopened = new Map();
    this.isOver = false;
    this.begin();
  }

  get phase() {
    return this.isOver ? "over" : this.stage;
  }

  get finished() {
    return this.state !== "voided" && isFinished(this.rules, this.totals, this.hands);
  }

  get winners() {
    const lowest = Math.min(...this.totals);
    return this.finished ? [...this.totals.keys()].filter((seat) => this.totals[seat] === lowest) : [];
  }

  get ranks() {
    const ascending = [...this.totals].sort((a, b) => a - b);
    return this.totals.map((total) => 1 + ascending.indexOf(total));
  }

  begin() {
    const done = isFinished(this.rules, this.totals, this.hands);
    Object.assign(this, { stage: "committed", dealt: null, hand: null, plays: 0, isScored: false, choice: null });
    this.number = done ? Math.max(this.hands, 1) : this.hands + 1;
    this.before = [...this.totals];
    [this.keys, this.nonces, this.passed] = [new Map(), new Map(), new Set()];
    this.isOver = false;
  }

  take(event) {
    this.checkPlace(event);
    this[event.kind](event.detail, event);
    [this.seq, this.time] = [event.seq, event.time];
  }

  checkPlace({ seq, time, seat, hand, kind }) {
    this.refuseUnless(seq === this.seq + 1, `seq ${seq} after ${this.seq}`);
    this.refuseUnless(time >= this.time, `the time ${time} after ${this.time}`);
    this.refuseUnless(seat === null || seat < this.rules.players, `no seat ${seat} at this table`);
    const done = isFinished(this.rules, this.totals, this.hands);
    if (kind === "deal" && done) throw new Refused("a deal after the game was over", 9, "after_end");
    this.refuseUnless(hand === 0 || hand === this.number, `a line of hand ${hand} during hand ${this.number}`);
    this.refuseUnless(Object.hasOwn(PHASES, kind), `no ${kind} line may stand in a game of this kind`);
    const phases = PHASES[kind];
    this.refuseUnless(phases === null || phases.includes(this.phase), `no ${kind} line may stand here: the hand is ${this.phase}`);
    this.refuseUnless(this.state !== "voided" || kind === "open" || kind === "end", `a ${kind} line in a game that is void`);
    this.refuseUnless(this.phase !== "over" || kind === "adjust", `a ${kind} line after the end`);
  }

  refuseUnless(holds, detail, step, rule) {
    if (!holds) throw new Refused(detail, step, rule);
  }

  seat(detail, { seat }) {
    this.refuseUnless(this.state === "seating", "a seat is taken after the first hand");
    this.seats[seat] = detail;
  }

  substitute(detail, { seat }) {
    this.seats[seat] = detail;
  }

  deal(detail) {
    this.refuseUnless(this.seats.every((one) => one !== null && one.holder !== "empty"), "a hand before every seat is taken");
    this.checkOpened();
    this.state = "playing";
    this.before = [...this.totals];
    this.dealt = detail.number;
    const { sources } = this.header;
    if (sources === "seats") this.stage = "contributing";
    else if (sources === "beacon") this.stage = "waiting";
    else this.dealCards();
  }

  contribute({ commitment, by }, { seat }) {
    this.refuseUnless(by !== "seat" || this.seats[seat].holder === "human", "a nonce that a seat drew which no person holds");
    this.refuseUnless(!this.keys.has(seat), "a second K of this seat");
    this.keys.set(seat, commitment);
    if (this.keys.size === this.rules.players) this.stage = "opening";
  }

  nonce({ nonce }, { seat }) {
    this.refuseUnless(!this.nonces.has(seat), "a second nonce of this seat");
    this.nonces.set(seat, nonce);
  }

  freeze() {
    this.refuseUnless(this.nonces.size === this.rules.players, "a freeze before the last nonce");
    this.dealCards();
  }

  beacon() {
    this.dealCards();
  }

  dealCards() {
    const known = this.hidden(this.dealt);
    this.passes = known?.passes ?? new Map();
    this.hand = known ? new Hand(this.rules, this.number, this.before, known.cards) : null;
    const direction = directionOf(this.rules, this.number, this.before);
    this.stage = direction === "hold" ? "playing" : "passing";
  }

  pass({ commitment }, { seat }) {
    this.refuseUnless(!this.passed.has(seat), "a second pass of this seat");
    const cards = this.passes.get(seat);
    if (cards === undefined) this.hand = null;
    else this.hand?.give(seat, cards);
    this.passed.add(seat);
    this.unopened.set(seat, commitment);
    if (this.passed.size === this.rules.players) this.stage = "playing";
  }

  play({ card }, { seat }) {
    this.hand?.play(seat, card);
    this.plays += 1;
    if (this.plays === this.rules.players * DECKS[deckOf(this.rules)].size) this.stage = "closing";
  }

  moon({ choice }, { seat }) {
    const asked = this.hand === null ? seat : this.hand.shooter;
    const may = this.rules.moon === "choice" && asked === seat && this.choice === null && !this.isScored;
    this.refuseUnless(may, "nobody was asked about a moon", 9, "moon_choice_unasked");
    this.choice = choice;
  }

  score(said, { seq }) {
    this.refuseUnless(!this.isScored, "a second score of this hand");
    const score = this.hand?.score(this.choice) ?? { points: said.points, scores: said.scores, shooter: null };
    this.same("points", said.points, score.points);
    this.same("scores", said.scores, score.scores);
    const { players } = this.rules;
    this.refuseUnless(said.points.length === players && said.scores.length === players, "points and scores are one a seat", 9, "score_mismatch");
    const totals = this.totals.map((total, at) => total + score.scores[at]);
    this.same("totals", said.totals, totals);
    this.totals = totals;
    this.hands += 1;
    this.isScored = true;
    const direction = directionOf(this.rules, this.number, this.before);
    this.lines.push({ number: this.hands, seq, direction, ...score, totals });
  }

  same(what, found, expected) {
    this.refuseUnless(shown(found) === shown(expected), `${what} ${shown(found)}, by the rules ${shown(expected)}`, 9, "score_mismatch");
  }

  open({ cards, salt }, { seat }) {
    this.refuseUnless(this.phase !== "closing" || this.isScored, "an opening before the hand's score");
    this.refuseUnless(this.unopened.has(seat), "no pass of this seat is to be opened");
    const pairs = [["game", this.header.game], ["hand", String(this.number)], ["seat", String(seat)], ["cards", cards.join(" ")], ["salt", salt]];
    const statement = writeStatement("pass", pairs);
    parseStatement("pass", statement);
    this.refuseUnless(digest(statement) === this.unopened.get(seat), "the pass was another one", 9, "proof_pass");
    this.unopened.delete(seat);
  }

  checkOpened() {
    this.refuseUnless(this.unopened.size === 0, `passes that are not opened: seats ${[...this.unopened.keys()].join(", ")}`);
  }

  reveal({ number }) {
    this.refuseUnless(this.isScored, "a reveal before the hand's score");
    this.checkOpened();
    this.refuseUnless(number === this.dealt, "the reveal of another deal");
    this.begin();
  }

  adjust({ points }, { seat }) {
    this.totals[seat] += points;
    this.totals = [...this.totals];
    if (this.isOver) this.state = "playing";
    if (this.isOver || this.stage === "committed") this.begin();
  }

  void({ scope }) {
    this.refuseUnless(!this.isScored, "a void after the hand's score");
    this.refuseUnless(scope !== "hand" || this.stage !== "committed", "no hand is on that could be void");
    if (scope === "game") this.state = "voided";
    this.begin();
  }

  end(detail) {
    this.checkOpened();
    const played = isFinished(this.rules, this.totals, this.hands) ? "finished" : "abandoned";
    const how = this.state === "voided" ? "voided" : played;
    this.refuseUnless(detail.how === how, `the game is ${how}`, 9, "score_mismatch");
    this.same("totals", detail.totals, this.totals);
    this.same("winners", detail.winners, this.winners);
    this.state = how;
    this.isOver = true;
  }
}
