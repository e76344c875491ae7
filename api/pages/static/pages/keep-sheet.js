// A score sheet kept at a table with real cards. What is written is sent over the API; rows that
// can't be sent yet wait in this browser, in their order, and the token never leaves it otherwise.

const API = "/api/v1";
const KEPT = "hearts-sheet";
const NAMES = "hearts-names";
const RETRY = 4000;
const byId = (id) => document.getElementById(id);

let kept = JSON.parse(localStorage.getItem(KEPT) ?? "null");
let seen = null;
let correcting = null;
let sending = false;

askNames();
byId("count").addEventListener("change", askNames);
byId("again").hidden = kept === null;
byId("again").addEventListener("click", goOn);
byId("begin").addEventListener("submit", begin);
byId("row").addEventListener("submit", write);
byId("row").addEventListener("input", checkSum);
byId("rules").addEventListener("submit", changeRules);
byId("cancel").addEventListener("click", () => { correcting = null; draw(); });
addEventListener("online", send);

function askNames() {
  const names = JSON.parse(localStorage.getItem(NAMES) ?? "[]");
  fields(byId("names"), Number(byId("count").value), (seat) => ({ label: `Seat ${seat}`, id: `name-${seat}`, value: names[seat] ?? "" }));
}

function fields(box, count, describe) {
  box.replaceChildren(...Array.from({ length: count }, (_, seat) => {
    const { label, id, value, numeric } = describe(seat);
    const made = element("label", label);
    const input = element("input");
    Object.assign(input, { id, value, required: true, autocomplete: "off", maxLength: 64 });
    if (numeric) input.inputMode = "numeric";
    made.append(input);
    return made;
  }));
}

async function begin(event) {
  event.preventDefault();
  const players = [...byId("names").querySelectorAll("input")].map((input) => input.value.trim());
  localStorage.setItem(NAMES, JSON.stringify(players));
  const rules = { preset: byId("preset").value, players: players.length };
  const answer = await call("POST", "/games", { kind: "sheet", rules, players });
  if (!answer.ok) {
    tell(answer);
    return;
  }
  kept = { game: answer.body.game.id, token: answer.body.token, players, rules, waiting: [] };
  keep();
  await goOn();
}

async function goOn() {
  byId("begin").hidden = true;
  byId("sheet").hidden = false;
  byId("show").href = `/games/${kept.game}/sheet`;
  fields(byId("points"), kept.players.length, (seat) => ({ label: kept.players[seat], id: `points-${seat}`, value: "", numeric: true }));
  askExtras();
  await send();
}

// What the rules ask beside the points; empty fields are not sent.
function askExtras() {
  const { rules } = seen ?? { rules: {} };
  const asked = [];
  const who = [["", "–"], ...kept.players.map((name, seat) => [String(seat), name])];
  if (rules.jack) asked.push(select("jack", `Who took ${rules.jack}`, who));
  if (rules.ten_of_clubs_doubles) asked.push(select("ten", "Who took the ten of clubs", who));
  if (rules.sun) asked.push(select("sun", "Every trick", [["", "–"], ["true", "yes"], ["false", "no"]]));
  if (rules.moon === "choice") asked.push(select("moon_choice", "A moon counts", [["", "–"], ["add", "add"], ["subtract", "subtract"]]));
  byId("extras").replaceChildren(...asked);
}

function select(name, label, options) {
  const made = element("label", label);
  const list = element("select");
  list.name = name;
  list.append(...options.map(([value, shown]) => new Option(shown, value)));
  made.append(list);
  return made;
}

function readRow() {
  const row = { points: [...byId("points").querySelectorAll("input")].map((input) => Number(input.value)) };
  for (const { name, value } of byId("extras").querySelectorAll("select")) {
    if (value === "") continue;
    row[name] = name === "sun" ? value === "true" : name === "moon_choice" ? value : Number(value);
  }
  return row;
}

function checkSum() {
  const { points } = readRow();
  const sum = points.reduce((all, one) => all + one, 0);
  byId("sum").textContent = seen ? `Sum ${sum}, needed ${needed(seen.rules)}` : `Sum ${sum}`;
}

function needed({ hearts, spades, jack }) {
  const all = hearts === "rank" ? 104 : 13;
  return all + Object.values(spades).reduce((sum, worth) => sum + worth, 0) - (jack ? 10 : 0);
}

async function write(event) {
  event.preventDefault();
  const row = readRow();
  if (row.points.some((one) => !Number.isInteger(one))) {
    byId("fault").textContent = "Points are whole numbers.";
    return;
  }
  if (correcting === null) queue("POST", "/rows", row);
  else queue("PUT", `/rows/${correcting}`, { ...row, reason: "typo" });
  correcting = null;
  clearRow(); // Whatever comes of it: who presses again, without a connection, writes nothing twice.
  await send();
}

async function changeRules(event) {
  event.preventDefault();
  const rules = { preset: byId("new-preset").value, players: kept.players.length };
  queue("POST", "/rules", { rules, reason: "house-rule" });
  await send();
}

// The key makes an entry that is sent twice, because the answer was lost, count once.
function queue(method, path, body) {
  const key = Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  kept.waiting.push({ method, path, body, key });
  keep();
}

// Send what waits, in order. What the server refuses is told, and given back to be mended; what
// can't be sent stays.
async function send() {
  if (kept === null || sending) return;
  sending = true;
  byId("fault").textContent = "";
  try {
    do {
      while (kept.waiting.length) await sendFirst();
      seen = (await call("GET", `/games/${kept.game}/scoresheet`)).body;
    } while (kept.waiting.length); // written while the sheet was on its way
  } catch {
    setTimeout(send, RETRY);
  } finally {
    sending = false;
  }
  draw();
}

async function sendFirst() {
  const { method, path, body, key } = kept.waiting[0];
  const answer = await call(method, `/games/${kept.game}${path}`, body, key);
  kept.waiting.shift();
  keep();
  if (answer.ok) return;
  tell(answer);
  if (body.points) giveBack(path, body);
}

function clearRow() {
  for (const input of byId("points").querySelectorAll("input")) input.value = "";
  for (const list of byId("extras").querySelectorAll("select")) list.value = "";
  byId("points").querySelector("input").focus();
}

// A refused row, or correction, back into its fields; but over nothing that was begun meanwhile.
function giveBack(path, body) {
  const inputs = [...byId("points").querySelectorAll("input")];
  byId("fault").textContent = `Not written: ${body.points.join(", ")}. ${byId("fault").textContent}`;
  if (correcting !== null || inputs.some((input) => input.value !== "")) return;
  const [, hand] = path.match(/^\/rows\/(\d+)$/) ?? [];
  correcting = hand === undefined ? null : Number(hand);
  inputs.forEach((input, seat) => { input.value = body.points[seat]; });
  for (const list of byId("extras").querySelectorAll("select")) list.value = String(body[list.name] ?? "");
}

function draw() {
  const waiting = kept.waiting.length;
  byId("state").textContent = waiting ? `No connection: ${waiting} entr${waiting === 1 ? "y waits" : "ies wait"} in this browser and will be sent.` : "Everything is written down.";
  byId("cancel").hidden = correcting === null;
  const table = document.querySelector("#sheet table");
  if (seen === null) return;
  byId("new-preset").value = kept.rules.preset;
  const hands = seen.lines.filter((line) => line.kind === "hand");
  const next = hands.length + 1 + kept.waiting.filter(({ path }) => path === "/rows").length;
  byId("row-title").textContent = correcting ? `Correct hand ${correcting}` : seen.finished ? "The game is over" : `Hand ${next}`;
  table.tHead.replaceChildren(cells("th", ["Hand", "Pass", ...seen.players, ""]));
  table.tBodies[0].replaceChildren(...hands.map(handRow));
  table.tFoot.replaceChildren(cells("td", ["Total", "", ...seen.totals, ""]), cells("td", ["Place", "", ...seen.ranks, ""]));
  if (byId("extras").childElementCount === 0) askExtras();
  checkSum();
}

function handRow(line) {
  const row = cells("td", [line.hand, line.direction, ...line.totals.map((total, seat) => `${total} (${line.scores[seat]})`)]);
  const correct = element("button", "Correct");
  correct.type = "button";
  correct.setAttribute("aria-label", `Correct hand ${line.hand}`);
  correct.addEventListener("click", () => {
    correcting = line.hand;
    byId("points").querySelectorAll("input").forEach((input, seat) => { input.value = line.points[seat]; });
    draw();
    byId("points").querySelector("input").focus();
  });
  const cell = element("td");
  cell.append(correct);
  row.append(cell);
  return row;
}

function cells(tag, texts) {
  const row = element("tr");
  row.append(...texts.map((text) => element(tag, String(text))));
  return row;
}

function tell({ body }) {
  const more = body.needed === undefined ? "" : ` The sum is ${body.sum}, needed is ${body.needed}.`;
  const box = kept ? byId("fault") : byId("begin").querySelector(".wrong") ?? byId("begin").appendChild(element("p", "", "wrong"));
  box.textContent = `${body.title}: ${body.detail ?? ""}${more}`;
}

async function call(method, path, body, key) {
  const headers = { "Content-Type": "application/json", ...(key && method === "POST" ? { "Idempotency-Key": key } : {}), ...(kept ? { Authorization: `Bearer ${kept.token}` } : {}) };
  const answer = await fetch(API + path, { method, headers: method === "GET" ? {} : headers, body: body && JSON.stringify(body) });
  if (answer.status >= 500) throw new Error("try again");
  return { ok: answer.ok, body: await answer.json() };
}

function keep() {
  localStorage.setItem(KEPT, JSON.stringify(kept));
}

function element(tag, content = "", name = "") {
  const made = document.createElement(tag);
  if (content) made.textContent = content;
  if (name) made.className = name;
  return made;
}
