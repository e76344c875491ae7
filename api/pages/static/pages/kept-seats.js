// What this browser keeps of the seats that it plays: tokens, nonces, receipts. It leaves it to no one.

const KEPT = "hearts-seats";
const MOST = 20;

const nameOf = ({ game, seat }) => `${game}/${seat}`;

function readAll() {
  try {
    return JSON.parse(localStorage.getItem(KEPT)) ?? {};
  } catch {
    return {};
  }
}

/** Return what is kept of all seats, the newest first. */
export const keptSeats = () => Object.values(readAll()).sort((a, b) => b.at - a.at);

/** Return what is kept of a seat, or what a new one begins with. */
export const keptSeat = (game, seat) => readAll()[nameOf({ game, seat })] ?? { game, seat, token: null, nonces: {}, heads: {}, seen: {}, receipts: [] };

/** Keep a seat. What another window of this browser has kept of it comes first, and into `kept`. */
export function keepSeat(kept) {
  const all = readAll();
  const known = all[nameOf(kept)] ?? {};
  for (const name of ["nonces", "heads", "seen"]) kept[name] = { ...kept[name], ...known[name] };
  kept.receipts = [...new Set([...(known.receipts ?? []), ...kept.receipts])];
  all[nameOf(kept)] = { ...kept, at: Date.now() };
  const oldest = Object.entries(all).sort(([, a], [, b]) => b.at - a.at).slice(0, MOST);
  localStorage.setItem(KEPT, JSON.stringify(Object.fromEntries(oldest)));
}

/** Forget a seat: then nothing here speaks for it any more. */
export function forgetSeat(kept) {
  const all = readAll();
  delete all[nameOf(kept)];
  localStorage.setItem(KEPT, JSON.stringify(all));
}
