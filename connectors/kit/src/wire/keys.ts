/** Keys on the curve P-256: pairs, public keys as JWKs, thumbprints (RFC 7638), and pinning. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from 'node:crypto';
import * as v from 'valibot';
import { type KeySet, keySet, type PublicKey, publicKey } from '../protocol/manifest.ts';

export type KeyUse = PublicKey['use'];

/** A key pair as it is kept in a file or a secret: a private JWK. */
export type PrivateJwk = PublicKey & { readonly d: string };

export const privateJwk = v.object({
  ...publicKey.entries,
  d: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)),
});

export type KeyPair = {
  readonly kid: string;
  readonly privateKey: KeyObject;
  readonly publicJwk: PublicKey;
};

/** A connector's or a caller's own keys: one signs, the other is encrypted to. */
export type OwnKeys = { readonly signing: KeyPair; readonly encryption: KeyPair };

export function newPrivateJwk(use: KeyUse): PrivateJwk {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' });
  return { kty: 'EC', crv: 'P-256', use, kid: thumbprintOf({ x, y }), x, y, d };
}

export function newOwnKeys(): OwnKeys {
  return {
    signing: openKeyPair(newPrivateJwk('sig')),
    encryption: openKeyPair(newPrivateJwk('enc')),
  };
}

/** @throws Error when it is no private key of the protocol. */
export function openKeyPair(given: unknown): KeyPair {
  const { d, ...publicJwk } = v.parse(privateJwk, given);
  if (publicJwk.kid !== thumbprintOf(publicJwk)) throw new Error('The kid is not the thumbprint');
  const { kty, crv, x, y, kid } = publicJwk;
  const privateKey = createPrivateKey({ key: { kty, crv, x, y, d }, format: 'jwk' });
  return { kid, privateKey, publicJwk };
}

/** The SHA-256 of the key's required members in the order of the alphabet, in Base64url. */
export function thumbprintOf({ x, y }: Pick<PublicKey, 'x' | 'y'>): string {
  const members = `{"crv":"P-256","kty":"EC","x":"${x}","y":"${y}"}`;
  return createHash('sha256').update(members).digest('base64url');
}

export function keySetOf(...pairs: readonly KeyPair[]): KeySet {
  return { keys: pairs.map(({ publicJwk }) => publicJwk) };
}

export type OpenKey = { readonly kid: string; readonly use: KeyUse; readonly key: KeyObject };
export type OpenKeys = readonly OpenKey[];

/**
 * The keys of a set, ready for use. A key whose `kid` is not its thumbprint, or which is not on the
 * curve, spoils the set: nothing is returned.
 */
export function openKeySet(given: unknown): OpenKeys | undefined {
  const parsed = v.safeParse(keySet, given);
  if (!parsed.success) return undefined;
  const { keys } = parsed.output;
  if (new Set(keys.map(({ kid }) => kid)).size !== keys.length) return undefined;
  try {
    return keys.map(openJwk);
  } catch {
    return undefined;
  }
}

/** One public key, as above. */
export function openKey(given: unknown): OpenKey | undefined {
  const parsed = v.safeParse(publicKey, given);
  try {
    return parsed.success ? openJwk(parsed.output) : undefined;
  } catch {
    return undefined;
  }
}

function openJwk({ kty, crv, x, y, kid, use }: PublicKey): OpenKey {
  if (kid !== thumbprintOf({ x, y })) throw new Error('The kid is not the thumbprint');
  return { kid, use, key: createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' }) };
}

/** The signing key of a set that has this id. */
export function signingKey(keys: OpenKeys, kid: string): KeyObject | undefined {
  return keys.find((one) => one.use === 'sig' && one.kid === kid)?.key;
}

/** The key that is encrypted to: the first of its use. */
export function encryptionKey(keys: OpenKeys): OpenKey | undefined {
  return keys.find(({ use }) => use === 'enc');
}

/** The keys of a set that were pinned: any other is a stranger's. */
export function pinned(keys: OpenKeys, thumbprints: ReadonlySet<string>): OpenKeys {
  return keys.filter(({ kid }) => thumbprints.has(kid));
}
