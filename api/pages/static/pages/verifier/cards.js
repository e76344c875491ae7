// Cards, decks, and the numbering of deals (fair deal, section 5). A card is a code: TD, QS.

import { demand } from "./text.js";

const RANKS = "23456789TJQKA";
const SUITS = "CDHS";

/** All cards in deck order: 2C … AC, 2D … AD, 2H … AH, 2S … AS. */
export const CARDS = [...SUITS].flatMap((suit) => [...RANKS].map((rank) => rank + suit));
const PLACE = new Map(CARDS.map((card, place) => [card, place]));

const lacking = (...codes) => CARDS.filter((card) => !codes.includes(card));
const deck = (cards, seats, size) => ({
  cards,
  seats,
  size,
  sizes: [...Array(seats).fill(size), ...(cards.length > seats * size ? [cards.length - seats * size] : [])],
});

/** The decks by their code: cards, number of seats, cards of a seat, sizes with the kitty last. */
export const DECKS = {
  4: deck(CARDS, 4, 13),
  3: deck(lacking("2D"), 3, 17),
  5: deck(lacking("2C", "2D"), 5, 10),
  6: deck(lacking("2C", "3C", "2D", "3D"), 6, 8),
  "3+kitty": deck(CARDS, 3, 17),
  "5+kitty": deck(CARDS, 5, 10),
  "6+kitty": deck(CARDS, 6, 8),
};

/** Return the sizes of a deck's places, lots too. */
export function placeSizes(code) {
  return code.startsWith("lots/") ? Array(Number(code.slice(5))).fill(1) : DECKS[code].sizes;
}

/** Return how many seats a deck has, lots too: no seat line for the kitty. */
export function seatCount(code) {
  return code.startsWith("lots/") ? Number(code.slice(5)) : DECKS[code].seats;
}

export const rankOf = (card) => RANKS.indexOf(card[0]) + 2;
export const suitOf = (card) => card[1];
export const isCard = (code) => PLACE.has(code);

/** Return cards in deck order. */
export const inDeckOrder = (cards) => [...cards].sort((a, b) => PLACE.get(a) - PLACE.get(b));

/** Return the cards that a text names, parted by a space; null unless in deck order, none twice. */
export function parseCards(text, separator = " ") {
  const cards = text.split(separator);
  const ordered = cards.every((card, at) => isCard(card) && (at === 0 || PLACE.get(cards[at - 1]) < PLACE.get(card)));
  return ordered ? cards : null;
}

/** Return in how many ways things can be dealt to places of these sizes. */
export function dealCount(sizes) {
  let [count, placed] = [1n, 0n];
  for (const size of sizes) {
    for (let k = 1n; k <= BigInt(size); k += 1n) {
      placed += 1n;
      count = (count * placed) / k;
    }
  }
  return count;
}

/** Return what lies at each place in the deal of an index. */
export function unrank(index, things, sizes) {
  let [x, m, left] = [index, dealCount(sizes), BigInt(things.length)];
  demand(x >= 0n && x < m, `no deal has the index ${index}`);
  const open = sizes.map(BigInt);
  const places = sizes.map(() => []);
  for (const thing of things) {
    let place = 0;
    for (let w = (m * open[0]) / left; x >= w; w = (m * open[place]) / left) {
      x -= w;
      place += 1;
    }
    m = (m * open[place]) / left;
    open[place] -= 1n;
    left -= 1n;
    places[place].push(thing);
  }
  return places;
}
