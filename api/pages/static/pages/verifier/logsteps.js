// Step 2: the entries are in the signed log, the commits before anybody could contribute.

import { checkConsistency, checkInclusion, checkSigned, leafHash, parseKey, trustedKey } from "./log.js";
import { HEX32, bytesOf, demand, hexOf } from "./text.js";

/** Make step 2. Without a pinned key the log's own is taken: that shows damage, not who signed. */
export function checkLog(evidence, stories, step, pinned) {
  const keys = evidence.entries.filter((entry) => entry.kind === "key");
  const first = keys.slice(0, 2).map((key) => `${key.at} ${key.role}`).join();
  step.addUnless(first === "0 log,1 receipt", "entries 0 and 1 are not the log's key and its receipts' key");
  checkOrigins(evidence, step);
  checkInclusions(evidence, step);
  const roots = checkSizes(evidence, step);
  checkSignatures(evidence, roots, keys, step, pinned);
  for (const story of stories) {
    for (const line of story.said("deal")) checkCommit(story, line, roots, step);
  }
}

function checkOrigins({ entries, origin, checkpoint, seen }, step) {
  const origins = new Set([origin, ...[...entries, checkpoint, ...seen].map((one) => one.origin)]);
  step.addUnless(origins.size === 1, `more than one origin: ${[...origins].join(", ")}`);
}

function checkInclusions({ bundle, checkpoint: { size, root } }, step) {
  let last = -1;
  for (const { index, entry, hashes } of bundle.entries) {
    step.addUnless(index > last, `entry ${index} stands after entry ${last}`);
    last = index;
    step.attempt(`entry ${index}`, () => checkInclusion(demandHashes(hashes), { index, size, root, leaf: leafHash(entry) }));
  }
}

// Return the roots, as hex by size, that the checkpoint vouches for: its own and earlier ones.
function checkSizes({ bundle, checkpoint: { size, root } }, step) {
  const roots = new Map([[size, hexOf(root)]]);
  let last = -1;
  for (const one of bundle.consistency) {
    const what = `the consistency with size ${one.size}`;
    step.addUnless(one.size > last, `${what} stands after that with size ${last}`);
    last = one.size;
    step.attempt(what, () => {
      demand(HEX32.test(one.root), "the root is not 64 hex digits");
      checkConsistency(demandHashes(one.hashes), { oldSize: one.size, oldRoot: bytesOf(one.root), size, root });
      if (!roots.has(one.size)) roots.set(one.size, one.root);
    });
  }
  return roots;
}

function demandHashes(hashes) {
  demand(hashes.every((hash) => hash.length === 32), "a hash that is not 32 bytes");
  return hashes;
}

function checkSignatures({ checkpoint, seen, origin }, roots, entries, step, pinned) {
  const keys = step.attempt("the log's key", () => entries.filter((key) => key.role === "log").map(({ at, vkey }) => ({ index: at, key: parseKey(vkey) }))) ?? [];
  for (const one of seen) {
    step.addUnless(roots.get(one.size) === hexOf(one.root), `the checkpoint of size ${one.size} is no earlier state of this log`);
    if (step.found.length) return;
    step.attempt(`the checkpoint of size ${one.size}`, () => checkSigned(one, keys));
  }
  step.attempt(`the checkpoint of size ${checkpoint.size}`, () => {
    const key = pinned === null ? null : parseKey(pinned);
    const trusted = trustedKey(keys, [checkpoint, ...seen], key);
    demand(trusted.name === origin, `the key is ${trusted.name}'s, the game is of ${origin}`);
    checkSigned(checkpoint, keys, trusted);
  });
}

function checkCommit({ commit, number }, { hand, seq, time, detail }, roots, step) {
  const place = { hand, seq };
  if (commit === null) {
    step.add(`deal ${number} has no commit entry`, place);
    return;
  }
  const same = detail.entry === commit.at && detail.commitment === commit.commitment;
  step.addUnless(same, "the deal line names another commit entry", place);
  step.addUnless(roots.get(detail.size) === detail.root, `no proof that the log of size ${detail.size} had the root ${detail.root}`, place);
  step.addUnless(commit.at < detail.size, "the checkpoint does not hold the commit entry", place);
  step.addUnless(commit.time <= time, "the commit entry is later than the deal line", place);
}
