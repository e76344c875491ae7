// Who sits where by a draw (LEAGUES.md, section 2). Fault where a plan is at odds with itself.

import { demand } from "./text.js";

/** The rounds before one: who met whom how often, and the movement that the last was of. */
export class Before {
  met = new Map();
  movement = null;
  numbers = [];

  /** Go on by a round; `numbers` are its movement's entrants, by number. */
  add({ movement }, tables, numbers) {
    for (const table of tables) {
      for (const one of table) {
        if (!this.met.has(one)) this.met.set(one, new Map());
        for (const other of table) if (other !== one) raise(this.met.get(one), other, 1);
      }
    }
    this.movement = movement && { ...movement, step: movement.step + 1 };
    this.numbers = numbers;
  }

  /** Whether the movement has a round left, and the same people are there. */
  goesOn({ order, sitting }) {
    const isLeft = this.movement !== null && this.movement.step < this.movement.rounds.length;
    return isLeft && isSame([...order, ...sitting].sort(), [...this.numbers].sort());
  }
}

/** Return the tables that a draw gives, and the movement's entrants by number.
 *
 * `drawn` holds who drew each place, from 0; `sizes` are those of the tables.
 */
export function seatByLots(plan, before, drawn, sizes) {
  const goesOn = before.goesOn(plan);
  if (plan.movement === null) {
    demand(!goesOn, "a movement was on, with the same people, and was not gone on with");
    return { tables: fill(plan, before, drawn, sizes), numbers: [] };
  }
  const expected = goesOn ? before.movement : { ...plan.movement, step: 0 };
  const { rounds, step } = plan.movement;
  const fits = step === expected.step && isSame(rounds, expected.rounds);
  demand(fits, "the movement does not begin here, and is not the one that was on");
  const numbers = goesOn ? before.numbers : numbersBy(plan, drawn);
  const tables = rounds[step].map((table) => table.map((player) => numbers[player]));
  demand(isSame(tables.flat().sort(), [...plan.order].sort()), "the movement seats others than those of the plan");
  return { tables: goesOn ? byLowestPlace(tables, drawn) : tables, numbers };
}

// Whoever drew place p has the number that sits there in the movement's first round; who sits out
// has its free number.
function numbersBy({ movement: { rounds }, sitting }, drawn) {
  const seats = rounds[0].flat();
  const count = drawn.length + sitting.length;
  const players = new Set(rounds.flat(2));
  const isWhole = players.size === count && [...players].every((player) => player >= 0 && player < count);
  demand(isWhole && seats.length === drawn.length && new Set(seats).size === seats.length, "the movement is for another number of people");
  const numbers = Array(count).fill(null);
  seats.forEach((player, place) => { numbers[player] = drawn[place]; });
  const waiting = sitting.values();
  return numbers.map((one) => one ?? waiting.next().value);
}

// The table of the lowest place that was drawn is the first, and so on.
function byLowestPlace(tables, drawn) {
  const places = placesOf(drawn);
  const lowest = (table) => Math.min(...table.map((one) => places.get(one)));
  return [...tables].sort((one, other) => lowest(one) - lowest(other));
}

// Each table takes the highest who is free, then the highest of those who have met the fewest there.
function fill({ order }, { met }, drawn, sizes) {
  const places = placesOf(drawn);
  const free = met.size ? [...order] : [...drawn];
  return sizes.map((size) => {
    const table = [];
    const meetings = new Map();
    while (table.length < size) {
      const counts = free.map((one) => meetings.get(one) ?? 0);
      const fewest = counts.reduce((least, count) => Math.min(least, count), Infinity);
      const [next] = free.splice(counts.indexOf(fewest), 1);
      table.push(next);
      for (const [other, count] of met.get(next) ?? []) raise(meetings, other, count);
    }
    return table.sort((one, other) => places.get(one) - places.get(other));
  });
}

function raise(counts, key, by) {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

const placesOf = (drawn) => new Map(drawn.map((one, place) => [one, place]));
const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);
