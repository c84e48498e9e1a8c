/**
 * Identifiers (decision: opaque-ids). What belongs to a client carries the client's own part in its
 * id, so that a read by id knows the item collection it has to look in. Callers never parse them.
 */
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 20 characters of base 62 are 119 bits. */
const ROOT_LENGTH = 20;
/** Within one client; 14 characters are 83 bits. */
const OWN_LENGTH = 14;

/** Random bytes, passed in so that rules stay pure: `node:crypto`'s `randomBytes`. */
export type RandomBytes = (count: number) => Uint8Array;

/** Of a digest that ids follow from, and of random bytes in its place. */
export const ID_BYTES = 32;

/**
 * `ID_BYTES` for the id of something that a request makes, `thing` saying what it is. Random, or
 * where the request has an `Idempotency-Key` the same ones each time that it is carried out
 * (decision: idempotency-seeds-ids).
 */
export type IdBytes = (thing: string) => Uint8Array;

export type RootKind = 'cl' | 'co' | 'ptn' | 'key' | 'we' | 'font';
export type OwnedKind = 'auth' | 'bill' | 'pm' | 'pay' | 'link' | 'swap';

/** A new id of a client, partner, company or encryption key: `cl_…`. */
export function newRootId(kind: RootKind, random: RandomBytes): string {
  return `${kind}_${randomText(ROOT_LENGTH, random)}`;
}

/** A new id of something that belongs to a client: `bill_<client's part>_…`. */
export function newOwnedId(kind: OwnedKind, clientId: string, random: RandomBytes): string {
  return `${kind}_${rootOf(clientId)}_${randomText(OWN_LENGTH, random)}`;
}

/**
 * The id that follows from a digest (at least 16 bytes): the same login is the same auth, the same
 * account of an auth is the same bill, however often it is found.
 */
export function derivedOwnedId(kind: OwnedKind, clientId: string, digest: Uint8Array): string {
  return `${kind}_${rootOf(clientId)}_${derivedText(OWN_LENGTH, digest)}`;
}

/** `length` characters (at most 20) that follow from a digest of 32 bytes. */
export function derivedText(length: number, digest: Uint8Array): string {
  return base62(digest).slice(-length).padStart(length, '0');
}

const OWNED = /^(auth|bill|pm|pay|link|swap)_([0-9A-Za-z]{20})_([0-9A-Za-z]{14})$/;
const ROOT = /^(cl|co|ptn|we|font)_([0-9A-Za-z]{20})$/;

/** The client that an id of this kind belongs to; nothing when the id is not of our making. */
export function clientOf(kind: OwnedKind, id: string): string | undefined {
  const parts = OWNED.exec(id);
  return parts?.[1] === kind ? `cl_${parts[2]}` : undefined;
}

export function isRootId(kind: RootKind, id: string): boolean {
  return ROOT.exec(id)?.[1] === kind;
}

/** `length` characters of base 62, evenly distributed. */
export function randomText(length: number, random: RandomBytes): string {
  let text = '';
  while (text.length < length) {
    for (const byte of random(length)) {
      // 248 is the largest multiple of 62 below 256: what lies above would favour some characters.
      if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
    }
  }
  return text;
}

/** A whole number as `length` characters that sort as the numbers do. */
export function sortableText(number: number, length: number): string {
  let text = '';
  for (let rest = number; text.length < length; rest = Math.floor(rest / 62)) {
    text = (ALPHABET[rest % 62] ?? '') + text;
  }
  return text;
}

function rootOf(clientId: string): string {
  return clientId.slice('cl_'.length);
}

function base62(bytes: Uint8Array): string {
  let number = 0n;
  for (const byte of bytes) number = number * 256n + BigInt(byte);
  let text = '';
  for (; number > 0n; number /= 62n) text = ALPHABET[Number(number % 62n)] + text;
  return text;
}
