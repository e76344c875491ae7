// Ed25519, verifying only (RFC 8032, section 5.1.7, without the cofactor).

import { joined, sha512 } from "./hash.js";

const P = (1n << 255n) - 19n;
const L = (1n << 252n) + 27742317777372353535851937790883648493n;
const D = mod(-121665n * inverse(121666n));
const ROOT_OF_MINUS_ONE = power(2n, (P - 1n) / 4n);
const BASE = decoded(littleBytes(mod(4n * inverse(5n))));

/** Whether 64 bytes are the signature of a message under a public key of 32 bytes. */
export function isSigned(publicKey, message, signature) {
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  const key = decoded(publicKey);
  const first = decoded(signature.subarray(0, 32));
  const second = littleNumber(signature.subarray(32));
  if (key === null || first === null || second >= L) return false;
  const digest = sha512(joined(signature.subarray(0, 32), publicKey, message));
  const challenge = littleNumber(digest) % L;
  return isSame(times(BASE, second), added(first, times(key, challenge)));
}

// Points are [X, Y, Z, T] with x = X/Z, y = Y/Z, xy = T/Z (RFC 8032, section 5.1.4).
function added([x1, y1, z1, t1], [x2, y2, z2, t2]) {
  const a = mod((y1 - x1) * (y2 - x2));
  const b = mod((y1 + x1) * (y2 + x2));
  const c = mod(2n * t1 * D * t2);
  const d = mod(2n * z1 * z2);
  const [e, f, g, h] = [b - a, d - c, d + c, b + a];
  return [mod(e * f), mod(g * h), mod(f * g), mod(e * h)];
}

function times(point, scalar) {
  let result = [0n, 1n, 1n, 0n];
  let doubled = point;
  for (let left = scalar; left > 0n; left >>= 1n) {
    if (left & 1n) result = added(result, doubled);
    doubled = added(doubled, doubled);
  }
  return result;
}

function isSame([x1, y1, z1], [x2, y2, z2]) {
  return mod(x1 * z2 - x2 * z1) === 0n && mod(y1 * z2 - y2 * z1) === 0n;
}

function decoded(bytes) {
  const number = littleNumber(bytes);
  const y = number & ((1n << 255n) - 1n);
  const sign = number >> 255n;
  if (y >= P) return null;
  const square = mod((y * y - 1n) * inverse(D * y * y + 1n));
  let x = power(square, (P + 3n) / 8n);
  if (mod(x * x - square) !== 0n) x = mod(x * ROOT_OF_MINUS_ONE);
  if (mod(x * x - square) !== 0n || (x === 0n && sign)) return null;
  if ((x & 1n) !== sign) x = P - x;
  return [x, y, 1n, mod(x * y)];
}

function littleNumber(bytes) {
  return bytes.reduceRight((number, byte) => (number << 8n) | BigInt(byte), 0n);
}

function littleBytes(number) {
  return Uint8Array.from({ length: 32 }, (_, at) => Number((number >> BigInt(8 * at)) & 255n));
}

function mod(number) {
  const rest = number % P;
  return rest < 0n ? rest + P : rest;
}

function inverse(number) {
  return power(mod(number), P - 2n);
}

function power(base, exponent) {
  let result = 1n;
  let factor = mod(base);
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = mod(result * factor);
    factor = mod(factor * factor);
  }
  return result;
}
