// The public log: RFC 6962 proofs, C2SP notes and checkpoints (the log's specification, 1 to 4).

import { isSigned } from "./ed25519.js";
import { joined, sha256 } from "./hash.js";
import { Fault, INDEX, base64Bytes, demand, hexOf, numberOf, utf8 } from "./text.js";

const ED25519 = 1;

/** Return the leaf hash of an entry's text. */
export const leafHash = (text) => sha256(joined(Uint8Array.of(0), utf8(text)));
const nodeHash = (left, right) => sha256(joined(Uint8Array.of(1), left, right));

/** Check that a leaf stands at an index of the tree with this size and root (RFC 9162, 2.1.3.2). */
export function checkInclusion(hashes, { index, size, root, leaf }) {
  demand(index >= 0 && index < size, `no entry ${index} in a tree of ${size}`);
  let [place, last, found] = [BigInt(index), BigInt(size - 1), leaf];
  for (const sibling of hashes) {
    demand(last !== 0n, "a proof with more hashes than the tree has levels");
    if (place & 1n || place === last) {
      found = nodeHash(sibling, found);
      [place, last] = withoutZeros(place, last);
    } else {
      found = nodeHash(found, sibling);
    }
    [place, last] = [place >> 1n, last >> 1n];
  }
  demand(last === 0n, "a proof with too few hashes");
  demandRoot(found, root);
}

/** Check that a tree extends an older one (RFC 9162, 2.1.4.2). */
export function checkConsistency(hashes, { oldSize, oldRoot, size, root }) {
  demand(oldSize >= 0 && oldSize <= size, `a tree of ${size} does not extend one of ${oldSize}`);
  if (oldSize === 0 || oldSize === size) {
    demand(hashes.length === 0, "a proof with hashes where none are needed");
    demandRoot(oldRoot, oldSize === 0 ? sha256(new Uint8Array()) : root);
    return;
  }
  const isComplete = (oldSize & (oldSize - 1)) === 0 && oldSize < 2 ** 31;
  const path = isComplete ? [oldRoot, ...hashes] : hashes;
  demand(path.length > 0, "a proof with too few hashes");
  let [place, last] = withoutZeros(BigInt(oldSize - 1), BigInt(size - 1), BigInt(oldSize));
  let [oldFound, found] = [path[0], path[0]];
  for (const sibling of path.slice(1)) {
    demand(last !== 0n, "a proof with more hashes than the tree has levels");
    if (place & 1n || place === last) {
      [oldFound, found] = [nodeHash(sibling, oldFound), nodeHash(sibling, found)];
      [place, last] = withoutZeros(place, last);
    } else {
      found = nodeHash(found, sibling);
    }
    [place, last] = [place >> 1n, last >> 1n];
  }
  demand(last === 0n, "a proof with too few hashes");
  demandRoot(oldFound, oldRoot);
  demandRoot(found, root);
}

function withoutZeros(place, last, number = place) {
  let [shifted, lastShifted, rest] = [place, last, number];
  while (rest !== 0n && (rest & 1n) === 0n) {
    [shifted, lastShifted, rest] = [shifted >> 1n, lastShifted >> 1n, rest >> 1n];
  }
  return [shifted, lastShifted];
}

function demandRoot(found, root) {
  demand(hexOf(found) === hexOf(root), `the hashes lead to ${hexOf(found)}, the root is ${hexOf(root)}`);
}

/** Return text and signatures of a signed note. */
export function parseNote(note) {
  utf8(note);
  // eslint-disable-next-line no-control-regex
  demand(!/[\x00-\x09\x0b-\x1f]/.test(note), "a note with control characters");
  const blank = note.lastIndexOf("\n\n");
  demand(blank >= 0 && note.endsWith("\n") && note.length > blank + 2, "a note without signature lines");
  const lines = note.slice(blank + 2, -1).split("\n");
  demand(lines.length <= 100, "a note of more than 100 signature lines");
  return { text: note.slice(0, blank + 1), signatures: lines.map(parseSignature) };
}

function parseSignature(line) {
  const [dash, name, encoded, ...more] = line.split(" ");
  demand(dash === "—" && isName(name) && encoded !== undefined && !more.length, "no signature line");
  const bytes = base64Bytes(encoded);
  demand(bytes.length >= 5, "a signature that is too short");
  return { name, hash: hexOf(bytes.subarray(0, 4)), blob: bytes.subarray(4) };
}

const isName = (text) => Boolean(text) && !/[+\s]/u.test(text);

/** Return the key that a verifier key's text says: <name>+<hash>+<base64>. */
export function parseKey(text) {
  const parts = /^([^+\s]+)\+([0-9a-f]{8})\+(\S+)$/u.exec(text);
  demand(parts !== null, "expected a key: <name>+<8 hex digits>+<base64>");
  const [, name, hash, encoded] = parts;
  const bytes = base64Bytes(encoded);
  demand(bytes.length === 33 && (bytes[0] === ED25519 || bytes[0] === 4), "expected an Ed25519 key");
  const own = sha256(joined(utf8(`${name}\n`), bytes)).subarray(0, 4);
  demand(hexOf(own) === hash, "a key whose hash is not that of its name and bytes");
  return { text, name, hash, kind: bytes[0], bytes: bytes.subarray(1) };
}

/** Return which of a note's signatures name a key. */
export const signaturesBy = (note, key) => note.signatures.filter((one) => one.name === key.name && one.hash === key.hash);

/** Check that a key signed a note. */
export function checkNote(note, key) {
  const by = signaturesBy(note, key);
  demand(by.length > 0 && key.kind === ED25519, `no signature by ${key.text}`);
  for (const { blob } of by) {
    demand(isSigned(key.bytes, utf8(note.text), blob), `a signature by ${key.name} that does not verify`);
  }
}

/** Return origin, size and root of a checkpoint's text, and its note. */
export function parseCheckpoint(text) {
  const note = parseNote(text);
  const lines = note.text.split("\n");
  demand(lines.length === 4 && lines[3] === "" && lines[0] !== "", "a checkpoint has three lines");
  const root = base64Bytes(lines[2]);
  demand(root.length === 32, "a root that is not 32 bytes");
  return { note, origin: lines[0], size: numberOf(lines[1], INDEX), root };
}

/** Check that a checkpoint is signed by the newest key it covers; by the trusted one too. */
export function checkSigned(checkpoint, keys, trusted = null) {
  const covered = keys.filter((one) => one.index < checkpoint.size);
  demand(covered.length > 0, "the checkpoint covers no key of the log");
  checkNote(checkpoint.note, covered.at(-1).key);
  if (trusted !== null) checkNote(checkpoint.note, trusted);
}

/** Return the newest of the log's keys to which the pinned one leads; without one, the newest. */
export function trustedKey(keys, checkpoints, pinned) {
  demand(keys.length > 0, "the log has no key of its own");
  if (pinned === null) return keys.at(-1).key;
  let at = keys.findIndex((one) => one.key.text === pinned.text);
  demand(at >= 0, `the pinned key is none of the log's: ${pinned.text}`);
  while (at + 1 < keys.length && checkpoints.some((one) => handsOver(one, keys[at], keys[at + 1]))) at += 1;
  return keys[at].key;
}

function handsOver(checkpoint, before, after) {
  try {
    checkNote(checkpoint.note, before.key);
    checkNote(checkpoint.note, after.key);
    return checkpoint.size > after.index;
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
}
