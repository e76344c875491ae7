// The page that checks a deal or a game: reads what is given, shows what the verifier says.

import { element, hands, list, scores, steps, verdict } from "./report-view.js";
import { sha256 } from "./verifier/hash.js";
import { hexOf } from "./verifier/text.js";
import { verifyText } from "./verifier/verify.js";

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
  if (report.notes?.length) shown.push(list(report.notes.map((note) => `${note[0].toUpperCase()}${note.slice(1)}.`)));
  const said = { true: "Your browser's own SHA-256 gives the same hashes as this page's.", false: "Your browser's own SHA-256 gives other hashes than this page's: trust neither.", null: "Your browser offers no cryptography of its own here (plain http): this page used its own SHA-256." };
  shown.push(element("p", said[hashes], "help"));
  return shown;
}

await openAddress();
