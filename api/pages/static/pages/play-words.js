// What the page says: what a deal's source can prove and what not, whom the table waits for, how a hand went.

import { cardText } from "./table-view.js";

const SOURCES = {
  seats: "Every seat adds a secret number to this deal, and your browser draws yours. So the cards were not chosen without you: not by the other seats, and not by the server.",
  beacon: "The server's secret number and a public one make this deal, and the public one nobody can know before it is out. Your browser checks that the deal was fixed in the log before, and that the cards follow from the two. It can't check the public number's signature: the offline verifier does. The seats add nothing.",
  server: "The server alone draws these cards: the seats add nothing. Your browser checks that the deal was fixed before the first card was played, and that nothing was changed afterwards. What nobody can check is whether the server tried other deals first and kept one that it liked.",
};
const FOREIGN = " For the deal that is on, your seat's number was drawn elsewhere, in another browser or program: this one can't vouch for it.";
const BOARD = " This deal is a board: other tables play the same cards. So seed and cards stay shut until the last table is done.";

/** Return what the deals of a game can prove, and what not. */
export const sourceWords = ({ sources, deal }) => SOURCES[sources] + (deal?.isBoard ? BOARD : "") + (deal?.isForeign ? FOREIGN : "");

/** Return names in a row: one, two and three. */
export const row = (names) => (names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names.join(""));

/** Return a text that begins with a capital. */
export const upper = (text) => text && text[0].toUpperCase() + text.slice(1);

/** Return whom or what the table waits for while no cards are dealt; `name` says a seat's name. */
export function waitingWords(seat, view, name) {
  const { deal, rules } = seat;
  const all = [...Array(rules.players).keys()];
  const free = all.filter((one) => (seat.holders.get(one)?.holder ?? "empty") === "empty");
  if (free.length) return `Waiting for ${row(free.map(name))} to sit down`;
  if (view.phase === "contributing" && deal) return deal.isForeign ? "Your seat's number is in another browser" : waitsFor(all.filter((one) => !deal.commitments.has(one)), "add a number", name);
  if (view.phase === "opening" && deal) return deal.isForeign && !deal.nonces.has(seat.seat) ? "Your seat's number is in another browser: open this table there" : waitsFor(all.filter((one) => !deal.nonces.has(one)), "show a number", name);
  if (view.phase === "waiting" && deal?.round) return `The cards wait for the beacon's round ${deal.round.number}, due at ${new Date(deal.round.due).toLocaleTimeString()}`;
  return "The next deal is being fixed in the public log";
}

const waitsFor = (seats, what, name) => (seats.length ? `The deal is being made: waiting for ${row(seats.map(name))} to ${what}` : "The deal is being made");

/** Return how long it is until a moment, in milliseconds since 1970. */
export function secondsTo(due) {
  const seconds = Math.ceil((due - Date.now()) / 1000);
  return seconds > 0 ? `in ${seconds} seconds` : "It is fetched as soon as it is out.";
}

/** Return how a finished hand went: its last trick, who got the kitty, points and totals. */
export function handWords({ hand, tricks, kitty, scores, totals }, { rules, name, hasKitty }) {
  const last = tricks.at(-1);
  const said = [`Hand ${hand} is over. Last trick: ${last.cards.map(cardText).join(" ")}, taken by ${name(last.winner)}.`];
  if (hasKitty) said.push(`${upper(name(tricks[0].winner))} took the first trick and with it the kitty${kitty ? `: ${kitty.split(" ").map(cardText).join(" ")}` : ", which is shown when the deal is"}.`);
  if (rules.hands !== 1) said.push(`This hand gives ${seatsWords(scores, name, true)}. Totals now ${seatsWords(totals, name)}.`);
  else said.push(`Points ${seatsWords(scores, name, true)}.`);
  return said.join(" ");
}

/** Return a number for each seat, by name. */
export const seatsWords = (numbers, name, signed = false) => numbers.map((number, seat) => `${upper(name(seat))}: ${signed && number > 0 ? "+" : ""}${number}`).join(" · ");

/** Return how a game ended, in a sentence. */
export function endWords(seat, view, name) {
  if (seat.lost) return "Somebody else plays your seat now: you took too long, or asked for it";
  if (seat.end?.how === "voided") return "The game was called off: it counts for nothing";
  if (seat.end?.how === "abandoned") return "The game was broken off before its end";
  const { totals } = view;
  const best = Math.min(...totals);
  const won = [...totals.keys()].filter((one) => totals[one] === best);
  const verb = won.length > 1 ? "share the first place" : won[0] === seat.seat ? "win" : "wins";
  return `The game is over: ${row(won.map(name))} ${verb}`;
}
