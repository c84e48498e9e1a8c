/** KMS answers ECDSA signatures in DER; a JWT carries the two numbers side by side (RFC 7518 3.4). */

/** Bytes of each number on the curve P-256. */
const SIZE = 32;

/** The highest bit of a byte, which makes a number of DER negative. */
const SIGN = 0x80;

/** DER `SEQUENCE { INTEGER r, INTEGER s }` → 64 bytes. Throws when it is anything else. */
export function derToRaw(der: Uint8Array): Uint8Array {
  const raw = new Uint8Array(SIZE * 2);
  if (der[0] !== 0x30 || der[1] !== der.length - 2) throw new Error('Not an ECDSA signature');
  const afterR = copyInteger(der, 2, raw, SIZE);
  const end = copyInteger(der, afterR, raw, SIZE * 2);
  if (end !== der.length) throw new Error('Not an ECDSA signature');
  return raw;
}

/** Copies the integer at `offset` so that it ends at `end`; answers the offset behind it. */
function copyInteger(der: Uint8Array, offset: number, raw: Uint8Array, end: number): number {
  const length = der[offset + 1] ?? 0;
  const digits = der.subarray(offset + 2, offset + 2 + length);
  // A leading zero keeps a number with its highest bit set positive.
  const number = digits[0] === 0 ? digits.subarray(1) : digits;
  const negative = ((digits[0] ?? 0) & SIGN) !== 0;
  const complete = digits.length === length && length > 0 && number.length <= SIZE;
  if (der[offset] !== 0x02 || negative || !complete) {
    throw new Error('Not an ECDSA signature');
  }
  raw.set(number, end - number.length);
  return offset + 2 + length;
}
