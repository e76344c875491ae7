// The steps in words, what a finding of each is named, and why one may not be made.

export const RULES = ["proof_statement", "proof_log", "proof_commitment", "proof_contribution", "proof_beacon", "proof_index", "proof_cards", "proof_chain", "proof_pass", "proof_sequence"];
export const NO_KEY = "no key: the checkpoint's signature was not checked against a pinned one";
export const NO_BEACON = "a beacon's signature is checked by the offline verifier alone";
export const NO_LOG = "step 10 made without a copy of the log: which deals were thrown away is the word of who made this file, and whole deals may be left out (the offline verifier, --log)";

/** What each step over a game looks at. */
export const STEPS = [
  "Every text is written exactly as the specification says.",
  "The commitment stood in the signed public log before anybody could give anything to the deal.",
  "The seed that was revealed is the one that was committed.",
  "Every seat's nonce opens what the seat had sent before, and none is used twice.",
  "What the deal was drawn from was fixed before the draw.",
  "The deal's index follows from seed and nonces.",
  "The cards follow from the index.",
  "The chain of events is whole, from the header to the heads in the log.",
  "Passes were held, every card was legal, and the points follow.",
  "For each hand there was one deal, and every other one was voided in the open.",
];

/** What each step over a league's rounds looks at. */
export const ROUND_STEPS = [
  "Every text is written exactly as the specification says.",
  "Each draw was committed, then revealed, and only then was its round logged: all in the signed public log.",
  "The seed that was revealed is the one that was committed.",
  "Nobody gave a random number to a draw of lots: it has none to hide.",
  "The beacon's round, if a draw has one, is the one that was committed.",
  "Each draw's index follows from its seed, and from the beacon's round if it has one.",
  "Who drew which place follows from the index.",
  "The chain of events: a round has none, its games have.",
  "Who sits where follows from the places drawn, from what was settled before the draw, and from the rounds before.",
  "For each round there was one draw, and every other one was voided in the open.",
];
