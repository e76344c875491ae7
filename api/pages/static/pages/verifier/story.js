// The story of each deal: its lines in the chain, its entries in the log, its proof.

import { cardsOf, drawIndex, drawText, randomnessOf } from "./draw.js";
import { DECKS } from "./cards.js";

const OF_DEALS = ["commit", "freeze", "reveal", "void"];

/** Return the stories of all deals that lines, entries or proofs name, by number. */
export function dealStories({ events, entries, proofs }) {
  const lines = new Map();
  let current = [];
  for (const event of events) {
    if (event.kind === "deal") {
      const { number } = event.detail;
      if (!lines.has(number)) lines.set(number, []);
      current = lines.get(number);
    }
    current.push(event);
  }
  const logged = entries.filter((entry) => OF_DEALS.includes(entry.kind));
  const numbers = new Set([...lines.keys(), ...logged.map((one) => Number(one.deal)), ...proofs.keys()]);
  return [...numbers].sort((a, b) => a - b).map((number) => {
    const own = logged.filter((one) => Number(one.deal) === number);
    return new Story(number, lines.get(number) ?? [], own, proofs.get(number) ?? null);
  });
}

// A board is one hand, whatever its number.
const handOf = (purpose) => (purpose.startsWith("board/") ? 1 : Number(purpose.split("/").at(-1)));

class Story {
  constructor(number, lines, entries, proof) {
    Object.assign(this, { number, lines, entries, proof });
    for (const kind of OF_DEALS) this[kind] = entries.find((one) => one.kind === kind) ?? null;
    this.hand = this.commit === null ? 0 : handOf(this.commit.for);
    this.place = { hand: this.hand };
    this.isOpen = this.proof !== null && this.reveal !== null;
  }

  said(kind) {
    return this.lines.filter((line) => line.kind === kind);
  }

  logged(kind) {
    return this.entries.filter((one) => one.kind === kind);
  }

  /** Return what each seat gave by the chain, as seat lines. */
  seatLines(players) {
    const [keys, nonces] = [new Map(), new Map()];
    for (const line of this.said("contribute")) keys.set(line.seat, line.detail.commitment);
    for (const line of this.said("nonce")) nonces.set(line.seat, line.detail.nonce);
    return Array.from({ length: players }, (_, seat) => `${seat} ${keys.get(seat) ?? "-"} ${nonces.get(seat) ?? "-"}`);
  }

  /** Whether a void deal could have been drawn: then its cards are known. */
  voidCards() {
    const { commit, void: gone } = this;
    const shown = this.said("beacon")[0]?.detail;
    const complete = { server: true, beacon: shown !== undefined, seats: gone.seat.every((line) => !line.endsWith(" -")) };
    if (gone.seed === "-" || !Object.hasOwn(DECKS, commit.deck) || !complete[commit.sources]) return null;
    const beacon = commit.sources === "beacon" ? `${shown.round} ${randomnessOf(shown.signature)}` : "-";
    const statement = drawText(commit.commitment, gone.seat, beacon);
    return cardsOf(drawIndex(gone.seed, statement, commit.deck).index, commit.deck);
  }
}
