// The page that checks a deal, a game or rounds: reads what is given, shows what is found.

import { element, hands, list, scores, seating, steps, verdict } from "./report-view.js";
import { sha256 } from "./verifier/hash.js";
import { hexOf } from "./verifier/text.js";
import { NotLoaded, PARTS, verifyText } from "./verifier/verify.js";

const form = document.getElementById("check");
const result = document.getElementById("result");
const busy = document.getElementById("busy");
const text = document.getElementById("text");
const NOBODY = new Map();

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

// Who means to give something gets all parts of the script first: the check needs no connection.
for (const kind of ["focusin", "dragenter"]) form.addEventListener(kind, () => Promise.allSettled(Object.values(PARTS).map((load) => load())), { once: true });

// What an address names is fetched, and checked: /verify?deal=7, ?game=<id>, ?league=<id>&round=2.
const ADDRESSES = { deal: (id) => `deals/${id}/proof`, game: (id) => `games/${id}/bundle`, league: (id) => `leagues/${id}/rounds/proof` };

async function openAddress() {
  const asked = new URLSearchParams(location.search);
  const named = Object.keys(ADDRESSES).find((name) => asked.get(name));
  if (!named) return;
  const id = encodeURIComponent(asked.get(named));
  const address = `/api/v1/${ADDRESSES[named](id)}`;
  busy.textContent = "Fetching …";
  const answer = await fetch(address);
  const body = await answer.text();
  busy.textContent = "";
  if (answer.ok) {
    text.value = body;
    await show(body, named === "league" ? { names: await namesOf(id), only: Number(asked.get("round")) } : {});
  } else {
    const problem = JSON.parse(body);
    result.replaceChildren(element("h2", "Nothing to check"), element("p", `${problem.title}: ${problem.detail ?? ""}`));
  }
}

// The names of a league's entrants, as this site gives them: the document has uuids alone.
async function namesOf(league) {
  const answer = await fetch(`/api/v1/leagues/${league}/entrants`);
  if (!answer.ok) return NOBODY;
  const { entrants } = await answer.json();
  return new Map(entrants.map(({ entrant, name }) => [entrant, name]));
}

// `names` are those of entrants, and `only` the round that was asked for, if one was.
async function show(given, { names = NOBODY, only = 0 } = {}) {
  busy.textContent = "Checking …";
  await new Promise((done) => { setTimeout(done); });
  const key = document.getElementById("key").value.trim() || null;
  const report = await reportOn(given, key);
  if (report === null) return;
  const hashes = await compareHashes(given);
  busy.textContent = "";
  result.replaceChildren(...parts(report, hashes), ...seatings(report, names, only));
  result.focus();
}

async function reportOn(given, key) {
  try {
    return await verifyText(given, key);
  } catch (error) {
    if (!(error instanceof NotLoaded)) throw error;
    busy.textContent = "A part of this page could not be loaded. Is there a connection?";
    return null;
  }
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
  if (report.notes?.length) shown.push(list(report.notes.map((note) => `${note[0].toUpperCase()}${note.slice(1)}.`)));
  const said = { true: "Your browser's own SHA-256 gives the same hashes as this page's.", false: "Your browser's own SHA-256 gives other hashes than this page's: trust neither.", null: "Your browser offers no cryptography of its own here (plain http): this page used its own SHA-256." };
  shown.push(element("p", said[hashes], "help"));
  return shown;
}

// Who sits where by the log; of the round that was asked for alone.
function seatings(report, names, only) {
  if (report.kind !== "rounds" || !report.rounds.length) return [];
  const asked = report.rounds.filter(({ number }) => number === only);
  const help = names.size ? "Names are those that this site gives to the entrants' numbers; the log has the numbers." : "An entrant is shown by the end of its number.";
  const missing = only && !asked.length ? [element("p", `Round ${only} is in no signed state of the log yet.`, "wrong")] : [];
  return [element("h3", "Who sits where"), ...missing, ...(asked.length ? asked : report.rounds).map((round) => seating(round, names)), element("p", help, "help")];
}

if (!new URLSearchParams(location.search).has("league")) await Promise.allSettled([PARTS.bundle()]);
await openAddress();
