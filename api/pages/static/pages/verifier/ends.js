// Step 10, the ends: a void says why by what the chain shows, and no seed is open before its time.

import { roundDue } from "./dealsteps.js";

const PLAYED = ["contribute", "nonce", "freeze", "beacon", "pass", "play", "moon", "score"];
const ANSWERS = { late: "deal", withheld: "contribute" };
const DAY = 24 * 3600;
const IDLE_DAYS = 90;

/** Check the end of each deal: reveal or void, not too early, and for the reason said. */
export function checkEnds(evidence, stories, step) {
  const heads = evidence.entries.filter((entry) => entry.kind === "head");
  let most = 0;
  const reached = heads.map((head) => (most = Math.max(most, Number(head.seq))));
  for (const story of stories) {
    if (story.reveal !== null) checkReveal(story, heads, reached, step);
    if (story.void === null) continue;
    const late = story.lines.find((line) => PLAYED.includes(line.kind) && line.time > story.void.time);
    step.addUnless(late === undefined, `deal ${story.number} is void since ${story.void.time}, and has a ${late?.kind} line of ${late?.time}`, story.place);
    if (story.commit !== null) checkReason(evidence, story, step);
  }
}

// Check that the log had the head over the hand's score before it had the seed.
function checkReveal(story, heads, reached, step) {
  const score = story.said("score").at(-1);
  if (score === undefined) return;
  const covered = heads[firstFrom(reached, score.seq)];
  const what = covered === undefined ? "no head entry" : `entry ${covered.at}, the first head`;
  step.addUnless(covered !== undefined && covered.at < story.reveal.at, `deal ${story.number} is revealed by entry ${story.reveal.at}, before ${what} over its score`, { ...story.place, seq: score.seq });
}

// Return the place of the first of ascending numbers that is not below a bound.
function firstFrom(numbers, bound) {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < bound) low = middle + 1;
    else high = middle;
  }
  return low;
}

function checkReason(evidence, story, step) {
  const { reason } = story.void;
  const [kind, seat] = [reason.slice(0, reason.lastIndexOf("-")), reason.slice(reason.lastIndexOf("-") + 1)];
  if (Object.hasOwn(ANSWERS, kind)) checkBlame(evidence, story, kind, Number(seat), step);
  if (reason === "beacon-lost") {
    const isBeacon = story.commit.sources === "beacon";
    if (!isBeacon || story.said("beacon").length) deny(story, isBeacon ? "the round came" : "it waits for no round", step);
    else checkWaited(story, roundDue(story.commit), DAY, step);
  }
  const line = story.said("void")[0];
  if (reason === "idle" && line !== undefined) checkWaited(story, Date.parse(evidence.events[line.seq - 2].time), IDLE_DAYS * DAY, step);
}

// Check that the seat had not given what it is blamed for, and had been asked long before.
function checkBlame({ header }, story, kind, seat, step) {
  const given = story.void.seat.map((line) => line.split(" "));
  const [, key, nonce] = given[seat];
  const isWithheld = kind === "withheld";
  const asked = story.said(ANSWERS[kind]).at(-1);
  if ((key !== "-") !== isWithheld || nonce !== "-") deny(story, `the seat's line is ${story.void.seat[seat]}`, step);
  else if (asked === undefined) deny(story, "the chain has no line that the seat had to answer", step);
  else if (isWithheld && given.some((parts) => parts[1] === "-")) deny(story, "no nonce is due before the last K", step);
  else checkWaited(story, Date.parse(asked.time), Number(header.wait), step);
}

function checkWaited(story, since, seconds, step) {
  if (Date.parse(story.void.time) - since < seconds * 1000) deny(story, `${seconds} s were not over at ${story.void.time}`, step);
}

function deny(story, fact, step) {
  step.add(`deal ${story.number} is void as ${story.void.reason}, but ${fact}`, story.place);
}
