// Steps 3 to 7 over the deals of a game: proofs, log and chain against one another.

import { DECKS, placeSizes, unrank } from "./cards.js";
import { cardsOf, checkOpening, contribution, digest, drawIndex, drawStatement, randomnessOf } from "./draw.js";
import { demand } from "./text.js";

const NO_NONCE = "0".repeat(64);
const TERMS = ["origin", "deal", "for", "deck", "sources", "beacon", "commitment"];
const GENESIS = 1692803367;
const PERIOD = 3;
const NOTICE = 60;

/** Step 3: the opening of every deal that has ended hashes to what was committed. */
export function checkCommitments({ bundle }, stories, step) {
  const numbers = bundle.deals.map((proof) => proof.deal);
  step.addUnless(numbers.every((number, at) => at === 0 || numbers[at - 1] < number), "the proofs are not one a deal, by number");
  for (const story of stories) {
    const { commit, reveal, proof, number, place, void: gone } = story;
    if (commit === null) step.add(`deal ${number} has no commit entry`);
    else if (reveal !== null) checkRevealed(story, step);
    else if (proof !== null) step.add(`deal ${number} has a proof, but no reveal entry`, place);
    else if (gone !== null) checkThrownAway(story, step);
  }
}

function checkRevealed({ number, proof, reveal, commit, place }, step) {
  if (proof === null) {
    step.add(`deal ${number} is revealed, but has no proof`, place);
    return;
  }
  step.compare(`the terms of deal ${number}`, termsOf(proof), termsOf(commit), place);
  step.compare("the revealed seed", reveal.seed, proof.seed, place);
  checkCommitment(proof, step, place);
}

/** Return what is public of a deal from the start, as one text. */
export const termsOf = (of) => TERMS.map((key) => String(of[key])).join("; ");

/** Check that a proof's opening hashes to its commitment. */
export function checkCommitment(proof, step, place) {
  step.attempt("", () => step.compare("the hash of the opening", hashOf(proof), proof.commitment, place), place);
}

function hashOf(proof) {
  const text = ["hearts/seed/v1", ...["origin", "deal", "for", "deck", "sources", "beacon", "seed"].map((key) => `${key} ${proof[key]}`), ""].join("\n");
  return digest(text);
}

function checkThrownAway({ number, commit, freeze, void: gone, place }, step) {
  if (gone.seed !== "-") step.attempt(`deal ${number}`, () => checkOpening(commit, gone.seed, commit.commitment), place);
  else {
    const complete = gone.seat.every((line) => !line.endsWith(" -"));
    step.addUnless(freeze === null && !complete, `deal ${number} ${freeze === null ? "had all its nonces" : "was frozen"}, and its seed is lost`, place);
  }
}

/** Step 4: each nonce opens its K, after all K's, and is used once in the whole game. */
export function checkContributions({ rules }, stories, step) {
  const used = new Set([NO_NONCE]);
  for (const story of stories) {
    const nonces = story.said("nonce");
    for (const { seq, seat } of story.said("contribute")) {
      step.addUnless(!nonces.length || seq < nonces[0].seq, "a K after the first nonce", { ...story.place, seat, seq });
    }
    checkGiven(story, rules.players, step);
    for (const { seq, seat, hand, detail } of nonces) {
      step.addUnless(!used.has(detail.nonce), "a nonce that was used before, or zero", { hand, seat, seq });
      used.add(detail.nonce);
    }
  }
}

function checkGiven(story, players, step) {
  const { proof, commit, place, void: gone } = story;
  const lines = story.seatLines(players);
  const opened = lines.map((line) => line.split(" ")).filter(([, key, nonce]) => key !== "-" && nonce !== "-");
  if (gone !== null) step.compare("what the seats had given to the void deal", gone.seat, lines, place);
  if (proof !== null) {
    const given = proof.contributions.map((one) => `${one.seat} ${one.commitment} ${one.nonce}`);
    step.compare("the contributions", given, opened.map((parts) => parts.join(" ")), place);
  }
  for (const [seat, key, nonce] of opened) checkNonce(commit?.commitment ?? "", seat, key, nonce, step, place);
}

/** Check that a nonce opens its K. */
export function checkNonce(commitment, seat, key, nonce, step, place) {
  step.attempt(`seat ${seat}`, () => step.compare(`the hash of seat ${seat}'s nonce`, digest(contribution(commitment, seat, nonce)), key, place), place);
}

/** Check the nonces of a proof by itself: each opens its K, is no other seat's, and not zero. */
export function checkBareNonces(proof, step) {
  const seen = new Set([NO_NONCE]);
  for (const { seat, commitment, nonce } of proof.contributions) {
    checkNonce(proof.commitment, seat, commitment, nonce, step);
    step.addUnless(!seen.has(nonce), "a nonce that was used before, or zero", { seat });
    seen.add(nonce);
  }
}

/** Step 5: what a deal was drawn from was fixed before: frozen nonces, or the beacon's round. */
export function checkFreezes(evidence, stories, step) {
  for (const story of stories) {
    const { freeze } = story;
    if (freeze === null) {
      for (const { hand, seq } of story.said("freeze")) step.add("the log has no freeze entry", { hand, seq });
    } else checkFreeze(evidence, story, step);
    for (const commit of story.logged("commit")) {
      if (commit.sources === "beacon") step.attempt(`deal ${story.number}`, () => checkNotice(commit), story.place);
    }
    checkBeacon(story, step);
  }
}

function checkFreeze({ rules, header, heads }, story, step) {
  const { freeze, commit, place } = story;
  const nonces = story.said("nonce");
  if (!nonces.length) {
    step.add("a freeze entry of a deal without nonces", place);
    return;
  }
  const last = nonces.at(-1).seq;
  step.compare("the frozen seat lines", freeze.seat, story.seatLines(rules.players), place);
  step.compare("the frozen commitment", freeze.commitment, commit?.commitment ?? "", place);
  step.compare("the frozen game", freeze.game, header.game, place);
  step.compare("the frozen head", freeze.head, `${last} ${heads[last] ?? ""}`, place);
  for (const { hand, seq, detail } of story.said("freeze")) {
    const same = detail.digest === digest(freeze.text) && detail.entry === freeze.at;
    step.addUnless(same, "the freeze line names another entry", { hand, seq });
  }
}

/** Return when a deal's committed round is due, in milliseconds since 1970. */
export function roundDue({ beacon }) {
  return (GENESIS + (Number(beacon.split("@")[1]) - 1) * PERIOD) * 1000;
}

/** Refuse a committed round that was due less than a minute after the commit entry. */
export function checkNotice(commit) {
  const round = Number(commit.beacon.split("@")[1]);
  demand(roundDue(commit) >= Date.parse(commit.time) + NOTICE * 1000, `round ${round} was due less than a minute after the commit entry`);
}

function checkBeacon(story, step) {
  const committed = story.commit?.beacon.split("@")[1] ?? "";
  const shown = story.proof?.round ? `${story.proof.round.number} ${story.proof.round.signature}` : "-";
  if (story.isOpen) {
    checkRound(story.proof, step, story.place);
    step.compare("the revealed beacon", story.reveal.beacon, shown, story.place);
  }
  for (const { hand, seq, detail } of story.said("beacon")) {
    if (story.isOpen) step.compare("the beacon line", `${detail.round} ${detail.signature}`, shown, { hand, seq });
    else step.compare("the round", String(detail.round), committed, { hand, seq });
  }
}

/** Check that a proof's round is the committed one, and its randomness that of its signature. */
export function checkRound({ round, beacon }, step, place) {
  if (round === null) return;
  step.compare("the round", String(round.number), beacon.split("@")[1] ?? "", place);
  step.attempt("the round", () => step.compare("the round's randomness", round.randomness, randomnessOf(round.signature), place), place);
}

/** Step 6: the index of every revealed deal, as proof, log and chain say it. */
export function checkDraws(stories, step) {
  const indexes = new Map();
  for (const { number, proof, reveal, isOpen, place } of stories) {
    if (!isOpen) continue;
    const drawn = checkDraw(proof, step, place);
    indexes.set(number, drawn.index);
    step.compare("the revealed index", reveal.index, String(drawn.index), place);
    step.compare("the revealed attempts", reveal.attempts, String(drawn.attempts), place);
  }
  return indexes;
}

/** Return the index that follows from a proof; check what it says itself. */
export function checkDraw(proof, step, place) {
  const drawn = drawIndex(proof.seed, drawStatement(proof), proof.deck);
  if ("index" in proof) step.compare("the index", proof.index, String(drawn.index), place);
  if ("attempts" in proof) step.compare("the attempts", String(proof.attempts), String(drawn.attempts), place);
  return drawn;
}

/** Step 7: the cards of every deal, by number; those of void deals that were complete too. */
export function checkCards(stories, indexes, step) {
  const cards = new Map();
  for (const story of stories) {
    const { number, proof, commit, place, void: gone } = story;
    if (proof !== null) {
      const dealt = checkHands(proof, indexes.get(number), step, place);
      if (Object.hasOwn(DECKS, proof.deck)) cards.set(number, dealt);
    } else if (commit !== null && gone !== null) {
      const dealt = story.voidCards();
      if (dealt !== null) cards.set(number, dealt);
    }
  }
  return cards;
}

/** Return what lies at each place of a proof's deal; check what the proof says of it. */
export function checkHands(proof, index, step, place) {
  if (Object.hasOwn(DECKS, proof.deck)) {
    const dealt = cardsOf(index, proof.deck);
    compareHands(proof, dealt.map((hand) => hand.join(" ")), step, place);
    return dealt;
  }
  if (!("hands" in proof)) return null;
  const seated = [...new Set(proof.hands)].sort();
  const sizes = placeSizes(proof.deck);
  step.addUnless(seated.length === sizes.length, `${seated.length} are seated at ${sizes.length} places`, place);
  if (seated.length !== sizes.length) return null;
  const placed = unrank(index, seated, sizes);
  compareHands(proof, placed.flat(), step, place);
  return placed;
}

function compareHands(proof, follows, step, place) {
  if (!("hands" in proof)) return;
  follows.forEach((hand, at) => step.compare(`the cards of place ${at}`, proof.hands[at] ?? "none", hand, place));
  step.compare("the number of places", String(proof.hands.length), String(follows.length), place);
}
