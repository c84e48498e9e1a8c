/** Reading the public keys that partners give: RSA of 2048 bits, public parts only. */
import { createHash, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import type { SigningKey } from '@billhook/core/partner/signing';
import { strictBase64 } from '../serve/strict-base64.ts';

const MODULUS_BITS = 2_048;
/** FIPS 186-5: below lie the exponents that careless verifiers were fooled with. */
const MIN_EXPONENT = 65_537n;
const MAX_EXPONENT = 2n ** 32n;

/** What is wrong with a key, in words for the person who entered it. */
export type KeyProblem = { readonly problem: string };

type ReadKey = Pick<SigningKey, 'publicKey' | 'fingerprint'>;

const BLOCK = /-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \1-----/g;

/**
 * One PEM block: SPKI (`PUBLIC KEY`), PKCS#1 (`RSA PUBLIC KEY`) or a certificate. What tools write around
 * it counts for nothing, and line breaks may have been escaped, as in environment variables.
 */
export function readPem(pem: string): ReadKey | KeyProblem {
  // Node derives the public key from a private one, which has no business here.
  if (/PRIVATE KEY/.test(pem)) return { problem: 'Expected a public key, not a private key' };
  const text = pem.replaceAll('\\r', '').replaceAll('\\n', '\n');
  const [block, another] = text.matchAll(BLOCK);
  if (!block) return { problem: 'Expected PEM, from -----BEGIN PUBLIC KEY----- to its END' };
  if (another) return { problem: 'Expected one public key or certificate, not several' };
  const [, label = '', body = ''] = block;
  const der = strictBase64(body.replace(/\s/g, ''));
  if (!der?.length) return { problem: 'Expected Base64 between BEGIN and END' };
  return readDer(label, der);
}

function readDer(label: string, key: Buffer): ReadKey | KeyProblem {
  switch (label) {
    case 'PUBLIC KEY':
      return readKey(() => createPublicKey({ key, format: 'der', type: 'spki' }));
    case 'RSA PUBLIC KEY':
      return readKey(() => createPublicKey({ key, format: 'der', type: 'pkcs1' }));
    case 'CERTIFICATE':
      return readCertificate(key);
    default:
      return { problem: 'Expected a PUBLIC KEY, an RSA PUBLIC KEY or a CERTIFICATE' };
  }
}

/** Only its key counts: who issued it, and until when, says nothing of a key that its owner gives. */
export function readCertificate(der: Buffer): ReadKey | KeyProblem {
  return readKey(() => new X509Certificate(der).publicKey);
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
