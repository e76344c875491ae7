// When the game is over: how it went, the proof, and what to keep to check it elsewhere.

import { endWords, handWords, seatsWords } from "./play-words.js";

const outcome = document.getElementById("outcome");

/** Show the end of a game; `back` is the page of its round, or null. */
export function showEnd({ seat, view, name, back, failed }) {
  document.getElementById("playing").hidden = true;
  document.getElementById("say").textContent = `${endWords(seat, view, name)}. ${seatsWords(view.totals, name)}`;
  const check = made("button", "Verify the whole game");
  const parts = [check, links(seat, back)];
  if (seat.finished) parts.unshift(made("p", handWords(seat.finished, { rules: seat.rules, name, hasKitty: seat.kittySize > 0 })));
  outcome.replaceChildren(...parts);
  check.onclick = async () => {
    check.disabled = true;
    try {
      const [report, { steps, verdict }] = await Promise.all([seat.report(), import("./report-view.js")]);
      outcome.append(made("h2", "The proof, with your receipts"), verdict(report), steps(report), ...keeping(seat));
      outcome.querySelector(".verdict").append(...own(seat, report));
    } catch (error) {
      failed(error);
    }
  };
  check.focus();
}

function links(seat, back) {
  const all = made("p");
  const to = [["Replay it, all hands open", `/games/${seat.game}`], ["Score sheet", `/games/${seat.game}/sheet`], back ? ["Back to the round", back] : ["Play another", "/play"]];
  to.forEach(([text, address], at) => all.append(at ? " · " : "", link(text, address)));
  return all;
}

// What the ten steps can't know: which of the nonces this browser drew, and what it saw in time.
function own(seat, { verdict }) {
  if (verdict === "false") return [];
  const { heads, seen } = seat.kept;
  const drawn = Object.keys(heads ?? {}).length;
  const saw = Object.values(seen ?? {});
  const inTime = saw.filter(({ at, due }) => at < due).length;
  const said = {
    seats: drawn ? `This browser drew a nonce of its own for ${drawn === 1 ? "one deal" : `${drawn} deals`} of this game, and the chain's head that it sent with it stands in the chain: those cards were not chosen without you.` : "This browser drew none of the nonces itself: it takes the others' word for them.",
    server: "The seats added nothing to these deals: whether the server tried others first, no proof can tell.",
    beacon: `Of ${saw.length === 1 ? "one deal" : `${saw.length} deals`} this browser saw the commitment before the beacon spoke for ${inTime}. The beacon's signatures are left to the offline verifier, below; with them, and what your browser saw in time, nobody can have chosen the cards.`,
  };
  return [made("p", said[seat.sources])];
}

// The offline verifier trusts neither this page nor the server: what it needs is kept by whoever played.
function keeping(seat) {
  const { kept, game, pinned, sources } = seat;
  const sent = Object.entries(kept.heads ?? {}).map(([deal, head]) => [seat.Ks.get(Number(deal)), head]).filter(([K]) => K);
  const seen = Object.entries(kept.seen ?? {}).filter(([, { at, due }]) => at < due);
  const files = [link("bundle.json", `/api/v1/games/${game}/bundle`, "bundle.json")];
  const options = [`--key "${pinned}"`];
  if (kept.receipts.length) {
    files.push(file("receipts.txt", kept.receipts.join("\n")));
    options.push("--receipts receipts.txt");
  }
  options.push(...sent.map(([K, head]) => `--mine ${K}@${head}`));
  for (const [deal, { checkpoint }] of seen) {
    files.push(file(`seen-${deal}.txt`, checkpoint));
    options.push(`--seen seen-${deal}.txt`);
  }
  const list = made("p");
  files.forEach((one, at) => list.append(at ? " · " : "", one));
  const box = made("details");
  box.open = sources === "beacon";
  box.append(made("summary", "Check it without this page"), made("p", "Keep these files, and have the offline verifier read them on your own machine: it trusts neither this page nor this server, given the log's key from people you believe."), list, made("pre", `python3 -S -m games.verifier ${options.join(" \\\n    ")} \\\n    bundle.json`));
  return [box];
}

function file(name, text) {
  return link(name, URL.createObjectURL(new Blob([text], { type: "text/plain" })), name);
}

function link(text, address, saveAs = null) {
  const one = made("a", text);
  one.href = address;
  if (saveAs) one.download = saveAs;
  return one;
}

function made(tag, text = "") {
  const node = document.createElement(tag);
  node.textContent = text;
  return node;
}
