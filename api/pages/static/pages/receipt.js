// Receipts: what the service has signed of this seat's acts, held to the chain that it shows.

import { checkNote, parseNote, signaturesBy } from "./verifier/log.js";
import { parseStatement } from "./verifier/statement.js";
import { demand, demandSame } from "./verifier/text.js";

/** Return a receipt's statement. Refuses one that is none. */
export function readReceipt(note) {
  const read = parseNote(note);
  return { ...parseStatement("receipt", read.text), note: read };
}

/** Whether one of these keys is named by a receipt. */
export const isNamed = (receipt, keys) => keys.some((key) => signaturesBy(receipt.note, key).length);

/** Refuse a receipt that no key has signed, or that is for another line than `event` of this game. */
export function checkReceipt(receipt, keys, { origin, game, event }) {
  const signer = keys.find((key) => signaturesBy(receipt.note, key).length);
  demand(signer !== undefined, "a receipt that no receipt key of the log has signed");
  checkNote(receipt.note, signer);
  demandSame("the receipt", [receipt.origin, receipt.game, Number(receipt.seq), receipt.time], [origin, game, event.seq, event.time]);
}
