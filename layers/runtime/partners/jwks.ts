/** Reading a JSON Web Key Set (RFC 7517): which of its keys may verify a partner's signatures. */
import { type FetchedKeys, MAX_SIGNING_KEYS } from '@billhook/core/partner/signing';
import * as v from 'valibot';
import { strictBase64 } from '../serve/strict-base64.ts';
import { readCertificate, readModulus } from './parse-signing-key.ts';

const MAX_KID_LENGTH = 256;

const keySet = v.object({ keys: v.array(v.unknown()) });

/** Some pad it, which RFC 7518 does not ask for. */
const base64Url = v.pipe(
  v.string(),
  v.transform((text) => text.replace(/={1,2}$/, '')),
  v.check(isBase64Url),
);

const rsaKey = v.object({ kty: v.literal('RSA'), n: base64Url, e: base64Url });

/** A key by its certificate alone (RFC 7517, section 4.7): the first is of the key. */
const certifiedKey = v.object({
  kty: v.literal('RSA'),
  x5c: v.pipe(v.array(v.string()), v.minLength(1)),
});

const usage = v.object({
  use: v.optional(v.literal('sig')),
  alg: v.optional(v.literal('RS256')),
  key_ops: v.optional(v.pipe(v.array(v.string()), v.includes('verify'))),
  kid: v.optional(v.pipe(v.string(), v.maxLength(MAX_KID_LENGTH))),
});

/** The private members of an RSA key (RFC 7518 6.3.2): a key whose secret is public is no key. */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth'];

type Key = FetchedKeys['keys'][number];

/** Keys in the set's order, none twice; the words count what was left out, and why. */
export function readKeySet(value: unknown): FetchedKeys {
  const set = v.safeParse(keySet, value);
  if (!set.success) return { outcome: 'invalid_set', keys: [] };
  const keys = new Map<string, Key>();
  const refusals = new Map<string, number>();
  for (const given of set.output.keys) {
    const key = keys.size < MAX_SIGNING_KEYS ? readJwk(given) : 'after the tenth';
    if (typeof key === 'string') refusals.set(key, (refusals.get(key) ?? 0) + 1);
    else if (!keys.has(key.fingerprint)) keys.set(key.fingerprint, key);
  }
  const left = [...refusals].map(([why, count]) => `${count} ${why}`).join(', ');
  if (keys.size === 0) {
    const none = 'The set has no 2048-bit RSA key for RS256 signatures';
    return { outcome: 'no_usable_key', detail: left ? `${none} (${left}).` : `${none}.`, keys: [] };
  }
  const detail = `${keys.size} kept${left && `; left out: ${left}`}.`;
  return { outcome: 'refreshed', detail, keys: [...keys.values()] };
}

/** The key, or why it is left out. */
function readJwk(given: unknown): Key | string {
  const rsa = v.safeParse(v.union([rsaKey, certifiedKey]), given);
  if (!rsa.success) return 'not RSA';
  if (PRIVATE_MEMBERS.some((name) => Object.hasOwn(given as object, name)))
    return 'with a private part';
  const used = v.safeParse(usage, given);
  if (!used.success) return 'for another use';
  const key = keyOf(rsa.output);
  if ('problem' in key) return 'not 2048 bits, or invalid';
  return { ...(used.output.kid !== undefined && { kid: used.output.kid }), ...key };
}

function keyOf(given: v.InferOutput<typeof rsaKey> | v.InferOutput<typeof certifiedKey>) {
  if ('x5c' in given) return readCertificate(strictBase64(given.x5c[0] ?? '') ?? Buffer.alloc(0));
  return readModulus(given.n, given.e);
}

/** Canonical and without padding: Node's own reading takes anything. */
function isBase64Url(text: string): boolean {
  return text !== '' && Buffer.from(text, 'base64url').toString('base64url') === text;
}
