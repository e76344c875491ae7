// The page that checks a deal or a game: reads what is given, shows what the verifier says.

import { sha256 } from "./verifier/hash.js";
import { STEPS } from "./verifier/steps.js";
import { hexOf } from "./verifier/text.js";
import { verifyText } from "./verifier/verify.js";

const SUITS = { C: ["clubs", "♣"], D: ["diamonds", "♦"], H: ["hearts", "♥"], S: ["spades", "♠"] };
const form = document.getElementById("check");
const result = document.getElementById("result");
const busy = document.getElementById("busy");
const text = document.getElementById("text");

form.addEventListener("submit", async (event) => {
  event.preventDefault();
  const file = document.getElementById("file").files[0];
  await show(text.value.trim() || !file ? text.value : await file.text());
});

for (const kind of ["dragover", "drop"]) form.addEventListener(kind, (event) => event.preventDefault());
form.addEventListener("drop", async (event) => {
  const file = event.dataTransfer.files[0];
  if (file) await show(await file.text());
});

// /verify?deal=7 and /verify?game=<id> fetch what they name, and check it.
async function openAddress() {
  const asked = new URLSearchParams(location.search);
  const deal = asked.get("deal");
  const game = asked.get("game");
  const address = deal ? `/api/v1/deals/${encodeURIComponent(deal)}/proof` : game && `/api/v1/games/${encodeURIComponent(game)}/bundle`;
  if (!address) return;
  busy.textContent = "Fetching …";
  const answer = await fetch(address);
  const body = await answer.text();
  busy.textContent = "";
  if (answer.ok) {
    text.value = body;
    await show(body);
  } else {
    const problem = JSON.parse(body);
    result.replaceChildren(element("h2", "Nothing to check"), element("p", `${problem.title}: ${problem.detail ?? ""}`));
  }
}

async function show(given) {
  busy.textContent = "Checking …";
  await new Promise((done) => { setTimeout(done); });
  const key = document.getElementById("key").value.trim() || null;
  const report = verifyText(given, key);
  const hashes = await compareHashes(given);
  busy.textContent = "";
  result.replaceChildren(...parts(report, hashes));
  result.focus();
}

// Whether the browser's own SHA-256 agrees with this page's; null where it has none.
async function compareHashes(given) {
  const bytes = new TextEncoder().encode(given);
  if (!globalThis.crypto?.subtle) return null;
  const own = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return hexOf(own) === hexOf(sha256(bytes));
}

function parts(report, hashes) {
  const shown = [element("h2", "What your browser found"), verdict(report)];
  if (report.verdict === "unreadable") return [...shown, element("p", `This page ${report.expected}.`)];
  shown.push(steps(report));
  if (report.kind === "deal" && report.cards) shown.push(hands(report));
  if (report.kind === "bundle" && report.hands.length) shown.push(scores(report));
  const missing = Object.entries(report.notMade);
  if (missing.length) shown.push(element("h3", "What was not checked"), list(missing.map(([step, why]) => `Step ${step}: ${why}.`)));
  const said = { true: "Your browser's own SHA-256 gives the same hashes as this page's.", false: "Your browser's own SHA-256 gives other hashes than this page's: trust neither.", null: "Your browser offers no cryptography of its own here (plain http): this page used its own SHA-256." };
  shown.push(element("p", said[hashes], "help"));
  return shown;
}

function verdict(report) {
  const words = { ok: "It holds.", incomplete: "All right so far; the game is not over.", false: "FALSE", unreadable: "This can't be read." };
  const box = element("div", "", `verdict ${report.verdict}`);
  box.append(element("p", words[report.verdict], "headline"), element("p", sentence(report)));
  return box;
}

function sentence({ verdict: found, strength, choices, findings, kind }) {
  if (found === "unreadable") return "It is neither a deal's proof nor a game's bundle.";
  if (found === "false") return `Step ${findings[0].step} fails${where(findings[0])}: ${findings[0].detail}.`;
  const many = choices > 1 ? ` It is one of ${choices} deals for a hand that the server could have looked at; the others were voided in the open.` : "";
  const said = {
    shared: "At least one seat added a random number of its own after the server had fixed its seed. If you drew one of them, these cards were not chosen without you.",
    "server-only": "Nothing was changed after the deal was fixed. But no seat added anything: the server could have tried seeds until it liked one.",
    unproven: kind === "deal" ? "The arithmetic agrees. Whether the deal was fixed before the play only the log can show: check the whole game." : "What was checked agrees. A word for the deal needs every step.",
  };
  return said[strength] + many;
}

const where = ({ hand, seat, seq }) => [[", hand ", hand], [", seat ", seat], [", line ", seq]].filter(([, at]) => at !== null).map((pair) => pair.join("")).join("");

function steps(report) {
  const all = element("ol", "", "steps");
  STEPS.forEach((title, at) => {
    const number = at + 1;
    const failed = report.findings.filter((one) => one.step === number);
    const state = failed.length ? "failed" : report.notMade[number] ? "unmade" : "fine";
    const item = element("li", "", state);
    const mark = { fine: "✓ holds", failed: "✗ fails", unmade: "– not made" }[state];
    item.append(element("span", mark, "mark"), element("span", ` ${title}`));
    for (const one of failed) item.append(...differences(one));
    all.append(item);
  });
  return all;
}

function differences(finding) {
  if (finding.value === undefined) return [element("p", `${finding.detail}${where(finding)}`, "detail")];
  const values = element("dl", "", "facts");
  values.append(element("dt", `${finding.what}: found`), element("dd", finding.value), element("dt", "expected"), element("dd", finding.expected));
  return [values];
}

function hands({ cards, proof, index }) {
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

function scores({ hands: played, totals, header }) {
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

function wide(table) {
  const box = element("div", "", "wide");
  box.append(table);
  return box;
}

function list(lines) {
  const all = element("ul");
  all.append(...lines.map((line) => element("li", line)));
  return all;
}

function element(tag, content = "", name = "") {
  const made = document.createElement(tag);
  if (content) made.textContent = content;
  if (name) made.className = name;
  return made;
}

await openAddress();
