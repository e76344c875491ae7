// What the verifier says, as parts of a page: the verdict, its ten steps, cards and scores.

import { ROUND_STEPS, STEPS } from "./verifier/words.js";

const SUITS = { C: ["clubs", "♣"], D: ["diamonds", "♦"], H: ["hearts", "♥"], S: ["spades", "♠"] };

/** Return the verdict in a box: its headline, and what it means. */
export function verdict(report) {
  const words = { ok: "It holds.", incomplete: "All right so far; the game is not over.", false: "FALSE", unreadable: "This can't be read." };
  const box = element("div", "", `verdict ${report.verdict}`);
  box.append(element("p", words[report.verdict], "headline"), element("p", sentence(report)));
  return box;
}

function sentence({ verdict: found, strength, choices, findings, kind }) {
  if (found === "unreadable") return "It is no deal's proof, no game's bundle, and no league's rounds.";
  if (found === "false") return `Step ${findings[0].step} fails${where(findings[0], kind)}: ${findings[0].detail}.`;
  if (kind === "rounds") return seatingSentence(strength, choices);
  const many = choices > 1 ? ` It is one of at least ${choices} deals for a hand that the server could have looked at; the others were voided in the open.` : "";
  const said = {
    shared: "At least one seat added a random number of its own after the server had fixed its seed. If you drew one of them, and the chain's head that you sent with it stands in this chain, these cards were not chosen without you.",
    "server-only": "Nothing was changed after the deal was fixed. But no seat added anything: the server could have tried seeds until it liked one.",
    unproven: kind === "deal" ? "The arithmetic agrees. Whether the deal was fixed before the play only the log can show: check the whole game." : "What was checked agrees. A word for the deal needs every step.",
  };
  return said[strength] + many;
}

function seatingSentence(strength, choices) {
  if (choices === null) return "No round of this league is in the log yet.";
  const many = choices > 1 ? ` The draw of a round is one of at least ${choices} that the server could have looked at; the others were voided in the open.` : "";
  const follows = "Everybody sits where the draws have put them: no director has seated anybody, nor swapped two.";
  const word = strength === "server-only" ? "Each draw was fixed before it was shown. The server could still have tried seeds until it liked one." : "That every draw was fixed before only a whole check can show: see below what was not made.";
  return `${follows} ${word}${many} That the order is that of the standings, and that the right ones sit out, no such file can show: it follows from the league's results.`;
}

// A detail of a round's names it itself.
const where = ({ hand, seat, seq }, kind) => [[", hand ", kind === "rounds" ? null : hand], [", seat ", seat], [", line ", seq]].filter(([, at]) => at !== null).map((pair) => pair.join("")).join("");

/** Return the ten steps, each with its mark, and the values that differ. */
export function steps(report) {
  const all = element("ol", "", "steps");
  (report.kind === "rounds" ? ROUND_STEPS : STEPS).forEach((title, at) => {
    const number = at + 1;
    const failed = report.findings.filter((one) => one.step === number);
    const state = failed.length ? "failed" : report.notMade[number] ? "unmade" : "fine";
    const item = element("li", "", state);
    const mark = { fine: "✓ holds", failed: "✗ fails", unmade: "– not made" }[state];
    item.append(element("span", mark, "mark"), element("span", ` ${title}`));
    for (const one of failed) item.append(...differences(one, report.kind));
    all.append(item);
  });
  return all;
}

function differences(finding, kind) {
  if (finding.value === undefined) return [element("p", `${finding.detail}${where(finding, kind)}`, "detail")];
  const values = element("dl", "", "facts");
  values.append(element("dt", `${finding.what}: found`), element("dd", finding.value), element("dt", "expected"), element("dd", finding.expected));
  return [values];
}

/** Return the cards of a deal as a table. */
export function hands({ cards, proof, index }) {
  const table = element("table");
  table.append(element("caption", `The cards of deal ${proof.deal}, index ${index}`));
  const lots = proof.deck.startsWith("lots/");
  cards.forEach((held, place) => {
    const row = element("tr");
    const isKitty = proof.deck.endsWith("kitty") && place === cards.length - 1;
    const cell = element("td");
    if (lots) cell.append(held[0]);
    else cell.append(...bySuit(held));
    row.append(element("th", lots ? `Place ${place}` : isKitty ? "Kitty" : `Seat ${place}`), cell);
    row.firstChild.scope = "row";
    table.append(row);
  });
  return wide(table);
}

function bySuit(held) {
  return Object.entries(SUITS).map(([letter, [name, sign]]) => {
    const ranks = held.filter((card) => card[1] === letter).map((card) => card[0]).reverse().join(" ");
    const suit = element("span", `${sign} ${ranks || "–"}`, `suit ${name}`);
    suit.title = name;
    return suit;
  });
}

/** Return the scores of a game as a table. */
export function scores({ hands: played, totals, header }) {
  const table = element("table");
  table.append(element("caption", `Scores of game ${header.game}`));
  const head = element("tr");
  head.append(...["Hand", "Pass", ...totals.map((_, seat) => `Seat ${seat}`)].map((name) => element("th", name)));
  table.append(head);
  for (const { number, direction, scores: points, totals: sums } of played) {
    const row = element("tr");
    row.append(element("th", String(number)), element("td", direction), ...sums.map((sum, seat) => element("td", `${sum} (${points[seat] > 0 ? "+" : ""}${points[seat]})`)));
    table.append(row);
  }
  return wide(table);
}

/** Return a round's tables; `names` by entrant, where somebody has said them. */
export function seating({ number, proof, tables }, names) {
  const table = element("table", "", "scores");
  table.append(element("caption", `Round ${number}, drawn by deal ${proof.deal}`));
  const most = tables.reduce((longest, seats) => Math.max(longest, seats.length), 0);
  const head = element("tr");
  head.append(...["Table", ...Array.from({ length: most }, (_, seat) => `Seat ${seat}`)].map((name) => element("th", name)));
  for (const cell of head.children) cell.scope = "col";
  table.append(head);
  tables.forEach((seats, at) => {
    const row = element("tr");
    row.append(element("th", String(at + 1)), ...seats.map((one) => entrantCell(one, names)));
    row.firstChild.scope = "row";
    table.append(row);
  });
  const box = wide(table);
  box.tabIndex = 0;
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", `Tables of round ${number}`);
  return box;
}

// The end of an entrant's uuid is what differs most.
function entrantCell(entrant, names) {
  const cell = element("td", names.get(entrant) ?? `… ${entrant.slice(-8)}`);
  cell.title = entrant;
  return cell;
}

function wide(table) {
  const box = element("div", "", "wide");
  box.append(table);
  return box;
}

/** Return lines as a list. */
export function list(lines) {
  const all = element("ul");
  all.append(...lines.map((line) => element("li", line)));
  return all;
}

/** Make an element with a text and a class. */
export function element(tag, content = "", name = "") {
  const made = document.createElement(tag);
  if (content) made.textContent = content;
  if (name) made.className = name;
  return made;
}
