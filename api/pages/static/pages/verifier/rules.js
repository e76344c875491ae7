// The 22 settings of a game, from their canonical line, and what they say of cards and points.

import { DECKS, rankOf, suitOf } from "./cards.js";
import { demand } from "./text.js";

const DIRECTIONS = ["left", "right", "across", "left2", "right2", "hold"];

const yesNo = (text) => pick({ yes: true, no: false }, text);
const oneOf = (...words) => (text) => pick(Object.fromEntries(words.map((word) => [word, word])), text);
const orNone = (read) => (text) => (text === "-" ? null : read(text));
const between = (low, high, step = 1) => (text) => {
  const number = /^(0|-?[1-9][0-9]{0,3})$/.test(text) ? Number(text) : NaN;
  demand(number >= low && number <= high && number % step === 0, `no such value: ${text}`);
  return number;
};

const SETTINGS = [
  ["players", between(3, 6)], ["spare", oneOf("strip", "kitty")], ["pass_count", between(0, 4)],
  ["passing", cycle], ["opening", oneOf("low_club", "any_club", "dealers_left")],
  ["first_trick_safe", yesNo], ["hearts_must_break", yesNo], ["queen_breaks_hearts", yesNo],
  ["queen_may_lead", yesNo], ["heart_for_queen", yesNo], ["hearts", oneOf("one", "rank")],
  ["spades", penaltySpades], ["jack", orNone(oneOf("JD", "TD"))], ["ten_of_clubs_doubles", yesNo],
  ["no_tricks", between(-10, 0)], ["moon", oneOf("add", "subtract", "choice", "auto", "off")],
  ["moon_needs_jack", yesNo], ["sun", yesNo], ["target", orNone(between(25, 500, 5))],
  ["hands", orNone(between(1, 100))], ["tie", oneOf("play_on", "share")], ["brink_holds", yesNo],
];

const STANDARD_LINE = "players=4 spare=strip pass_count=3 passing=left,right,across,hold opening=low_club first_trick_safe=yes hearts_must_break=yes queen_breaks_hearts=no queen_may_lead=yes heart_for_queen=no hearts=one spades=QS=13 jack=- ten_of_clubs_doubles=no no_tricks=0 moon=add moon_needs_jack=yes sun=no target=100 hands=- tie=play_on brink_holds=no";

/** Return the settings of a canonical line, by name. */
export function parseRules(line) {
  const parts = line.split(" ");
  demand(parts.length === SETTINGS.length, `${parts.length} settings, not ${SETTINGS.length}`);
  const rules = {};
  SETTINGS.forEach(([name, read], at) => {
    demand(parts[at].startsWith(`${name}=`), `expected the setting ${name}`);
    rules[name] = read(parts[at].slice(name.length + 1));
  });
  checkTogether(rules);
  return rules;
}

/** What a rules object has where it names nothing. */
export const STANDARD = parseRules(STANDARD_LINE);

function checkTogether({ players, passing, target, hands }) {
  demand(!passing.includes("across") || players % 2 === 0, `${players} players can't pass across`);
  const far = passing.includes("left2") || passing.includes("right2");
  demand(!far || players >= 5, `${players} players can't pass two seats on`);
  demand(target !== null || hands !== null, "a game without a target needs a number of hands");
}

/** Return the code of the deck that rules deal. */
export function deckOf({ players, spare }) {
  return `${players}${players === 4 || spare === "strip" ? "" : "+kitty"}`;
}

/** Return the worth of every penalty card of the deck. */
export function worthsOf(rules) {
  const hearts = DECKS[deckOf(rules)].cards.filter((card) => suitOf(card) === "H");
  const worths = hearts.map((card) => [card, rules.hearts === "rank" ? rankOf(card) : 1]);
  return new Map([...worths, ...Object.entries(rules.spades)]);
}

/** Return where hand `number`, from 1, passes; `totals` are those before it. */
export function directionOf(rules, number, totals) {
  const brink = rules.brink_holds && rules.target !== null && totals.includes(rules.target - 1);
  return rules.pass_count === 0 || brink ? "hold" : rules.passing[(number - 1) % rules.passing.length];
}

/** Return how many seats to the left a pass goes. */
export function stepsOf(direction, players) {
  const steps = { left: 1, right: players - 1, left2: 2, right2: players - 2, hold: 0 };
  return direction === "across" ? players / 2 : steps[direction];
}

/** Whether the end rule is met. */
export function isFinished(rules, totals, hands) {
  if (!isAtEnd(rules, totals, hands)) return false;
  const lowest = Math.min(...totals);
  return rules.tie === "share" || totals.filter((total) => total === lowest).length === 1;
}

/** Whether target or number of hands is reached, ties not asked. */
export function isAtEnd({ target, hands: most }, totals, hands) {
  return (target !== null && Math.max(...totals) >= target) || (most !== null && hands >= most);
}

function cycle(text) {
  const steps = text.split(",");
  demand(steps.every((step) => DIRECTIONS.includes(step)), `no such passing: ${text}`);
  return steps;
}

function penaltySpades(text) {
  const pairs = text.split(",").map((pair) => /^([QKA]S)=([1-9][0-9]?)$/.exec(pair));
  demand(pairs.every((pair) => pair !== null && Number(pair[2]) <= 50), `no such spades: ${text}`);
  const codes = pairs.map(([, code]) => code);
  const ordered = ["QS", "KS", "AS"].filter((code) => codes.includes(code));
  demand(codes[0] === "QS" && ordered.join() === codes.join(), "spades in the order QS, KS, AS");
  return Object.fromEntries(pairs.map(([, code, worth]) => [code, Number(worth)]));
}

function pick(values, text) {
  demand(Object.hasOwn(values, text), `no such value: ${text}`);
  return values[text];
}
