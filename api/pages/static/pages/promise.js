// What the server promised and did not keep: a fault found by a seat's software, by the verifier's step.

import { Fault, demandSame } from "./verifier/text.js";

export class BrokenWord extends Error {
  constructor(step, detail) {
    super(detail);
    this.step = step;
  }
}

/** Return what a check gives; what it refuses is a promise broken in this step. */
export function promised(step, check) {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    throw new BrokenWord(step, error.message);
  }
}

/** Refuse, in this step, unless every one of [name, found, expected] is the same. */
export function promisedSame(step, triples) {
  for (const [name, found, expected] of triples) promised(step, () => demandSame(name, found, expected));
}
