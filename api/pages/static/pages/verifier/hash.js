// SHA-256 and SHA-512 (FIPS 180-4) and HMAC (RFC 2104), without the browser's own: a page served
// over plain http on a local network has none. Where it has one, `selfcheck.js` compares the two.

const PRIMES = primes(80);
const MASK64 = (1n << 64n) - 1n;
const K256 = Uint32Array.from(PRIMES.slice(0, 64), (prime) => Number(rootBits(prime, 3n, 32n)));
const H256 = Uint32Array.from(PRIMES.slice(0, 8), (prime) => Number(rootBits(prime, 2n, 32n)));
const K512 = PRIMES.map((prime) => rootBits(prime, 3n, 64n));
const H512 = PRIMES.slice(0, 8).map((prime) => rootBits(prime, 2n, 64n));

/** Return the SHA-256 of bytes: 32 bytes. */
export function sha256(bytes) {
  const data = padded(bytes, 64, 8);
  const view = new DataView(data.buffer);
  const state = Uint32Array.from(H256);
  const words = new Uint32Array(64);
  for (let at = 0; at < data.length; at += 64) {
    for (let t = 0; t < 16; t += 1) words[t] = view.getUint32(at + 4 * t);
    block256(state, words);
  }
  const digest = new DataView(new ArrayBuffer(32));
  state.forEach((word, t) => digest.setUint32(4 * t, word));
  return new Uint8Array(digest.buffer);
}

function block256(state, w) {
  for (let t = 16; t < 64; t += 1) {
    const low = rotated(w[t - 15], 7) ^ rotated(w[t - 15], 18) ^ (w[t - 15] >>> 3);
    const high = rotated(w[t - 2], 17) ^ rotated(w[t - 2], 19) ^ (w[t - 2] >>> 10);
    w[t] = (w[t - 16] + low + w[t - 7] + high) | 0;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 64; t += 1) {
    const big1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const first = (h + big1 + ((e & f) ^ (~e & g)) + K256[t] + w[t]) | 0;
    const big0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const second = (big0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  [a, b, c, d, e, f, g, h].forEach((word, t) => { state[t] = (state[t] + word) | 0; });
}

/** Return the SHA-512 of bytes: 64 bytes. */
export function sha512(bytes) {
  const data = padded(bytes, 128, 16);
  const view = new DataView(data.buffer);
  let state = H512;
  for (let at = 0; at < data.length; at += 128) {
    const w = Array.from({ length: 16 }, (_, t) => view.getBigUint64(at + 8 * t));
    state = block512(state, w);
  }
  const digest = new DataView(new ArrayBuffer(64));
  state.forEach((word, t) => digest.setBigUint64(8 * t, word));
  return new Uint8Array(digest.buffer);
}

function block512(state, w) {
  for (let t = 16; t < 80; t += 1) {
    const low = turned(w[t - 15], 1n) ^ turned(w[t - 15], 8n) ^ (w[t - 15] >> 7n);
    const high = turned(w[t - 2], 19n) ^ turned(w[t - 2], 61n) ^ (w[t - 2] >> 6n);
    w[t] = (w[t - 16] + low + w[t - 7] + high) & MASK64;
  }
  let [a, b, c, d, e, f, g, h] = state;
  for (let t = 0; t < 80; t += 1) {
    const big1 = turned(e, 14n) ^ turned(e, 18n) ^ turned(e, 41n);
    const first = h + big1 + ((e & f) ^ (~e & MASK64 & g)) + K512[t] + w[t];
    const big0 = turned(a, 28n) ^ turned(a, 34n) ^ turned(a, 39n);
    const second = big0 + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) & MASK64, c, b, a, (first + second) & MASK64];
  }
  return [a, b, c, d, e, f, g, h].map((word, t) => (state[t] + word) & MASK64);
}

/** Return the HMAC-SHA-256 of a message under a key: 32 bytes. */
export function hmac256(key, message) {
  const block = new Uint8Array(64);
  block.set(key.length > 64 ? sha256(key) : key);
  const inner = sha256(joined(block.map((byte) => byte ^ 0x36), message));
  return sha256(joined(block.map((byte) => byte ^ 0x5c), inner));
}

/** Return arrays of bytes, one after the other. */
export function joined(...parts) {
  const all = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function padded(bytes, block, lengthSize) {
  const size = Math.ceil((bytes.length + 1 + lengthSize) / block) * block;
  const data = new Uint8Array(size);
  data.set(bytes);
  data[bytes.length] = 0x80;
  new DataView(data.buffer).setBigUint64(size - 8, BigInt(bytes.length) * 8n);
  return data;
}

function rotated(word, by) {
  return (word >>> by) | (word << (32 - by));
}

function turned(word, by) {
  return ((word >> by) | (word << (64n - by))) & MASK64;
}

function primes(count) {
  const found = [];
  for (let n = 2; found.length < count; n += 1) {
    if (found.every((prime) => n % prime)) found.push(n);
  }
  return found;
}

// The first bits after the point of a prime's square or cube root.
function rootBits(prime, power, bits) {
  const target = BigInt(prime) << (bits * power);
  let low = 0n;
  let high = BigInt(prime) << bits;
  while (low < high) {
    const middle = (low + high + 1n) >> 1n;
    if (middle ** power <= target) low = middle;
    else high = middle - 1n;
  }
  return low & ((1n << bits) - 1n);
}
