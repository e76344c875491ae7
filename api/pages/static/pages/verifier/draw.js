// From seed, nonces and beacon to the cards (fair deal, sections 1, 2 and 4).

import { DECKS, dealCount, placeSizes, seatCount, unrank } from "./cards.js";
import { hmac256, joined, sha256 } from "./hash.js";
import { parseStatement, writeStatement } from "./statement.js";
import { bytesOf, demand, demandSame, hexOf, utf8 } from "./text.js";

/** Return the SHA-256 of a text, as hex. */
export const digest = (text) => hexOf(sha256(utf8(text)));

/** Return the randomness of a beacon's round: the SHA-256 of its signature. */
export const randomnessOf = (signature) => hexOf(sha256(bytesOf(signature)));

/** Return the opening of a deal's terms and seed; refuses what is not canonical. */
export function opening(terms, seed) {
  const keys = ["origin", "deal", "for", "deck", "sources", "beacon"];
  return written("seed", [...keys.map((key) => [key, String(terms[key])]), ["seed", seed]]);
}

/** Return the statement of a seat's nonce. */
export function contribution(commitment, seat, nonce) {
  return written("contribution", [["commitment", commitment], ["seat", String(seat)], ["nonce", nonce]]);
}

/** Return the draw statement of a proof. */
export function drawStatement(proof) {
  const given = proof.contributions.map((one) => `${one.seat} ${one.commitment} ${one.nonce}`);
  const bare = Array.from({ length: seatCount(proof.deck) }, (_, seat) => `${seat} - -`);
  const lines = given.length ? given : bare;
  const { round } = proof;
  const beacon = round ? `${round.number} ${round.randomness}` : "-";
  demand(lines.length === seatCount(proof.deck), `${lines.length} seat lines for the deck ${proof.deck}`);
  demand((given.length > 0) === (proof.sources === "seats"), "nonces are drawn from exactly with sources seats");
  demand((round !== null) === (proof.sources === "beacon"), "a round is drawn from exactly with sources beacon");
  return drawText(proof.commitment, lines, beacon);
}

/** Return a draw statement of seat lines and a beacon line's value. */
export function drawText(commitment, lines, beacon) {
  const seats = lines.map((line) => ["seat", line]);
  return written("draw", [["commitment", commitment], ...seats, ["beacon", beacon]]);
}

/** Return the index that seed and draw statement give, and in how many attempts. */
export function drawIndex(seed, statement, deck) {
  const key = hmac256(bytesOf(seed), utf8(statement));
  const count = dealCount(placeSizes(deck));
  const bits = (count - 1n).toString(2).length;
  const size = Math.ceil(bits / 8);
  for (let attempts = 1; ; attempts += 1) {
    const candidate = candidateOf(key, attempts - 1, size) >> BigInt(8 * size - bits);
    if (candidate < count) return { index: candidate, attempts };
  }
}

function candidateOf(key, j, size) {
  const blocks = Array.from({ length: Math.ceil(size / 32) }, (_, i) => hmac256(key, utf8(`hearts/index/v1 ${j} ${i}\n`)));
  return BigInt(`0x${hexOf(joined(...blocks).subarray(0, size))}`);
}

/** Return the holdings of an index, the kitty last. */
export const cardsOf = (index, deck) => unrank(index, DECKS[deck].cards, DECKS[deck].sizes);

/** Refuse unless an opening is what was committed. */
export function checkOpening(terms, seed, commitment) {
  demandSame("the hash of the opening", digest(opening(terms, seed)), commitment);
}

function written(kind, pairs) {
  const text = writeStatement(kind, pairs);
  parseStatement(kind, text);
  return text;
}
