// The page where people play: who sits down, where, and what becomes of it. The seat's software does
// what the deal asks; it is fetched, with the verifier in it, when somebody sits down.

import { forgetSeat, keepSeat, keptSeat, keptSeats } from "./kept-seats.js";
import { KeyChanged, keyAdvice, pinnedKey } from "./log-key.js";
import { PlayTable } from "./play-table.js";
import { sourceWords } from "./play-words.js";
import { Offline, Refusal, Service } from "./service.js";
import { layTable } from "./table-view.js";

const WAIT = 20;
const MOVED_ON = new Set(["stale", "wrong-phase", "not-your-turn", "already-passed", "contributions-closed", "already-contributed"]);
const byId = (id) => document.getElementById(id);
const [lobby, room, say] = ["lobby", "room", "say"].map(byId);

let software = null;
let seat = null;
const table = new PlayTable(send);

async function create(form) {
  const players = Number(form.get("players"));
  const rules = { preset: form.get("preset"), players, hands: Number(form.get("hands")), target: null, tie: "share" };
  if (form.has("kitty") && players !== 4) rules.spare = "kitty";
  const others = form.get("others");
  const seats = Array.from({ length: players }, (_, number) => (number ? others : "human"));
  layTable(table.table, players);
  const made = await new Service().call("POST", "games", { rules, sources: form.get("sources"), seats });
  const [own, ...rest] = made.invites;
  return { game: made.game.id, seat: own.seat, invite: own.invite, invites: rest };
}

/** Take a seat with its invite, or go on with its token. */
async function sitDown({ game, seat: number, invite, token, invites }) {
  const kept = keptSeat(game, number);
  kept.token = token ?? kept.token;
  kept.invites = invites ?? kept.invites;
  table.back = kept.back = table.back ?? kept.back ?? null;
  seat = new software.Seat(new Service(kept.token), kept, pinnedKey(room.dataset.key), { keep: () => keepSeat(kept), checked: addChecked });
  await seat.open();
  if (!kept.token) await seat.sit(invite);
  keepSeat(kept);
}

function addChecked(text, detail, { isOpen = false } = {}) {
  const item = element("li", text);
  if (isOpen) item.className = "open";
  if (detail) item.append(element("br"), element("code", detail));
  byId("checked").append(item);
}

async function run(begin) {
  lobby.hidden = true;
  room.hidden = false;
  byId("title").textContent = "Your table";
  try {
    say.textContent = "Checking the game …";
    software = await import("./seat.js");
    pinnedKey(room.dataset.key);
    await sitDown(await begin());
    table.lay(seat);
    showInvites();
    await follow();
  } catch (error) {
    if (error instanceof KeyChanged) askAboutKey(error, begin);
    else showFailure(error);
  }
}

// Nothing was asked of the server yet: once the key is trusted, the same begins again.
function askAboutKey(error, begin) {
  const [box, playing] = [byId("broken"), byId("playing")];
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
  let isFirst = true;
  while (!seat.over && !seat.lost) {
    await patient(() => seat.read(isFirst ? 0 : WAIT));
    while (await patient(() => seat.contribute())) await patient(() => seat.read(0));
    await look();
    isFirst = false;
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
      if (!(error instanceof Offline)) throw error;
      say.textContent = "No connection; trying again …";
      await new Promise((done) => { setTimeout(done, 2000); });
    }
  }
}

async function look() {
  const seen = await patient(() => seat.view());
  // Two may be under way, after a line and after an act: the older says nothing new.
  if (!seen || (table.view && seen.seq < table.view.seq)) return;
  await readNames();
  byId("sources").textContent = sourceWords(seat);
  if (seat.seq > 0 && seat.holders.size === seat.rules.players) byId("invites").hidden = true;
  table.show(seen);
}

// People at a club's table have names; who sits there does not change without a line of the chain.
async function readNames() {
  const known = JSON.stringify([...seat.holders]);
  if (table.known === known) return;
  table.known = known;
  const { seats } = await patient(() => seat.service.call("GET", `games/${seat.game}`));
  table.names = seats.map(({ kind, name }) => (kind === "human" || seat.header.table !== "-" ? name ?? undefined : undefined));
}

function showInvites() {
  const { invites } = seat.kept;
  if (!invites?.length) return;
  const box = byId("invites");
  box.hidden = false;
  box.querySelector("ul").replaceChildren(...invites.map(({ seat: number, invite }) => {
    const item = element("li");
    const label = element("label", `Seat ${number} `);
    const field = element("input");
    field.readOnly = true;
    field.value = `${location.origin}/play#game=${seat.game}&seat=${number}&invite=${invite}`;
    field.onfocus = () => field.select();
    label.append(field);
    item.append(label);
    return item;
  }));
}

async function send(what, body) {
  table.busy = true;
  table.showOwn(table.view.cards.holding);
  try {
    await patient(() => seat.act("POST", `games/${seat.game}/${what}`, body));
  } catch (error) {
    if (!(error instanceof Refusal)) {
      showFailure(error);
      return;
    }
    say.textContent = error.message;
  }
  table.busy = false;
  table.chosen = [];
  await look().catch(showFailure);
}

async function finish() {
  const view = await seat.view().catch(() => table.view ?? seat);
  const { showEnd } = await import("./play-end.js");
  seat.kept.isDone = true;
  keepSeat(seat.kept);
  showEnd({ seat, view, name: table.name, back: table.back, failed: showFailure });
}

const NO_SEAT = new Set(["token-invalid", "token-needed", "wrong-invite", "forbidden"]);

function showFailure(error) {
  const box = byId("broken");
  const isBroken = software !== null && error instanceof software.BrokenWord;
  box.hidden = false;
  say.textContent = "Stopped.";
  const cure = NO_SEAT.has(error.code) ? " This link opens no seat, or no longer: ask whoever gave it to you for another." : "";
  box.textContent = isBroken ? `FALSE. Step ${error.step} fails: ${error.message}. Do not trust this game; keep this page.` : `This can't go on: ${error.message}${cure}`;
  if (!(isBroken || error instanceof Refusal)) throw error;
}

const form = byId("begin");
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const terms = new FormData(form);
  run(() => create(terms));
});

const join = byId("join");
join.addEventListener("submit", (event) => {
  event.preventDefault();
  const given = new FormData(join);
  const secret = given.get("secret").trim();
  const game = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/.exec(given.get("game"))?.[0] ?? "";
  run(() => ({ game, seat: Number(given.get("seat")), [secret.startsWith("hearts_") ? "token" : "invite"]: secret }));
});

// #game=…&seat=… with an invite or a token: what stands after # is not sent to any server.
function readAddress() {
  const given = new URLSearchParams(location.hash.slice(1));
  table.back = /^\/leagues\/[0-9a-f-]{36}\/rounds\/[0-9]+$/.exec(given.get("back"))?.[0] ?? null;
  const place = { game: given.get("game"), seat: Number(given.get("seat")), invite: given.get("invite"), token: given.get("token") };
  if (location.hash === "#now" || place.game) history.replaceState(null, "", location.pathname);
  if (given.has("now")) form.requestSubmit();
  else if (place.game && (place.invite || place.token || keptSeat(place.game, place.seat).token)) run(() => place);
  else if (place.game) {
    byId("game").value = place.game;
    byId("seat").value = place.seat;
    byId("secret").focus();
  }
}

function showKept() {
  const open = keptSeats().filter(({ token, isDone }) => token && !isDone);
  byId("again").hidden = !open.length;
  byId("again").querySelector("ul").replaceChildren(...open.map((kept) => {
    const item = element("li", `Game ${kept.game.slice(0, 8)}, seat ${kept.seat} `);
    const [go, forget] = ["Go on", "Forget it"].map((text) => element("button", text));
    go.type = forget.type = "button";
    go.className = "resume";
    forget.className = "quiet";
    go.onclick = () => run(() => kept);
    forget.onclick = () => {
      forgetSeat(kept);
      showKept();
    };
    item.append(go, " ", forget);
    return item;
  }));
}

function element(tag, text = "", kind = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}

// A link that is opened where this page is open already changes only what stands after #.
addEventListener("hashchange", () => {
  if (location.hash.includes("game=")) location.reload();
});
showKept();
readAddress();
