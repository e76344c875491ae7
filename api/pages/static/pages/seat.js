// A seat's software: what a seat must do so that the deal protects it (fair deal, section 2).
// Nothing is believed that does not follow from the pinned key of the log.

import { OwnDeal } from "./own-deal.js";
import { BrokenWord, promised, promisedSame } from "./promise.js";
import { checkReceipt, isNamed, readReceipt } from "./receipt.js";
import { readProof } from "./verifier/bundle.js";
import { DECKS, inDeckOrder } from "./verifier/cards.js";
import { digest } from "./verifier/draw.js";
import { parseLine } from "./verifier/event.js";
import { checkInclusion, checkNote, leafHash, parseCheckpoint, parseKey } from "./verifier/log.js";
import { deckOf, parseRules } from "./verifier/rules.js";
import { parseEntry, parseStatement } from "./verifier/statement.js";
import { base64Bytes, demand, demandSame, hexOf, numberOf, INDEX } from "./verifier/text.js";
import { verifyText } from "./verifier/verify.js";

const OF_DEAL = new Set(["contribute", "nonce", "freeze", "beacon", "play", "score", "reveal"]);

export { BrokenWord } from "./promise.js";

const ACTS = { contributions: "contribute", passes: "pass", plays: "play", "moon-choice": "moon" };

export class Seat {
  /** `kept` is what outlives a reload: game, seat, token, receipts; nonces, heads and checkpoints by deal. */
  constructor(service, kept, key, { keep, checked }) {
    Object.assign(this, { service, kept, keep, checked, pinned: key, game: kept.game, seat: kept.seat, deal: null, over: false, lost: false, end: null, acts: new Map() });
    this.key = parseKey(key);
    this.wasKnown = new Set(Object.keys(kept.nonces));
    this.begin();
  }

  begin() {
    Object.assign(this, { seq: 0, heads: [], holders: new Map(), Ks: new Map(), finished: null });
  }

  get head() {
    return this.heads[this.seq];
  }

  get totals() {
    return this.end?.totals ?? this.finished?.totals ?? Array(this.rules.players).fill(0);
  }

  get kittySize() {
    return DECKS[deckOf(this.rules)].sizes[this.rules.players] ?? 0;
  }

  get sources() {
    return this.header.sources;
  }

  /** Check the game as far as it has come, under the pinned key, before its seat is taken or used. */
  async open() {
    const text = await this.service.text(`/api/v1/games/${this.game}/bundle`);
    const report = await verifyText(text, this.pinned);
    if (report.verdict !== "ok" && report.verdict !== "incomplete") throw new BrokenWord(report.findings[0]?.step ?? 1, report.findings[0]?.detail ?? report.expected);
    const { header, entries } = JSON.parse(text);
    this.header = promised(1, () => parseEntry(header));
    this.rules = promised(1, () => parseRules(this.header.rules));
    promisedSame(2, [["the header's game", this.header.game, this.game]]);
    promised(2, () => demand(["seats", "beacon", "server"].includes(this.sources), "a game whose deals are not of this service's log"));
    this.keys = receiptKeys(entries);
    this.begin();
    this.heads = [digest(header)];
    this.given = new Map(promised(8, () => this.kept.receipts.map(readReceipt)).map(({ seq, head }) => [Number(seq), head]));
    this.checked("The game's terms stand in the public log, signed by the log's key", this.header.origin);
  }

  /** Read what follows in the chain, waiting for it at most so many seconds. */
  async read(wait) {
    const { events, complete } = await this.service.call("GET", `games/${this.game}/events?after=${this.seq}&limit=200&wait=${wait}`);
    for (const { line } of events) await this.take(line);
    this.over = complete;
    return events.length;
  }

  async take(line) {
    const event = promised(8, () => parseLine(line));
    promisedSame(8, [["the line's number", event.seq, this.seq + 1]]);
    const own = this.acts.get(event.seq);
    if (own) promisedSame(8, [["the line of your own act", line, own]]);
    const head = digest(`${this.head} ${line}\n`);
    const signed = this.given.get(event.seq);
    if (signed) promisedSame(8, [[`the chain's head after line ${event.seq}, for which you hold a receipt,`, head, signed]]);
    if (OF_DEAL.has(event.kind)) promised(8, () => demand(this.deal !== null && this.deal.hand === event.hand, `a ${event.kind} line of hand ${event.hand}, and no deal for it`));
    // What is cut off while something is fetched for this line is done again.
    await this[`on_${event.kind}`]?.(event, head);
    this.heads.push(head);
    this.seq = event.seq;
  }

  on_seat({ seat, detail }) {
    this.holders.set(seat, detail);
  }

  on_substitute({ seat, detail }) {
    this.holders.set(seat, detail);
    if (seat === this.seat) this.lost = true;
  }

  // (1) the deal is committed in the log for this hand; (2) 32 fresh bytes, where seats are a source.
  async on_deal({ hand, detail: line }) {
    const { entry: commit, checkpoint } = await this.entry(line.number, "commit", line.entry);
    const nonce = this.sources === "seats" ? this.nonceFor(line.number) : null;
    const deal = new OwnDeal({ header: this.header, rules: this.rules, hand, line, commit, seat: this.seat, nonce });
    if (deal.round) (this.kept.seen ??= {})[line.number] ??= { at: Date.now(), due: deal.round.due, checkpoint };
    this.keep();
    this.deal = deal;
    const what = { seats: "before you added anything", beacon: `to be drawn from the beacon's round ${deal.round?.number}`, server: "before the first card was played" }[this.sources];
    this.checked(`Deal ${line.number} was fixed ${what}: its commitment is entry ${line.entry} of the log`, line.commitment);
    this.tellSeen(deal);
  }

  // Kept before it is used: another window of this browser may have drawn it already.
  nonceFor(number) {
    this.kept.nonces[number] ??= hexOf(crypto.getRandomValues(new Uint8Array(32)));
    this.keep();
    return this.kept.nonces[number];
  }

  // Who saw the commitment before the beacon spoke needs no one's word for it.
  tellSeen(deal) {
    if (!deal.round) return;
    const { at, due } = this.kept.seen[deal.number];
    const seconds = Math.floor((due - at) / 1000);
    if (seconds > 0) this.checked(`This browser saw that ${seconds} seconds before the round was due, by its own clock`, new Date(at).toISOString());
    else this.checked("This browser came after the round was due: that the deal was fixed before, it can't say of itself", new Date(at).toISOString(), { isOpen: true });
  }

  // (3) a K of every seat, ours among them, before any nonce.
  on_contribute({ seat, detail }, head) {
    const { deal } = this;
    deal.contribute(seat, detail, { isNew: !this.wasKnown.has(String(deal.number)) });
    if (seat === this.seat && !deal.isForeign) this.Ks.set(deal.number, deal.K);
    if (deal.commitments.size !== this.rules.players) return;
    deal.head = head;
    const sent = this.kept.heads?.[deal.number];
    if (sent) promisedSame(4, [["the chain's head after the last K, for which you sent your nonce,", deal.head, sent]]);
  }

  on_nonce({ seat, detail }) {
    this.deal.open(seat, detail);
  }

  on_freeze({ detail }) {
    this.deal.frozen = detail;
  }

  on_beacon({ detail }) {
    this.deal.takeRound(detail);
  }

  on_play({ seat, detail }) {
    this.deal.plays.push({ seat, card: detail.card });
  }

  on_score({ hand, detail }) {
    this.deal.score = detail;
    this.finished = { hand, ...detail, tricks: this.deal.tricks, kitty: null };
  }

  on_void({ detail }) {
    if (this.deal) this.checked(`${detail.scope === "game" ? "The game" : `Deal ${this.deal.number}`} was called off (${detail.reason}). That stands in the log too, and is counted`, "", { isOpen: true });
    this.deal = null;
  }

  on_end({ detail }) {
    this.end = detail;
  }

  // (5) the freeze entry has our K and nonce, and from the seed follow the cards that we held.
  async on_reveal({ detail }) {
    const { deal } = this;
    const proof = readProof(await this.service.call("GET", `deals/${detail.number}/proof`));
    const freeze = deal.frozen ? (await this.entry(deal.number, "freeze", deal.frozen.entry)).entry : null;
    const { index } = deal.checkOutcome(proof, detail, freeze);
    if (this.finished) this.finished.kitty = deal.kitty;
    const isOwn = deal.nonce !== null && !deal.isForeign;
    const from = { seats: isOwn ? "seed, your nonce and the others' give" : "seed and nonces give", beacon: "the committed seed and the beacon's number give", server: "the committed seed alone gives" }[this.sources];
    this.checked(`Deal ${deal.number} is proven: ${from} index ${index}${deal.dealt === null ? "" : ", which gives the cards you held"}`, isOwn ? `nonce ${deal.nonce}` : `seed ${proof.seed}`);
    if (deal.round) this.checked("That the number is the beacon's own, no browser checks: its signature is checked by the offline verifier", proof.round.signature, { isOpen: true });
  }

  /** Return an entry of the log, once its proof leads to a checkpoint that the pinned key signed. */
  async entry(deal, kind, place) {
    const { entry_texts: texts } = await this.service.call("GET", `deals/${deal}`);
    const text = texts[kind];
    const note = await this.service.text(`/log/proof/${place}`);
    return promised(2, () => {
      demand(typeof text === "string", `the log has no ${kind} entry of deal ${deal}`);
      const blank = note.indexOf("\n\n");
      const [first, index, ...hashes] = note.slice(0, blank).split("\n");
      demandSame("the proof's first line", first, "c2sp.org/tlog-proof@v1");
      demandSame("the proof is of entry", numberOf(index.slice("index ".length), INDEX), place);
      const checkpoint = parseCheckpoint(note.slice(blank + 2));
      demandSame("the checkpoint's log", checkpoint.origin, this.key.name);
      checkNote(checkpoint.note, this.key);
      checkInclusion(hashes.map(base64Bytes), { index: place, size: checkpoint.size, root: checkpoint.root, leaf: leafHash(text) });
      const entry = parseEntry(text);
      demandSame("the kind of the entry", entry.kind, kind);
      return { entry: { ...entry, text }, checkpoint: note.slice(blank + 2) };
    });
  }

  /** Send K, or the nonce once every K stands; whether anything was sent. */
  async contribute() {
    const { deal, seat } = this;
    if (deal?.nonce == null || this.lost || deal.isForeign || deal.nonces.has(seat)) return false;
    const path = `deals/${deal.number}/contributions`;
    if (!deal.commitments.has(seat)) {
      await this.act("POST", path, { seat, commitment: deal.K });
      this.wasKnown.add(String(deal.number));
    } else if (deal.head) {
      // Kept before the nonce leaves: who has it can draw the other nonces again.
      (this.kept.heads ??= {})[deal.number] = deal.head;
      this.keep();
      await this.act("PUT", `${path}/${seat}`, { nonce: deal.nonce, head: deal.head });
      this.checked("Every seat had committed before any nonce was shown; yours was drawn by this browser", deal.K);
    } else return false;
    return true;
  }

  /** Take the seat with its invite; the token that speaks for it from now on is kept. */
  async sit(invite) {
    const answer = await this.service.call("POST", `games/${this.game}/seats/${this.seat}`, { invite });
    this.kept.token = this.service.token = answer.token;
    this.keep();
    await this.keepAct(answer, ["seat", this.seat, "human", answer.player]);
  }

  /** Do something for this seat; its line has to say it, and to come in the chain as it was answered. */
  async act(method, path, body) {
    const answer = await this.service.call(method, path, body);
    const kind = method === "PUT" ? "nonce" : ACTS[path.split("/").at(-1)];
    await this.keepAct(answer, [kind, this.seat, ...this.said(kind, body, answer)]);
    return answer;
  }

  // What the line of an act has to say.
  said(kind, { commitment, nonce, card, choice, cards }, { opening }) {
    return { contribute: () => [commitment, "seat"], nonce: () => [nonce], pass: () => [this.passOf(opening, cards)], play: () => [card], moon: () => [choice] }[kind]();
  }

  // What the chain has to say of a pass: the hash of what opens it, which only this seat was told.
  passOf(opening, cards) {
    return promised(8, () => {
      const said = parseStatement("pass", opening);
      demandSame("what opens your pass", [said.game, said.hand, said.seat, said.cards], [this.game, String(this.deal.hand), String(this.seat), inDeckOrder(cards).join(" ")]);
      return digest(opening);
    });
  }

  // Keep the receipt for an act, once the line with it says what was done.
  async keepAct({ event: { line }, receipt: note }, did) {
    const event = promised(8, () => parseLine(line));
    promisedSame(8, [["the line of your act", [event.kind, event.seat, ...Object.values(event.detail)], did]]);
    const receipt = promised(8, () => readReceipt(note));
    if (!isNamed(receipt, this.keys)) await this.readKeys();
    promised(8, () => checkReceipt(receipt, this.keys, { origin: this.header.origin, game: this.game, event }));
    const { seq } = event;
    if (seq <= this.seq + 1) promisedSame(8, [["the head that your receipt has", receipt.head, digest(`${this.heads[seq - 1]} ${line}\n`)]]);
    if (seq <= this.seq) promisedSame(8, [["the chain's head after your act", this.heads[seq], receipt.head]]);
    this.given.set(seq, receipt.head);
    this.acts.set(seq, line);
    this.kept.receipts.push(note);
    this.keep();
  }

  // The key of receipts may have been changed since the game was opened.
  async readKeys() {
    const bundle = await this.service.text(`/api/v1/games/${this.game}/bundle`);
    const report = await verifyText(bundle, this.pinned);
    if (report.verdict === "false") throw new BrokenWord(report.findings[0].step, report.findings[0].detail);
    this.keys = receiptKeys(JSON.parse(bundle).entries);
  }

  /** Return what this seat sees now; the cards dealt are kept for the check after the hand. */
  async view() {
    const view = await this.service.call("GET", `games/${this.game}/seats/${this.seat}`);
    if (this.deal && view.cards && view.hand === this.deal.hand) this.deal.see(view.cards);
    return view;
  }

  /** Return the ten steps over the whole game, the receipts kept here among its evidence. */
  async report() {
    const bundle = await this.service.call("GET", `games/${this.game}/bundle`);
    this.holdToChain(bundle);
    bundle.receipts = [...bundle.receipts, ...this.kept.receipts];
    return verifyText(JSON.stringify(bundle), this.pinned);
  }

  // The game that everybody gets to see has to be the one that was played here.
  holdToChain({ header, events }) {
    let head = digest(header);
    promisedSame(8, [["the header", head, this.heads[0]]]);
    events.slice(0, this.seq).forEach((line, at) => {
      head = digest(`${head} ${line}\n`);
      promisedSame(8, [[`the head of the chain after line ${at + 1}, as it was played here,`, head, this.heads[at + 1]]]);
    });
  }
}

const receiptKeys = (entries) => entries.map(({ entry }) => parseEntry(entry)).filter((one) => one.kind === "key" && one.role === "receipt").map((one) => parseKey(one.vkey));
