// One hand: the pass, the play by the rules, and what it comes to (the rules' document).

import { DECKS, rankOf, suitOf } from "./cards.js";
import { deckOf, directionOf, isAtEnd, stepsOf, worthsOf } from "./rules.js";
import { Fault } from "./text.js";

/** An act that the rules forbid; `rule` is its name in findings. */
export class Forbidden extends Fault {
  constructor(rule, detail) {
    super(detail);
    this.rule = rule;
  }
}

/** A hand that is dealt: `holdings` by place, the kitty last. It changes as acts are made. */
export class Hand {
  constructor(rules, number, totals, holdings) {
    this.rules = rules;
    this.number = number;
    this.totals = totals;
    this.direction = directionOf(rules, number, totals);
    this.held = holdings.slice(0, rules.players).map((cards) => new Set(cards));
    this.dealt = this.held.map((cards) => new Set(cards));
    this.kitty = holdings[rules.players] ?? [];
    this.gave = Array(rules.players).fill(null);
    this.worths = worthsOf(rules);
    this.taken = this.held.map(() => []);
    this.tricks = Array(rules.players).fill(0);
    this.trick = [];
    this.broken = false;
    this.played = 0;
    this.turn = null;
    if (this.direction === "hold") this.open();
  }

  get isOver() {
    return this.played === this.rules.players * DECKS[deckOf(this.rules)].size;
  }

  give(seat, cards) {
    const { pass_count: count } = this.rules;
    if (cards.length !== count) throw new Forbidden("pass_count", `a pass of ${cards.length} cards, not ${count}`);
    for (const card of cards) {
      if (!this.dealt[seat].has(card)) throw new Forbidden("pass_not_held", `seat ${seat} passes ${card}, which it was not dealt`);
    }
    this.gave[seat] = cards;
    if (this.gave.every((one) => one !== null)) this.exchange();
  }

  exchange() {
    const { players } = this.rules;
    const steps = stepsOf(this.direction, players);
    this.gave.forEach((cards, seat) => cards.forEach((card) => this.held[seat].delete(card)));
    this.gave.forEach((cards, seat) => cards.forEach((card) => this.held[(seat + steps) % players].add(card)));
    this.open();
  }

  open() {
    const clubs = this.held.flatMap((cards) => [...cards]).filter((card) => suitOf(card) === "C");
    this.lowest = clubs.reduce((low, card) => (rankOf(card) < rankOf(low) ? card : low));
    const opener = this.held.findIndex((cards) => cards.has(this.lowest));
    this.turn = this.rules.opening === "dealers_left" ? this.number % this.rules.players : opener;
  }

  play(seat, card) {
    if (seat !== this.turn) throw new Fault(`seat ${seat} plays, it is seat ${this.turn}'s turn`);
    if (!this.held[seat].has(card)) throw new Forbidden("not_held", `seat ${seat} plays ${card}, which it does not hold`);
    const rule = this.brokenRule(card);
    if (rule !== null) throw new Forbidden(rule, `seat ${seat} plays ${card}`);
    this.held[seat].delete(card);
    this.trick.push({ seat, card });
    this.played += 1;
    const breaks = suitOf(card) === "H" || (card === "QS" && this.rules.queen_breaks_hearts);
    this.broken ||= breaks;
    if (this.trick.length === this.rules.players) this.finishTrick();
    else this.turn = (seat + 1) % this.rules.players;
  }

  // Return the first rule that a card on turn breaks, null for a legal one.
  brokenRule(card) {
    const held = [...this.held[this.turn]];
    const led = this.trick.length ? suitOf(this.trick[0].card) : null;
    const suited = held.filter((one) => suitOf(one) === led);
    const choice = suited.length ? suited : held;
    if (!choice.includes(card)) return "follow_suit";
    const limits = this.limits(led, held);
    const isFree = choice.every((one) => limits.some(({ bars }) => bars(one)));
    return isFree ? null : limits.find(({ bars }) => bars(card))?.rule ?? null;
  }

  // Return the limits on the next card, each unless its own exception holds.
  limits(led, held) {
    const { rules } = this;
    const limits = [];
    if (led === null && this.played === 0 && rules.opening !== "dealers_left") {
      const any = rules.opening === "any_club";
      limits.push({ rule: "opening_lead", bars: (card) => (any ? suitOf(card) !== "C" : card !== this.lowest) });
    }
    if (led === null && !this.broken && rules.hearts_must_break) {
      const only = held.every((card) => suitOf(card) === "H" || (rules.heart_for_queen && card === "QS"));
      if (!only) limits.push({ rule: "hearts_not_broken", bars: (card) => suitOf(card) === "H" });
    }
    if (led === null && !this.broken && !rules.queen_may_lead) {
      limits.push({ rule: "queen_lead", bars: (card) => card === "QS" });
    }
    if (this.played < rules.players && rules.first_trick_safe) {
      const nothingElse = held.every((card) => this.worths.has(card));
      if (!nothingElse) limits.push({ rule: "first_trick", bars: (card) => this.worths.has(card) });
    }
    return limits;
  }

  finishTrick() {
    const led = suitOf(this.trick[0].card);
    const following = this.trick.filter(({ card }) => suitOf(card) === led);
    const { seat } = following.reduce((best, one) => (rankOf(one.card) > rankOf(best.card) ? one : best));
    const isFirst = this.tricks.every((count) => count === 0);
    this.taken[seat].push(...this.trick.map(({ card }) => card), ...(isFirst ? this.kitty : []));
    this.tricks[seat] += 1;
    this.trick = [];
    this.turn = this.isOver ? null : seat;
  }

  /** Who took every penalty card, and the bonus card where he needs it; null for nobody. */
  get shooter() {
    const { jack, moon_needs_jack: needed } = this.rules;
    const wanted = [...this.worths.keys(), ...(jack !== null && needed ? [jack] : [])];
    return this.takerOf(wanted);
  }

  takerOf(wanted) {
    const seat = this.taken.findIndex((cards) => wanted.every((card) => cards.includes(card)));
    return seat < 0 ? null : seat;
  }

  get points() {
    const worth = (card) => this.worths.get(card) ?? (card === this.rules.jack ? -10 : 0);
    return this.taken.map((cards) => cards.reduce((sum, card) => sum + worth(card), 0));
  }

  /** Return points, scores and shooter; `choice` is the shooter's under moon=choice, else null. */
  score(choice) {
    const { rules, shooter, points } = this;
    const asked = rules.moon === "choice" && shooter !== null;
    if (asked && choice === null) throw new Forbidden("moon_choice_missing", "the shooter has not chosen");
    if (!asked && choice !== null) throw new Forbidden("moon_choice_unasked", "nobody was asked about a moon");
    let effect = asked ? choice : rules.moon;
    if (effect === "auto" && shooter !== null) effect = this.betterEffect(shooter);
    return { points, scores: this.scoresWith(shooter === null ? "off" : effect), shooter };
  }

  scoresWith(effect) {
    const { rules, shooter, points } = this;
    let scores;
    if (effect === "off") {
      scores = points.map((taken, seat) => taken + (this.tricks[seat] === 0 ? rules.no_tricks : 0));
    } else {
      const whole = [...this.worths.values()].reduce((sum, worth) => sum + worth, 0);
      const all = this.tricks.filter((count) => count > 0).length === 1;
      const value = whole * (rules.sun && all ? 2 : 1);
      const own = effect === "add" ? 0 : -value;
      scores = points.map((_, seat) => (seat === shooter ? own : effect === "add" ? value : 0));
      if (rules.jack !== null && !rules.moon_needs_jack) scores[this.takerOf([rules.jack])] -= 10;
    }
    const ten = rules.ten_of_clubs_doubles ? this.takerOf(["TC"]) : null;
    return scores.map((score, seat) => (seat === ten ? 2 * score : score) + 0);
  }

  betterEffect(shooter) {
    const scores = this.scoresWith("add");
    const after = this.totals.map((total, seat) => total + scores[seat]);
    const lost = isAtEnd(this.rules, after, this.number) && Math.min(...after) < after[shooter];
    return lost ? "subtract" : "add";
  }
}
