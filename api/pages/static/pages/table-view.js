// The table as the templates draw it: cards into slots, seats around.

const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };
const TEXT = "\ufe0e"; // Or some systems draw hearts as a coloured picture.

/** Return a card as people write it, as in 10♥; nothing for a hidden one. */
export function cardText(code) {
  const sign = SIGNS[code[1]];
  return sign ? (code[0] === "T" ? "10" : code[0]) + sign + TEXT : "";
}

/** Put a card, a hidden one, or none ("") into a slot; touch it only when it changes. */
export function fillSlot(slot, code, won = false) {
  if (slot.dataset.code === `${code}${won}`) return;
  slot.dataset.code = `${code}${won}`;
  slot.textContent = code ? cardText(code) : "";
  slot.className = `card ${code && (SIGNS[code[1]] ? code[1] : "back")}${won ? " won" : ""}`;
}

const CARDS = { 3: 17, 4: 13, 5: 10, 6: 8 };

/** Lay the table for so many players: a seat and a place in the trick for each. */
export function layTable(table, players) {
  if (table.classList.contains(`n${players}`)) return;
  const [seat, lies] = [table.querySelector(".seat"), table.querySelector(".lies")];
  const copies = (one, change) => Array.from({ length: players }, (_, number) => {
    const copy = one.cloneNode(true);
    copy.dataset.seat = number;
    change(copy, number);
    return copy;
  });
  const trick = table.querySelector(".trick");
  table.className = `table n${players}`;
  trick.replaceChildren(...copies(lies, (copy, number) => { copy.className = `lies p${number}`; }));
  table.replaceChildren(...copies(seat, (copy, number) => {
    copy.className = `seat p${number}`;
    copy.setAttribute("aria-label", `Seat ${number}`);
    copy.querySelector(".who b").textContent = `Seat ${number}`;
    const slot = copy.querySelector(".card");
    copy.querySelector(".cards").replaceChildren(...Array.from({ length: CARDS[players] }, () => slot.cloneNode(true)));
  }), trick);
}

/** Show one frame of a hand on the table. */
export function showFrame(table, frame) {
  const players = frame.seats.length;
  frame.seats.forEach((shown, seat) => {
    const place = table.querySelector(`.seat[data-seat="${seat}"]`);
    const cards = words(shown.cards);
    place.querySelectorAll("span.card").forEach((slot, at) => fillSlot(slot, cards[at] ?? ""));
    place.classList.toggle("turn", frame.turn === seat);
    place.querySelector(".points").textContent = shown.points ? `+${shown.points}` : "";
    place.querySelector(".total").firstChild.data = String(frame.totals[seat]);
  });
  showTrick(table, frame.trick, players);
}

function showTrick(table, trick, players) {
  const lies = new Map();
  if (trick) words(trick.cards).forEach((code, nth) => lies.set((trick.leader + nth) % players, code));
  for (const place of table.querySelectorAll(".trick .lies")) {
    const seat = Number(place.dataset.seat);
    fillSlot(place.firstChild, lies.get(seat) ?? "", trick?.winner === seat && lies.has(seat));
  }
}

/** Turn the table: which seat sits at the bottom. */
export function turnTable(table, bottom, players) {
  for (const place of table.querySelectorAll("[data-seat]")) {
    const at = (Number(place.dataset.seat) - bottom + players) % players;
    place.className = place.className.replace(/\bp\d\b/, `p${at}`);
  }
}

/** Return the words of a text; none of an empty one. */
export const words = (text) => (text ? text.split(" ") : []);
