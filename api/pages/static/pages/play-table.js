// The table where a person plays: what the seat sees, and the cards and buttons it acts with.

import { cardText, fillSlot, layTable, showFrame, turnTable } from "./table-view.js";
import { handWords, secondsTo, upper, waitingWords } from "./play-words.js";

const RANKS = { A: "Ace", K: "King", Q: "Queen", J: "Jack", T: "10" };
const SUITS = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
const cardName = ([rank, suit]) => `${RANKS[rank] ?? rank} of ${SUITS[suit]}`;
const byId = (id) => document.getElementById(id);

export class PlayTable {
  /** `act(what, body)` sends an act of the seat; `back` is the address of its round, where it has one. */
  constructor(act) {
    Object.assign(this, { act, table: byId("table"), view: null, busy: false, chosen: [], names: [], back: null });
    this.table.addEventListener("click", (event) => this.click(event));
    document.addEventListener("keydown", (event) => this.step(event));
    setInterval(() => this.tick(), 1000);
  }

  /** Lay the table for a seat's game, that seat at the bottom. */
  lay(seat) {
    const { players } = seat.rules;
    this.seat = seat;
    layTable(this.table, players);
    turnTable(this.table, seat.seat, players);
    this.table.querySelector(`.seat[data-seat="${seat.seat}"]`).classList.add("own");
    this.name = (number) => (number === seat.seat ? "you" : this.names[number] ?? `seat ${number}`);
  }

  show(seen) {
    if (!this.view || this.view.hand !== seen.hand) this.chosen = [];
    this.view = seen;
    const { cards } = seen;
    showFrame(this.table, this.frame());
    for (const place of this.table.querySelectorAll(".seat")) this.showName(place, Number(place.dataset.seat));
    this.showOwn(cards?.holding ?? []);
    this.say();
    this.showAsk();
    this.showKitty();
    const last = cards?.tricks.at(-1);
    const over = this.seat.finished && handWords(this.seat.finished, { rules: this.seat.rules, name: this.name, hasKitty: this.seat.kittySize > 0 });
    byId("last").textContent = last && !(seen.phase === "closing" && seen.asked === null) ? `Last trick: ${last.cards.map(cardText).join(" ")}, taken by ${this.name(last.winner)}` : over ?? "";
  }

  showName(place, number) {
    const isComputer = this.seat.holders.get(number)?.holder === "computer";
    const said = number === this.seat.seat ? "You" : this.names[number] ?? `Seat ${number}`;
    const name = place.querySelector(".who b");
    if (name.textContent !== said) name.textContent = said;
    place.setAttribute("aria-label", said);
    const tag = place.querySelector(".tag");
    if (isComputer && !tag) name.after(" ", element("span", "computer", "tag"));
    if (!isComputer) tag?.remove();
  }

  // What others hold is known by number only.
  frame() {
    const { cards, turn, totals, phase } = this.view;
    const players = totals.length;
    const trick = cards?.trick?.cards.length ? cards.trick : cards?.tricks.at(-1);
    const played = (number) => (cards.tricks.length + (hasPlayed(cards.trick, number, players) ? 1 : 0));
    const seats = totals.map((_, number) => ({
      cards: !cards || number === this.seat.seat ? "" : Array(Math.max(0, cards.dealt.length - played(number))).fill("??").join(" "),
      points: cards && phase !== "closing" ? cards.points[number] : 0,
    }));
    return { seats, totals, turn, trick: trick && { leader: trick.leader, cards: trick.cards.join(" "), winner: trick.winner } };
  }

  // The kitty lies face down; its taker alone is shown it while the hand is on.
  showKitty() {
    const { cards } = this.view;
    const box = byId("kitty");
    box.hidden = !(cards && this.seat.kittySize);
    if (box.hidden) return;
    const taker = cards.tricks[0]?.winner;
    const said = taker === undefined ? "Kitty, for whoever takes the first trick:" : cards.kitty ? "You took the kitty, and you alone see it:" : `${upper(this.name(taker))} took the kitty; it is shown after the hand:`;
    const shown = cards.kitty ?? Array(this.seat.kittySize).fill("??");
    const slots = shown.map((code) => {
      const slot = element("span");
      fillSlot(slot, code);
      return slot;
    });
    const now = `${said}${shown.join()}`;
    if (box.dataset.now === now) return;
    box.dataset.now = now;
    box.replaceChildren(element("span", said), ...slots);
  }

  get asked() {
    const { view, seat } = this;
    if (seat.over || this.busy || !view.cards) return "";
    if (view.asked === seat.seat) return "moon";
    if (view.phase === "passing" && !view.cards.passed.includes(seat.seat)) return "pass";
    return view.phase === "playing" && view.turn === seat.seat ? "play" : "";
  }

  mayUse(card) {
    return this.asked === "pass" || (this.asked === "play" && this.view.cards.legal_cards.includes(card));
  }

  get usable() {
    return [...this.table.querySelectorAll('.own button[aria-disabled="false"]')];
  }

  // Buttons stay the same while a card is held, so that the focus does.
  showOwn(holding) {
    const box = this.table.querySelector(".own .cards");
    const had = document.activeElement?.closest(".own .cards button");
    const place = had ? [...box.children].indexOf(had) : -1;
    const known = new Map([...box.querySelectorAll("button")].map((button) => [button.dataset.card, button]));
    for (const [card, button] of known) if (!holding.includes(card)) button.remove();
    if (holding.join() !== [...box.children].map((one) => one.dataset.card).join()) box.replaceChildren(...holding.map((card) => known.get(card) ?? cardButton(card)));
    for (const button of box.children) {
      const { card } = button.dataset;
      button.setAttribute("aria-disabled", String(!this.mayUse(card)));
      if (this.asked === "pass") button.setAttribute("aria-pressed", String(this.chosen.includes(card)));
      else button.removeAttribute("aria-pressed");
      button.classList.toggle("new", this.view.phase === "playing" && Boolean(this.view.cards.received?.includes(card)));
    }
    this.keepFocus(had, place, box);
  }

  // Whoever plays by keys finds the next card under them, after a button that is gone too.
  keepFocus(had, place, box) {
    const { usable } = this;
    if (this.wantsFocus && usable.length && document.activeElement === document.body) {
      this.wantsFocus = false;
      usable[0].focus();
    }
    if (!had || (document.activeElement === had && (usable.includes(had) || !usable.length))) return;
    const still = had.isConnected && (usable.includes(had) || !usable.length) ? had : null;
    (still ?? usable[0] ?? box.children[Math.min(place, box.children.length - 1)])?.focus();
  }

  say() {
    const said = this.sentence();
    if (byId("say").textContent !== said) byId("say").textContent = said;
    this.tick();
  }

  // Seconds run outside of what is read out whenever it changes.
  tick() {
    const round = this.view && !this.view.cards && this.view.phase === "waiting" ? this.seat.deal?.round : null;
    byId("clock").textContent = round ? secondsTo(round.due) : "";
  }

  sentence() {
    const { view, seat, asked } = this;
    const { direction, trick } = view.cards ?? {};
    const others = (seats) => waitsFor(seats.map(this.name));
    if (asked === "pass") return `Choose ${seat.rules.pass_count} cards to pass ${direction}, before you see what you get`;
    if (asked === "play") return trick?.cards.length ? "Your turn" : "Your turn: you lead";
    if (asked === "moon") return "You shot the moon: choose what it does";
    if (!view.cards) return waitingWords(seat, view, this.name);
    if (view.phase === "passing") return others([...view.totals.keys()].filter((one) => !view.cards.passed.includes(one) && one !== seat.seat));
    if (view.phase === "closing") return view.asked === null ? "You have played this board. It is opened when the last table has: then your browser checks the deal" : `${upper(this.name(view.asked))} shot the moon, and chooses what it does`;
    return view.turn === null || view.turn === seat.seat ? "" : `${upper(this.name(view.turn))} to play`;
  }

  showAsk() {
    const { asked, seat, view } = this;
    const isPlayed = view.phase === "closing" && view.asked === null;
    const made = asked === "pass" ? [this.passButton(seat.rules.pass_count)] : asked === "moon" ? this.moonButtons(view.question) : isPlayed && this.back ? [this.backLink()] : [];
    const ask = byId("ask");
    const isSame = made.length === ask.children.length && made.every((button, at) => button.outerHTML === ask.children[at].outerHTML);
    if (!isSame) ask.replaceChildren(...made);
  }

  passButton(count) {
    const button = element("button", `Pass ${this.chosen.length} of ${count}`, "do");
    button.disabled = this.chosen.length !== count;
    button.id = "pass";
    button.onclick = () => this.press("passes", { cards: this.chosen });
    return button;
  }

  moonButtons({ add, subtract }) {
    const says = { add: `The others add ${Math.max(...add)}`, subtract: `I subtract ${-subtract[this.seat.seat]}` };
    return ["add", "subtract"].map((choice) => {
      const button = element("button", says[choice], "do");
      button.dataset.choice = choice;
      button.onclick = () => this.press("moon-choice", { choice });
      return button;
    });
  }

  backLink() {
    const link = element("a", "To the other boards of the round");
    link.href = this.back;
    return link;
  }

  press(what, body) {
    this.wantsFocus = true;
    this.act(what, body);
  }

  click(event) {
    const card = event.target.closest(".own button")?.dataset.card;
    if (!card || !this.mayUse(card)) return;
    if (this.asked === "play") {
      this.act("plays", { card, expected_seq: this.view.seq });
      return;
    }
    const { pass_count: count } = this.seat.rules;
    if (this.chosen.includes(card)) this.chosen = this.chosen.filter((one) => one !== card);
    else if (this.chosen.length < count) this.chosen = [...this.chosen, card];
    this.show(this.view);
  }

  // Arrows go from card to card; Enter and Space use it, as on every button.
  step(event) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || byId("room").hidden || event.target.closest("select, input, textarea")) return;
    const cards = this.usable.length ? this.usable : [...this.table.querySelectorAll(".own button")];
    if (!cards.length) return;
    event.preventDefault();
    const at = cards.indexOf(document.activeElement);
    cards[at < 0 ? (step > 0 ? 0 : cards.length - 1) : (at + step + cards.length) % cards.length].focus();
  }
}

const waitsFor = (names) => (names.length > 1 ? "The others are passing" : `${upper(names[0] ?? "the others")} is passing`);

function hasPlayed(trick, number, players) {
  return Boolean(trick) && (number - trick.leader + players) % players < trick.cards.length;
}

function cardButton(card) {
  const button = element("button", cardText(card), `card ${card[1]}`);
  button.type = "button";
  button.dataset.card = card;
  button.setAttribute("aria-label", cardName(card));
  return button;
}

function element(tag, text = "", kind = "") {
  const made = document.createElement(tag);
  made.textContent = text;
  if (kind) made.className = kind;
  return made;
}
