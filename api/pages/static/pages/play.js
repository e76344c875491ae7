// The table where a person plays: the seat's software does what the deal asks, the person the rest.
// That software, with the verifier in it, is fetched when somebody sits down.

import { KeyChanged, keyAdvice, pinnedKey } from "./log-key.js";
import { Refusal, Service } from "./service.js";
import { cardText, layTable, showFrame, turnTable } from "./table-view.js";

const KEPT = "hearts-seat";
const WAIT = 20;
const MOVED_ON = new Set(["stale", "wrong-phase", "not-your-turn", "already-passed", "contributions-closed", "already-contributed"]);
const [lobby, room, say, ask, table, outcome] = ["lobby", "room", "say", "ask", "table", "outcome"].map((id) => document.getElementById(id));

let kept = read();
let software = null;
let seat = null;
let view = null;
let busy = false;
let chosen = [];
let scored = null;

function read() {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT));
  } catch {
    return null;
  }
}

const keep = () => sessionStorage.setItem(KEPT, JSON.stringify(kept));

async function create(form) {
  const players = Number(form.get("players"));
  const rules = { preset: form.get("preset"), players, hands: Number(form.get("hands")), target: null, tie: "share" };
  const seats = Array.from({ length: players }, (_, seat) => (seat ? "computer" : "human"));
  layTable(table, players);
  const made = await new Service().call("POST", "games", { rules, sources: "seats", seats });
  return { game: made.game.id, seat: 0, invite: made.invites[0].invite };
}

async function takeSeat({ game, seat: number, invite }) {
  kept = { game, seat: number, token: null, nonces: {}, heads: {}, receipts: [] };
  seat = newSeat();
  await seat.open();
  const taken = await new Service().call("POST", `games/${game}/seats/${number}`, { invite });
  kept.token = taken.token;
  kept.receipts.push(taken.receipt);
  keep();
  seat.service.token = taken.token;
}

const newSeat = () => new software.Seat(new Service(kept.token), kept, pinnedKey(room.dataset.key), { keep, checked: addChecked });

function addChecked(text, detail) {
  const item = element("li", text);
  if (detail) item.append(element("br"), element("code", detail));
  document.getElementById("checked").append(item);
}

async function run(begin) {
  lobby.hidden = true;
  room.hidden = false;
  document.getElementById("title").textContent = "Your table";
  try {
    say.textContent = "Checking the game …";
    software = await import("./seat.js");
    pinnedKey(room.dataset.key);
    await begin();
    layTable(table, seat.rules.players);
    turnTable(table, kept.seat, seat.rules.players);
    table.querySelector(`.seat[data-seat="${kept.seat}"]`).classList.add("own");
    await follow();
  } catch (error) {
    if (error instanceof KeyChanged) askAboutKey(error, begin);
    else showFailure(error);
  }
}

// Nothing was asked of the server yet: once the key is trusted, the same begins again.
function askAboutKey(error, begin) {
  const [box, playing] = [document.getElementById("broken"), document.getElementById("playing")];
  box.hidden = false;
  playing.hidden = true;
  say.textContent = "Stopped.";
  box.replaceChildren(...keyAdvice(error, () => {
    box.hidden = true;
    playing.hidden = false;
    run(begin);
  }));
}

async function follow() {
  while (!seat.over && !seat.lost) {
    await patient(() => seat.read(view === null ? 0 : WAIT));
    while (await patient(() => seat.contribute())) await patient(() => seat.read(0));
    await look();
  }
  await finish();
}

// Without a connection nothing is lost: the chain is read on from where it was.
async function patient(call) {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (error instanceof Refusal && MOVED_ON.has(error.code)) return false;
      if (!(error instanceof TypeError)) throw error;
      say.textContent = "No connection; trying again …";
      await new Promise((done) => { setTimeout(done, 2000); });
    }
  }
}

async function look() {
  const seen = await patient(() => seat.view());
  if (!seen) return;
  if (view && view.hand !== seen.hand) scored = `Hand ${view.hand} is over: totals ${seen.totals.join(" ")}`;
  if (!view || view.hand !== seen.hand) chosen = [];
  view = seen;
  show();
}

function show() {
  const { cards } = view;
  showFrame(table, frameOf(view));
  for (const place of table.querySelectorAll(".seat")) {
    const number = Number(place.dataset.seat);
    place.querySelector(".who b").textContent = number === kept.seat ? "You" : `Seat ${number}`;
  }
  showOwn(cards?.holding ?? []);
  say.textContent = sentence();
  showAsk();
  const last = cards?.tricks.at(-1);
  document.getElementById("last").textContent = last ? `Last trick: ${last.cards.map(cardText).join(" ")}, taken by ${name(last.winner)}` : "";
}

const name = (number) => (number === kept.seat ? "you" : `seat ${number}`);

// What others hold is known by number only.
function frameOf({ cards, turn, totals }) {
  const players = totals.length;
  const trick = cards?.trick?.cards.length ? cards.trick : cards?.tricks.at(-1);
  const played = (number) => (cards.tricks.length + (hasPlayed(cards.trick, number, players) ? 1 : 0));
  const seats = totals.map((_, number) => ({
    cards: !cards || number === kept.seat ? "" : Array(Math.max(0, cards.dealt.length - played(number))).fill("??").join(" "),
    points: cards?.points[number] ?? 0,
  }));
  return { seats, totals, turn, trick: trick && { leader: trick.leader, cards: trick.cards.join(" "), winner: trick.winner } };
}

function hasPlayed(trick, number, players) {
  return Boolean(trick) && (number - trick.leader + players) % players < trick.cards.length;
}

function isAsked() {
  if (seat.over || busy || !view.cards) return "";
  if (view.asked === kept.seat) return "moon";
  if (view.phase === "passing" && !view.cards.passed.includes(kept.seat)) return "pass";
  return view.phase === "playing" && view.turn === kept.seat ? "play" : "";
}

function mayUse(card) {
  const what = isAsked();
  return what === "pass" || (what === "play" && view.cards.legal_cards.includes(card));
}

// Buttons stay the same while a card is held, so that the focus does.
function showOwn(holding) {
  const box = table.querySelector(".own .cards");
  const had = document.activeElement?.closest(".own .cards button");
  const place = had ? [...box.children].indexOf(had) : -1;
  const known = new Map([...box.querySelectorAll("button")].map((button) => [button.dataset.card, button]));
  for (const [card, button] of known) if (!holding.includes(card)) button.remove();
  if (holding.join() !== [...box.children].map((one) => one.dataset.card).join()) box.replaceChildren(...holding.map((card) => known.get(card) ?? cardButton(card)));
  for (const button of box.children) {
    const { card } = button.dataset;
    button.setAttribute("aria-disabled", String(!mayUse(card)));
    if (isAsked() === "pass") button.setAttribute("aria-pressed", String(chosen.includes(card)));
    else button.removeAttribute("aria-pressed");
    button.classList.toggle("new", view.phase === "playing" && Boolean(view.cards.received?.includes(card)));
  }
  if (!had || (document.activeElement === had && (usable().includes(had) || !usable().length))) return;
  const still = had.isConnected && (usable().includes(had) || !usable().length) ? had : null;
  (still ?? usable()[0] ?? box.children[Math.min(place, box.children.length - 1)])?.focus();
}

function cardButton(card) {
  const button = element("button", cardText(card), `card ${card[1]}`);
  button.type = "button";
  button.dataset.card = card;
  return button;
}

const usable = () => [...table.querySelectorAll('.own button[aria-disabled="false"]')];

function sentence() {
  const what = isAsked();
  const { direction } = view.cards ?? {};
  if (what === "pass") return `Choose ${seat.rules.pass_count} cards to pass ${direction}, before you see what you get`;
  if (what === "play") return view.cards.trick?.cards.length ? "Your turn" : "Your turn: you lead";
  if (what === "moon") return "You shot the moon: choose what it does";
  if (!view.cards) return scored ?? "The deal is being made: your nonce and the others'";
  if (view.phase === "passing") return "The others are passing";
  return view.turn === null ? "" : `${name(view.turn)[0].toUpperCase()}${name(view.turn).slice(1)} to play`;
}

function showAsk() {
  const what = isAsked();
  if (what === "pass") {
    const button = element("button", `Pass ${chosen.length} of ${seat.rules.pass_count}`, "do");
    button.disabled = chosen.length !== seat.rules.pass_count;
    button.id = "pass";
    button.onclick = () => send("passes", { cards: chosen });
    ask.replaceChildren(button);
  } else if (what === "moon") {
    const { add, subtract } = view.question;
    const says = { add: `The others add ${Math.max(...add)}`, subtract: `I subtract ${-subtract[kept.seat]}` };
    ask.replaceChildren(...["add", "subtract"].map((choice) => {
      const button = element("button", says[choice], "do");
      button.dataset.choice = choice;
      button.onclick = () => send("moon-choice", { choice });
      return button;
    }));
  } else ask.replaceChildren();
}

async function send(what, body) {
  busy = true;
  showOwn(view.cards.holding);
  try {
    await patient(() => seat.act("POST", `games/${kept.game}/${what}`, body));
  } catch (error) {
    if (!(error instanceof Refusal)) showFailure(error);
    else say.textContent = error.message;
  }
  busy = false;
  chosen = [];
  await look().catch(showFailure);
}

table.addEventListener("click", (event) => {
  const card = event.target.closest(".own button")?.dataset.card;
  if (!card || !mayUse(card)) return;
  if (isAsked() === "play") {
    send("plays", { card, expected_seq: view.seq });
    return;
  }
  if (chosen.includes(card)) chosen = chosen.filter((one) => one !== card);
  else if (chosen.length < seat.rules.pass_count) chosen = [...chosen, card];
  show();
});

// Arrows go from card to card; Enter and Space use it, as on every button.
document.addEventListener("keydown", (event) => {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step || room.hidden || event.target.closest("select, input")) return;
  const cards = usable().length ? usable() : [...table.querySelectorAll(".own button")];
  if (!cards.length) return;
  event.preventDefault();
  const at = cards.indexOf(document.activeElement);
  cards[at < 0 ? (step > 0 ? 0 : cards.length - 1) : (at + step + cards.length) % cards.length].focus();
});

const totalsByName = () => view.totals.map((total, number) => `${number === kept.seat ? "You" : `Seat ${number}`}: ${total}`).join(" · ");

async function finish() {
  view = await seat.view().catch(() => view);
  document.getElementById("playing").hidden = true;
  const best = Math.min(...view.totals);
  say.textContent = seat.lost ? "A computer player has taken your seat" : `The game is over: ${view.totals[kept.seat] === best ? "you win" : `${name(view.totals.indexOf(best))} wins`}. ${totalsByName()}`;
  const check = element("button", "Verify the whole game");
  const links = element("p");
  for (const [text, address] of [["Replay it, all hands open", `/games/${kept.game}`], ["Score sheet", `/games/${kept.game}/sheet`], ["Play another", "/play"]]) {
    const link = element("a", text);
    link.href = address;
    links.append(link, " · ");
  }
  links.lastChild.remove();
  outcome.replaceChildren(check, links);
  check.onclick = async () => {
    check.disabled = true;
    const [report, { steps, verdict }] = await Promise.all([seat.report(), import("./report-view.js")]);
    outcome.append(element("h2", "The proof, with your receipts"), verdict(report), steps(report));
  };
  check.focus();
}

function showFailure(error) {
  const box = document.getElementById("broken");
  const isBroken = software !== null && error instanceof software.BrokenWord;
  box.hidden = false;
  say.textContent = "Stopped.";
  box.textContent = isBroken ? `FALSE. Step ${error.step} fails: ${error.message}. Do not trust this game; keep this page.` : `This can't go on: ${error.message}`;
  if (!(isBroken || error instanceof Refusal)) throw error;
}

const form = document.getElementById("begin");

form.addEventListener("submit", (event) => {
  event.preventDefault();
  const terms = new FormData(form);
  run(async () => takeSeat(await create(terms)));
});

async function resume() {
  seat = newSeat();
  await seat.open();
}

const again = document.getElementById("resume");
again.hidden = !kept?.token;
again.onclick = () => run(resume);

// #game=…&seat=…&invite=… is an invite: what stands after # is not sent to any server.
const invited = new URLSearchParams(location.hash.slice(1));
if (location.hash === "#now") {
  history.replaceState(null, "", location.pathname);
  form.requestSubmit();
} else if (invited.has("invite")) {
  history.replaceState(null, "", location.pathname);
  run(() => takeSeat({ game: invited.get("game"), seat: Number(invited.get("seat")), invite: invited.get("invite") }));
}

function element(tag, text = "", kind = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}
