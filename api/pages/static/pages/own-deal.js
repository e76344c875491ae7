// A deal as one seat's software knows it, wherever its randomness comes from (fair deal, section 2):
// what is checked before anybody plays, what the seat gives, and what is checked after the hand.

import { promised, promisedSame } from "./promise.js";
import { rankOf, suitOf } from "./verifier/cards.js";
import { purposeOf } from "./verifier/chainsteps.js";
import { checkNotice, roundDue } from "./verifier/dealsteps.js";
import { contribution, digest } from "./verifier/draw.js";
import { deckOf } from "./verifier/rules.js";
import { demand, demandSame } from "./verifier/text.js";
import { verifyProof } from "./verifier/verify.js";

export class OwnDeal {
  /** `line` is the chain's deal line of a hand, `commit` its proven entry, `nonce` null where none is asked for. */
  constructor({ header, rules, hand, line, commit, seat, nonce }) {
    Object.assign(this, { header, rules, hand, commit, seat, nonce, number: line.number, commitment: line.commitment, entry: line.entry });
    this.sources = commit.sources;
    this.isBoard = commit.for.startsWith("board/");
    this.K = nonce === null ? null : digest(contribution(line.commitment, seat, nonce));
    Object.assign(this, { commitments: new Map(), nonces: new Map(), frozen: null, beacon: null, dealt: null, kitty: null, score: null });
    Object.assign(this, { plays: [], isForeign: false });
    this.checkTerms(line);
  }

  // Step 2: it was committed for this hand and nothing else; step 5: a beacon's round was out of sight.
  checkTerms({ number, commitment, entry, size }) {
    const { header, rules, hand, commit } = this;
    const expected = { origin: header.origin, deal: String(number), for: purposeOf(header, rules, hand, commit.for), deck: deckOf(rules), sources: header.sources, commitment };
    promisedSame(2, Object.entries(expected).map(([name, value]) => [`the committed ${name}`, commit[name], value]));
    promised(2, () => demand(entry < size, "the deal line's checkpoint does not hold the commit entry"));
    if (commit.sources === "beacon") promised(5, () => checkNotice(commit));
  }

  /** The round that a beacon's deal waits for, and when it is due, in milliseconds since 1970. */
  get round() {
    return this.sources === "beacon" ? { number: Number(this.commit.beacon.split("@")[1]), due: roundDue(this.commit) } : null;
  }

  // A K of every seat before any nonce. Where this browser drew no nonce before, another one may have.
  contribute(seat, { commitment, by }, { isNew }) {
    promised(4, () => demand(this.nonces.size === 0 && !this.commitments.has(seat), "a K after the first nonce, or a second one"));
    if (seat === this.seat) {
      this.isForeign = by !== "seat" || (isNew && commitment !== this.K);
      if (!this.isForeign) promised(4, () => demandSame("your own K", commitment, this.K));
    }
    this.commitments.set(seat, commitment);
  }

  open(seat, { nonce }) {
    promised(4, () => demand(this.commitments.size === this.rules.players, "a nonce before every seat's K"));
    promised(4, () => demandSame(`the hash of seat ${seat}'s nonce`, digest(contribution(this.commitment, seat, nonce)), this.commitments.get(seat)));
    this.nonces.set(seat, nonce);
  }

  takeRound(beacon) {
    promised(5, () => demandSame("the beacon's round", beacon.round, this.round?.number ?? "none"));
    this.beacon = beacon;
  }

  /** The seats' lines as freeze entry and proof must have them. */
  get given() {
    return [...this.commitments.keys()].sort((a, b) => a - b).map((seat) => `${seat} ${this.commitments.get(seat)} ${this.nonces.get(seat)}`);
  }

  /** Hold the server to the cards, and the kitty, that it has shown to this seat. */
  see({ dealt, kitty }) {
    this.dealt ??= dealt.join(" ");
    promised(7, () => demandSame("the cards that were dealt to you", dealt.join(" "), this.dealt));
    if (kitty?.length) this.kitty = kitty.join(" ");
  }

  /** Return the tricks as the chain shows them: who led, the cards, who took it. */
  get tricks() {
    const { players } = this.rules;
    return Array.from({ length: Math.floor(this.plays.length / players) }, (_, at) => {
      const trick = this.plays.slice(at * players, (at + 1) * players);
      const followed = trick.filter(({ card }) => suitOf(card) === suitOf(trick[0].card));
      const { seat } = followed.reduce((best, one) => (rankOf(one.card) > rankOf(best.card) ? one : best));
      return { leader: trick[0].seat, cards: trick.map(({ card }) => card), winner: seat };
    });
  }

  /** Check steps 3 to 7 once it is revealed, all that was shown before among them; its index and cards. */
  checkOutcome(proof, reveal, freeze) {
    const { commit, frozen } = this;
    const report = verifyProof(proof);
    if (report.findings.length) promised(report.findings[0].step, () => demand(false, report.findings[0].detail));
    promisedSame(3, ["origin", "deal", "for", "deck", "sources", "beacon", "commitment"].map((name) => [`the proof's ${name}`, String(proof[name]), commit[name]]));
    promisedSame(3, [["the revealed seed", reveal.seed, proof.seed]]);
    const given = proof.contributions.map((one) => `${one.seat} ${one.commitment} ${one.nonce}`);
    if (this.sources === "seats") {
      promised(5, () => demand(frozen !== null && freeze !== null, "cards were dealt before the seats' numbers were frozen in the log"));
      promisedSame(5, [["the frozen seats", freeze.seat, this.given], ["the frozen commitment", freeze.commitment, this.commitment], ["the digest of the freeze entry", digest(freeze.text), frozen.digest]]);
    }
    promisedSame(5, [["what the cards were drawn from", given, this.given]]);
    if (this.beacon) promisedSame(5, [["the beacon's round", [proof.round.number, proof.round.signature], [this.beacon.round, this.beacon.signature]]]);
    promisedSame(6, [["the index", report.index, String(reveal.index)]]);
    const kitty = report.cards[this.rules.players]?.join(" ") ?? null;
    if (this.dealt !== null) promisedSame(7, [["your cards", report.cards[this.seat].join(" "), this.dealt]]);
    if (this.kitty !== null) promisedSame(7, [["the kitty that you were shown", kitty, this.kitty]]);
    this.kitty = kitty;
    return report;
  }
}
