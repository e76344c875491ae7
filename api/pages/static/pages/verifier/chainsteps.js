// Steps 8 and 10: the chain against log, receipts and record; the deals of each hand in a row.

import { inDeckOrder } from "./cards.js";
import { checkEnds } from "./ends.js";
import { checkNote, parseKey, signaturesBy } from "./log.js";
import { STANDARD, deckOf, parseRules } from "./rules.js";

const WITH_HEAD = ["score", "void", "adjust", "correct", "end"];
const TWO_DAYS = 2 * 24 * 3600 * 1000;

/** Step 8, but for receipts and record. */
export function checkChain(evidence, stories, table, step) {
  const { entries, bundle, events } = evidence;
  const games = entries.filter((entry) => entry.kind === "game").map((entry) => entry.text);
  step.addUnless(games.length === 1 && games[0] === bundle.header, "the header is not the log's one entry of this game");
  if (table?.finding?.step === 8) step.found.push(table.finding);
  const heads = entries.filter((entry) => entry.kind === "head");
  for (const head of heads) checkOnChain(`head entry ${head.at}`, head, evidence, step);
  const seqs = new Set(heads.map((head) => Number(head.seq)));
  for (const { kind, seq } of events) {
    step.addUnless(!WITH_HEAD.includes(kind) || seqs.has(seq), `the log has no head after this ${kind} line`, { seq });
  }
  for (const story of stories) {
    const logged = story.logged("reveal").map((one) => [Number(one.deal), one.seed, one.index, one.at]);
    const said = story.said("reveal").map(({ detail }) => [detail.number, detail.seed, detail.index, detail.entry]);
    step.addUnless(JSON.stringify(said) === JSON.stringify(logged), `deal ${story.number}: the reveal line and the reveal entry differ`, story.place);
  }
}

function checkOnChain(what, said, { header, heads }, step) {
  const seq = Number(said.seq);
  if (said.origin !== header.origin || said.game !== header.game) step.add(`${what} is of another game`);
  else if (seq >= heads.length) step.add(`${what} is after the chain's last line`, { seq });
  else step.compare(`two chains were shown, ${what}`, said.head, heads[seq], { seq });
}

/** Step 8 for each receipt: what the service signed lies on the chain, and its log got there. */
export function checkReceipts(evidence, step) {
  const { entries, receipts, events } = evidence;
  const keys = step.attempt("the receipts' key", () => entries.filter((one) => one.kind === "key" && one.role === "receipt").map((one) => parseKey(one.vkey)));
  if (!keys?.length) return;
  const heads = entries.filter((one) => one.kind === "head");
  const newest = entries.map((one) => one.time).sort().at(-1);
  receipts.forEach((receipt, at) => {
    const what = `receipt ${at}`;
    const seq = Number(receipt.seq);
    const signer = keys.find((key) => signaturesBy(receipt.note, key).length) ?? keys.at(-1);
    step.attempt(what, () => checkNote(receipt.note, signer));
    checkOnChain(what, receipt, evidence, step);
    step.addUnless(events[seq - 1] === undefined || events[seq - 1].time === receipt.time, `${what} has another time than its line`, { seq });
    const last = Date.parse(receipt.time) + TWO_DAYS;
    const reached = heads.some((head) => Number(head.seq) >= seq && Date.parse(head.time) <= last);
    step.addUnless(Date.parse(newest) <= last || reached, `no head entry reached ${what} within two days`, { seq });
  });
}

/** Step 8, the record: rules, hands and totals are those of the chain; names, about, id are free. */
export function checkRecord(record, evidence, table, cards, step) {
  const { rules, header, events } = evidence;
  const rulesNow = parseRules(header.rules);
  const own = Object.fromEntries(Object.entries(record.rules ?? {}).filter(([key]) => key !== "preset"));
  step.addUnless(record.format === "hearts-record/1", "the record is of another format");
  step.compare("the record's rules", canonical({ ...STANDARD, ...own }), canonical(rulesNow));
  const players = Array.isArray(record.players) ? record.players.length : null;
  step.compare("the record's number of players", String(players), String(rules.players));
  const hands = entriesOf(events, cards, rules.players);
  const said = Array.isArray(record.hands) ? record.hands : [];
  step.compare("the record's number of hands", String(said.length), String(hands.length));
  said.slice(0, hands.length).forEach((one, at) => {
    step.compare(`hand ${at + 1} of the record`, canonical(asSaid(one, hands[at])), canonical(hands[at]), { hand: at + 1 });
  });
  const over = table.phase === "over";
  if (over) step.compare("what the record claims", canonical(record.claimed), canonical({ totals: table.totals, winners: table.winners }));
  step.addUnless(record.start === undefined, "the record has a beginning that the chain has not");
}

// Names of substitutes are free; cards of a holding may stand in any order.
function asSaid(said, expected) {
  if (said?.substitute && expected.substitute) return { ...said, substitute: { ...said.substitute, player: expected.substitute.player } };
  const ordered = (text) => (typeof text === "string" ? inDeckOrder(text.split(" ")).join(" ") : text);
  const known = { ...said };
  for (const key of ["dealt", "passed"]) if (Array.isArray(known[key])) known[key] = known[key].map(ordered);
  if (known.kitty !== undefined) known.kitty = ordered(known.kitty);
  return known;
}

// What a record has: finished hands whose cards are revealed, adjustments, substitutions.
function entriesOf(events, cards, players) {
  const entries = [];
  let [lines, meanwhile] = [[], []];
  for (const event of events) {
    const { kind, seat, detail } = event;
    if (kind === "adjust") meanwhile.push({ adjust: Array.from({ length: players }, (_, at) => (at === seat ? detail.points : 0)), reason: detail.reason });
    if (kind === "substitute") meanwhile.push({ substitute: { seat, player: detail.name ?? "" }, reason: detail.reason });
    if (kind === "deal") lines = [event];
    else if (kind === "reveal" || kind === "void") {
      if (kind === "reveal" && cards.has(detail.number)) entries.push(playedHand(lines, cards.get(detail.number), players));
      lines = [];
    } else if (lines.length) lines.push(event);
    if (!lines.length) entries.push(...meanwhile.splice(0));
  }
  return [...entries, ...meanwhile];
}

function playedHand(lines, dealt, players) {
  const of = (kind) => lines.filter((line) => line.kind === kind);
  const opened = new Map(of("open").map((line) => [line.seat, line.detail.cards.join(" ")]));
  const score = of("score")[0]?.detail;
  const hand = { dealt: dealt.slice(0, players).map((cards) => cards.join(" ")), played: of("play").map((line) => line.detail.card).join(" ") };
  if (dealt.length > players) hand.kitty = dealt[players].join(" ");
  if (opened.size) hand.passed = Array.from({ length: players }, (_, seat) => opened.get(seat));
  if (of("moon").length) hand.moon_choice = of("moon")[0].detail.choice;
  if (score) hand.claimed = { points: score.points, scores: score.scores };
  return hand;
}

function canonical(value) {
  return JSON.stringify(value, (_, inner) => (inner && typeof inner === "object" && !Array.isArray(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner)) ?? "nothing";
}

/** Return what a deal of a game is for: a hand of it, or the board `said` that its table plays. */
export function purposeOf(header, rules, hand, said) {
  const isBoard = header.table !== "-" && rules.hands === 1 && hand === 1 && said.startsWith("board/");
  return isBoard ? said : `game/${header.game}/hand/${hand}`;
}

/** Step 10, as far as a bundle shows it: the deals of this game, and the log's times. */
export function checkSequence(evidence, stories, table, step) {
  const { header, rules, entries } = evidence;
  const over = table === null || table.phase === "over";
  for (const story of stories) {
    const { number, hand, place, lines } = story;
    for (const commit of story.logged("commit")) {
      const expected = [purposeOf(header, rules, hand, commit.for), header.sources, deckOf(rules)];
      step.compare(`deal ${number}`, [commit.for, commit.sources, commit.deck], expected, place);
    }
    const counts = ["commit", "freeze", "reveal", "void"].map((kind) => story.logged(kind).length);
    step.addUnless(counts.every((count) => count <= 1), `deal ${number} has two entries of a kind`, place);
    const order = ["commit", "freeze", "reveal", "void"].flatMap((kind) => story.logged(kind).map((one) => one.at));
    step.addUnless(order.every((at, nth) => nth === 0 || order[nth - 1] < at), `deal ${number}: its entries are out of order`, place);
    const ends = counts[2] + counts[3];
    const isOn = !over && hand >= table.number && ends === 0;
    step.addUnless(ends === 1 || isOn, `deal ${number} has ${ends} ends`, place);
    const untouched = story.void !== null && story.void.seat.every((line) => line.split(" ")[1] === "-");
    const awaited = !over && table.phase === "committed" && hand === table.number && story.void === null;
    step.addUnless(lines.length > 0 || untouched || awaited, `deal ${number} was committed, and is not in the chain`, place);
  }
  checkEnds(evidence, stories, step);
  checkFollows(stories, step);
  entries.forEach((entry, at) => {
    step.addUnless(at === 0 || entries[at - 1].time <= entry.time, `the time of entry ${entry.at} goes back`);
  });
}

function checkFollows(stories, step) {
  const commitAt = (story) => story.commit?.at ?? -1;
  stories.slice(1).forEach((story, nth) => {
    const before = stories[nth];
    step.addUnless(commitAt(before) < commitAt(story), `deal ${story.number} was committed before deal ${before.number}`);
    const earlier = stories.filter((one) => one.hand === story.hand && one.number < story.number).at(-1);
    const fine = !earlier || (earlier.void !== null && earlier.void.at < commitAt(story));
    step.addUnless(fine, `deal ${story.number} was committed before deal ${earlier?.number} was voided`, story.place);
  });
}
