/** Reading the public keys that partners give: RSA of 2048 bits, public parts only. */
import { createHash, createPublicKey, type KeyObject } from 'node:crypto';
import type { SigningKey } from '@billhook/core/partner/signing';

const MODULUS_BITS = 2_048;
/** FIPS 186-5: below lie the exponents that careless verifiers were fooled with. */
const MIN_EXPONENT = 65_537n;
const MAX_EXPONENT = 2n ** 32n;

/** What is wrong with a key, in words for the person who entered it. */
export type KeyProblem = { readonly problem: string };

type ReadKey = Pick<SigningKey, 'publicKey' | 'fingerprint'>;

/** One PEM block, SPKI (`PUBLIC KEY`) or PKCS#1 (`RSA PUBLIC KEY`). */
export function readPem(pem: string): ReadKey | KeyProblem {
  // Node derives the public key from a private one, which has no business here.
  if (/PRIVATE KEY/.test(pem)) return { problem: 'Expected a public key, not a private key' };
  const block =
    /^\s*-----BEGIN ((?:RSA )?PUBLIC KEY)-----\s+[A-Za-z0-9+/=\s]+-----END \1-----\s*$/.exec(pem);
  if (!block) return { problem: 'Expected one public key in PEM (SPKI or PKCS#1)' };
  return readKey(() => createPublicKey(pem.trim()));
}

export function readModulus(n: string, e: string): ReadKey | KeyProblem {
  return readKey(() => createPublicKey({ key: { kty: 'RSA', n, e }, format: 'jwk' }));
}

function readKey(make: () => KeyObject): ReadKey | KeyProblem {
  try {
    const key = make();
    const problem = problemOf(key);
    if (problem) return { problem };
    const der = key.export({ format: 'der', type: 'spki' });
    const fingerprint = createHash('sha256').update(der).digest('hex');
    return { publicKey: der.toString('base64'), fingerprint };
  } catch {
    return { problem: 'Expected a readable public key' };
  }
}

function problemOf(key: KeyObject): string | undefined {
  if (key.asymmetricKeyType !== 'rsa') return 'Expected an RSA key';
  const { modulusLength, publicExponent = 0n } = key.asymmetricKeyDetails ?? {};
  if (modulusLength !== MODULUS_BITS) return 'Expected a 2048-bit RSA key';
  const odd = publicExponent % 2n === 1n && lastByte(key) % 2 === 1;
  const sound = odd && publicExponent >= MIN_EXPONENT && publicExponent < MAX_EXPONENT;
  return sound ? undefined : 'Expected an odd modulus and an exponent from 65537 up';
}

function lastByte(key: KeyObject): number {
  return Buffer.from(key.export({ format: 'jwk' }).n ?? '', 'base64url').at(-1) ?? 0;
}
