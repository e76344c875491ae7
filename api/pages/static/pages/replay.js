// The replay: every step at once. A hand's frames stand in the page; its neighbours are fetched ahead.

import { showFrame, turnTable } from "./table-view.js";

const PLAY_EVERY = 700; // milliseconds, as below
const SETTLES_AFTER = 60;
const root = document.getElementById("replay");
const table = document.getElementById("table");
const log = document.getElementById("log");
const bar = root.querySelector(".steps-bar");
const parts = new Map(); // by the seq where a hand begins: its data and its log, or their promise

let part = readPart(document);
let place = part.data.place;
let bottom = 0;
let timer = null;
let settling = null;

parts.set(part.data.first, part);

// Several lines may be wanted at once, a fetch runs once: the last wish counts.
let wish = 0;

// A frame in the page has only what the frame before has not.
function readPart(page) {
  const data = JSON.parse(page.getElementById("frames").textContent);
  let before = { seats: data.names.map(() => ({})) };
  data.frames = data.frames.map((news) => {
    before = { ...before, ...news, seats: before.seats.map((seat, at) => ({ ...seat, ...news.seats[at] })) };
    return before;
  });
  return { data, log: page.getElementById("log").innerHTML };
}

function fetchPart(seq) {
  if (!parts.has(seq)) parts.set(seq, load(seq).catch((error) => { parts.delete(seq); throw error; }));
  return parts.get(seq);
}

async function load(seq) {
  const answer = await fetch(`?at=${seq}`);
  if (!answer.ok) throw new Error(`line ${seq}: ${answer.status}`);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const loaded = readPart(page);
  parts.set(loaded.data.first, loaded);
  return loaded;
}

function show(at, ahead = true) {
  const { data } = part;
  place = Math.max(0, Math.min(at, data.frames.length - 1));
  const frame = data.frames[place];
  const seq = data.first + place;
  showFrame(table, frame);
  put("hand", `Hand ${frame.hand}`);
  put("direction", frame.direction);
  put("seq", seq);
  put("said", frame.findings.length ? `This line can't follow: ${frame.findings.join("; ")}` : data.said[seq] ?? "Before the first line");
  const deal = document.getElementById("deal");
  deal.parentElement.hidden = !frame.deal;
  if (frame.deal) deal.href = `/deals/${frame.deal}`;
  clearTimeout(settling);
  settling = setTimeout(settle, SETTLES_AFTER, ahead);
}

// What costs a layout or a call waits until the steps pause: address, log, links, the hands beside.
function settle(ahead) {
  const { data } = part;
  const seq = here();
  history.replaceState(null, "", `?at=${seq}`);
  markLine(seq);
  showLinks();
  // Whoever only looks at this line fetches no more; whoever steps finds the hands beside at once.
  if (ahead) for (const near of [data.before, data.after]) if (near !== null) Promise.resolve(fetchPart(near)).catch(() => {});
}

function put(id, text) {
  const found = document.getElementById(id);
  if (found.textContent !== String(text)) found.textContent = text;
}

function markLine(seq) {
  log.querySelector("[aria-current]")?.removeAttribute("aria-current");
  const line = log.querySelector(`[data-seq="${seq}"]`);
  if (!line) return;
  line.setAttribute("aria-current", "step");
  const [top, bottomEdge] = [line.offsetTop - log.offsetTop, line.offsetTop - log.offsetTop + line.offsetHeight];
  if (top < log.scrollTop || bottomEdge > log.scrollTop + log.clientHeight) log.scrollTop = top - log.clientHeight / 2;
}

function showLinks() {
  const { data } = part;
  const to = { start: 0, end: data.end, handBack: data.before, handNext: data.after, back: lineBefore() ?? (data.before === null ? null : data.first - 1), next: lineAfter() ?? data.after };
  for (const link of bar.querySelectorAll("a")) {
    const seq = to[link.dataset.go];
    if (seq === null) link.removeAttribute("href");
    else link.href = `?at=${seq}`;
  }
}

const isLoud = (seq) => !part.data.quiet.includes(seq);
const here = () => part.data.first + place;

function lineAfter() {
  for (let at = place + 1; at < part.data.frames.length; at += 1) if (isLoud(part.data.first + at)) return part.data.first + at;
  return null;
}

function lineBefore() {
  for (let at = place - 1; at >= 0; at -= 1) if (isLoud(part.data.first + at)) return part.data.first + at;
  return null;
}

async function go(seq) {
  const { data } = part;
  if (seq >= data.first && seq < data.first + data.frames.length) {
    show(seq - data.first);
    return;
  }
  wish += 1;
  const mine = wish;
  const known = [...parts.values()].find((one) => one.data && seq >= one.data.first && seq < one.data.first + one.data.frames.length);
  const found = known ?? await fetchPart(seq);
  if (mine !== wish) return;
  part = found;
  log.innerHTML = found.log;
  show(seq - found.data.first);
}

// A trick: to the line that ends it.
function goTrick(step) {
  const ends = part.data.frames.map((frame, at) => (frame.trick?.winner != null ? at : -1)).filter((at) => at >= 0);
  const next = step > 0 ? ends.find((at) => at > place) : ends.findLast((at) => at < place);
  if (next === undefined) return ACTS[step > 0 ? "next" : "back"]();
  return show(next);
}

const ACTS = {
  start: () => go(0),
  end: () => go(part.data.end),
  back: () => goOn(lineBefore() ?? (part.data.before === null ? null : part.data.first - 1)),
  next: () => goOn(lineAfter() ?? part.data.after),
  handBack: () => goOn(part.data.before),
  handNext: () => goOn(part.data.after),
  trickBack: () => goTrick(-1),
  trickNext: () => goTrick(1),
  play: () => play(timer === null),
  turn: () => { bottom = (bottom + 1) % part.data.names.length; turnTable(table, bottom, part.data.names.length); },
  hide: (button = bar.querySelector("[data-go=hide]")) => button.setAttribute("aria-pressed", String(root.classList.toggle("hide-hands"))),
};

function goOn(seq) {
  return seq === null ? undefined : go(seq);
}

function play(on) {
  clearInterval(timer);
  timer = on ? setInterval(() => (here() >= part.data.end ? play(false) : ACTS.next()), PLAY_EVERY) : null;
  bar.querySelector("[data-go=play]").textContent = on ? "Pause" : "Play";
}

const KEYS = { ArrowLeft: "back", ArrowRight: "next", ArrowUp: "trickBack", ArrowDown: "trickNext", PageUp: "handBack", PageDown: "handNext", Home: "start", End: "end", " ": "play", t: "turn", h: "hide" };

document.addEventListener("keydown", (event) => {
  const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === " " && event.target.closest("a, button")) return;
  event.preventDefault();
  ACTS[act]();
});

bar.addEventListener("click", (event) => {
  const act = event.target.closest("[data-go]")?.dataset.go;
  if (!act || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  ACTS[act]();
});

log.addEventListener("click", (event) => {
  const line = event.target.closest("[data-seq]");
  if (!line || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  go(Number(line.dataset.seq));
});

// A game that is on: what comes next is shown as it comes, to whoever looks at its last line.
async function watch() {
  while (["seating", "playing"].includes(root.dataset.state)) {
    const answer = await fetch(`/api/v1/games/${root.dataset.game}/events?after=${part.data.end}&limit=1&wait=20`);
    if (!answer.ok) await new Promise((done) => { setTimeout(done, 5000); });
    else {
      const { last_seq: last, complete, events } = await answer.json();
      if (events.length) await follow(last);
      if (complete) return;
    }
  }
}

async function follow(last) {
  const isAtEnd = here() >= part.data.end;
  parts.clear();
  const found = await load(last);
  if (isAtEnd) {
    part = found;
    log.innerHTML = found.log;
    await go(found.data.end);
  } else if (found.data.first === part.data.first) part = found;
  else Object.assign(part.data, { end: found.data.end, after: part.data.after ?? found.data.first });
}

for (const button of bar.querySelectorAll("button")) button.hidden = false;
document.getElementById("keys").hidden = false;
show(place, false);
watch();
