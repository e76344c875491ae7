// A seat's software: what a seat must do so that the deal protects it (fair deal, section 2).
// Nothing is believed that does not follow from the pinned key of the log.

import { readProof } from "./verifier/bundle.js";
import { contribution, digest } from "./verifier/draw.js";
import { parseLine } from "./verifier/event.js";
import { checkInclusion, checkNote, leafHash, parseCheckpoint, parseKey } from "./verifier/log.js";
import { deckOf, parseRules } from "./verifier/rules.js";
import { parseEntry } from "./verifier/statement.js";
import { Fault, base64Bytes, demand, demandSame, hexOf, numberOf, INDEX } from "./verifier/text.js";
import { verifyProof, verifyText } from "./verifier/verify.js";

/** What the server promised and did not keep, by the verifier's step. */
export class BrokenWord extends Error {
  constructor(step, detail) {
    super(detail);
    this.step = step;
  }
}

function promised(step, check) {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new BrokenWord(step, error.message);
  }
}

export class Seat {
  /** `kept` is what outlives a reload: game, seat, token, nonces and heads by deal, receipts. */
  constructor(service, kept, key, { keep, checked }) {
    Object.assign(this, { service, kept, keep, checked, pinned: key, game: kept.game, seat: kept.seat, seq: 0, deal: null, over: false, acts: new Map() });
    this.key = parseKey(key);
  }

  /** Check the game as far as it has come, under the pinned key, before its seat is taken or used. */
  async open() {
    const text = await this.service.text(`/api/v1/games/${this.game}/bundle`);
    const report = await verifyText(text, this.pinned);
    if (report.verdict !== "ok" && report.verdict !== "incomplete") throw new BrokenWord(report.findings[0]?.step ?? 1, report.findings[0]?.detail ?? report.expected);
    const { header } = JSON.parse(text);
    this.header = promised(1, () => parseEntry(header));
    this.rules = promised(1, () => parseRules(this.header.rules));
    promised(2, () => demandSame("the header's game", this.header.game, this.game));
    promised(2, () => demandSame("the sources", this.header.sources, "seats"));
    this.head = digest(header);
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
    promised(8, () => demandSame("the line's number", event.seq, this.seq + 1));
    const own = this.acts.get(event.seq);
    if (own) promised(8, () => demandSame("the line of your own act", line, own));
    this.head = digest(`${this.head} ${line}\n`);
    this.seq = event.seq;
    await this[`on_${event.kind}`]?.(event);
  }

  // (1) the deal is committed in the log for this hand; (2) 32 fresh bytes.
  async on_deal({ hand, detail }) {
    const { number, commitment, entry } = detail;
    const commit = await this.entry(number, "commit", entry);
    const expected = { origin: this.header.origin, deal: String(number), for: `game/${this.game}/hand/${hand}`, deck: deckOf(this.rules), sources: "seats", beacon: "-", commitment };
    for (const [name, value] of Object.entries(expected)) promised(2, () => demandSame(`the committed ${name}`, commit[name], value));
    promised(2, () => demand(entry < detail.size, "the deal line's checkpoint does not hold the commit entry"));
    const nonce = this.kept.nonces[number] ??= hexOf(crypto.getRandomValues(new Uint8Array(32)));
    this.keep();
    this.deal = { number, hand, commitment, nonce, K: digest(contribution(commitment, this.seat, nonce)), commitments: new Map(), nonces: new Map(), frozen: null, seen: null };
    this.checked(`Deal ${number} was fixed before you added anything: its commitment is entry ${entry} of the log`, commitment);
  }

  // (3) a K of every seat, ours among them, before any nonce.
  on_contribute({ seat, detail }) {
    const { deal } = this;
    promised(4, () => demand(deal.nonces.size === 0 && !deal.commitments.has(seat), "a K after the first nonce, or a second one"));
    if (seat === this.seat) promised(4, () => demandSame("your own K", detail.commitment, deal.K));
    deal.commitments.set(seat, detail.commitment);
    if (deal.commitments.size !== this.rules.players) return;
    deal.head = this.head;
    const sent = this.kept.heads?.[deal.number];
    if (sent) promised(4, () => demandSame("the chain's head after the last K, for which you sent your nonce,", deal.head, sent));
  }

  on_nonce({ seat, detail }) {
    const { deal } = this;
    promised(4, () => demand(deal.commitments.size === this.rules.players, "a nonce before every seat's K"));
    promised(4, () => demandSame(`the hash of seat ${seat}'s nonce`, digest(contribution(deal.commitment, seat, detail.nonce)), deal.commitments.get(seat)));
    deal.nonces.set(seat, detail.nonce);
  }

  on_freeze({ detail }) {
    this.deal.frozen = detail;
  }

  on_void({ detail }) {
    if (detail.scope !== "hand" || !this.deal) this.deal = null;
  }

  on_substitute({ seat }) {
    if (seat === this.seat) this.lost = true;
  }

  // (5) the freeze entry has our K and nonce, and from the seed follow the cards that we held.
  async on_reveal({ detail }) {
    const { deal } = this;
    const proof = readProof(await this.service.call("GET", `deals/${detail.number}/proof`));
    const report = verifyProof(proof);
    if (report.findings.length) throw new BrokenWord(report.findings[0].step, report.findings[0].detail);
    for (const [name, found, value] of [["commitment", proof.commitment, deal.commitment], ["deal", proof.deal, deal.number], ["seed", proof.seed, detail.seed], ["purpose", proof.for, `game/${this.game}/hand/${deal.hand}`]]) promised(3, () => demandSame(`the proof's ${name}`, found, value));
    if (deal.nonces.size) await this.checkFreeze(deal);
    const given = proof.contributions.map((one) => `${one.seat} ${one.commitment} ${one.nonce}`);
    promised(6, () => demandSame("what the cards were drawn from", given, seatLines(deal)));
    promised(6, () => demandSame("the index", report.index, String(detail.index)));
    if (deal.seen) promised(7, () => demandSame("your cards", report.cards[this.seat].join(" "), deal.seen));
    this.checked(`Deal ${deal.number} is proven: seed, your nonce and the others' give index ${report.index}, and that gives the cards you held`, `nonce ${deal.nonce}`);
  }

  async checkFreeze(deal) {
    const freeze = await this.entry(deal.number, "freeze", deal.frozen.entry);
    promised(5, () => demandSame("the frozen seats", freeze.seat, seatLines(deal)));
    promised(5, () => demandSame("the frozen commitment", freeze.commitment, deal.commitment));
    promised(5, () => demandSame("the digest of the freeze entry", digest(freeze.text), deal.frozen.digest));
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
      return { ...entry, text };
    });
  }

  /** Send K, or the nonce once every K stands; whether anything was sent. */
  async contribute() {
    const { deal, seat } = this;
    if (!deal || this.lost || deal.nonces.has(seat)) return false;
    const path = `deals/${deal.number}/contributions`;
    if (!deal.commitments.has(seat)) await this.act("POST", path, { seat, commitment: deal.K });
    else if (deal.head) {
      // Kept before the nonce leaves: who has it can draw the other nonces again.
      (this.kept.heads ??= {})[deal.number] = deal.head;
      this.keep();
      await this.act("PUT", `${path}/${seat}`, { nonce: deal.nonce, head: deal.head });
      this.checked("Every seat had committed before any nonce was shown; yours was drawn by this browser", deal.K);
    } else return false;
    return true;
  }

  /** Do something for this seat; its line has to come in the chain as it was answered. */
  async act(method, path, body) {
    const answer = await this.service.call(method, path, body);
    this.acts.set(answer.event.seq, answer.event.line);
    this.kept.receipts.push(answer.receipt);
    this.keep();
    return answer;
  }

  /** Return what this seat sees now; the cards dealt are kept for the check after the hand. */
  async view() {
    const view = await this.service.call("GET", `games/${this.game}/seats/${this.seat}`);
    if (this.deal && view.cards && view.hand === this.deal.hand) this.deal.seen = view.cards.dealt.join(" ");
    return view;
  }

  /** Return the ten steps over the whole game, the receipts kept here among its evidence. */
  async report() {
    const bundle = await this.service.call("GET", `games/${this.game}/bundle`);
    bundle.receipts = [...bundle.receipts, ...this.kept.receipts];
    return verifyText(JSON.stringify(bundle), this.pinned);
  }
}

const seatLines = ({ commitments, nonces }) => [...commitments.keys()].sort((a, b) => a - b).map((seat) => `${seat} ${commitments.get(seat)} ${nonces.get(seat)}`);
