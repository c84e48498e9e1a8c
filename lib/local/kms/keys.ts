import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { ResourceStatement } from '../access/key-policies.ts';

/** A key with its material: raw bytes when symmetric or HMAC, PKCS#8 DER else. */
export type AnyKey = {
  readonly id: string;
  readonly arn: string;
  readonly spec: KeySpec;
  readonly usage: string;
  readonly enabled: boolean;
  readonly tags: Tags;
  /** Who may use it at all; the account decides where none was given. */
  readonly policy?: readonly ResourceStatement[];
  /** When its deletion is due; nothing when none is scheduled. Milliseconds since the epoch. */
  readonly deletion?: number;
  readonly material: () => Buffer;
};

export type Tags = Readonly<Record<string, string>>;

type SpecFacts = {
  readonly usages: readonly string[];
  readonly signing?: readonly string[];
  readonly encryption?: readonly string[];
  readonly mac?: readonly string[];
  readonly agreement?: readonly string[];
  readonly make: () => Buffer;
};

const RSA_ENCRYPTION = ['RSAES_OAEP_SHA_1', 'RSAES_OAEP_SHA_256'];
const RSA_SIGNING = [
  'RSASSA_PKCS1_V1_5_SHA_256',
  'RSASSA_PKCS1_V1_5_SHA_384',
  'RSASSA_PKCS1_V1_5_SHA_512',
  'RSASSA_PSS_SHA_256',
  'RSASSA_PSS_SHA_384',
  'RSASSA_PSS_SHA_512',
];

/** Every fact about the key specs that are run here. */
export const KEY_SPECS = {
  SYMMETRIC_DEFAULT: {
    usages: ['ENCRYPT_DECRYPT'],
    encryption: ['SYMMETRIC_DEFAULT'],
    make: () => randomBytes(32),
  },
  HMAC_256: { usages: ['GENERATE_VERIFY_MAC'], mac: ['HMAC_SHA_256'], make: () => randomBytes(32) },
  HMAC_384: { usages: ['GENERATE_VERIFY_MAC'], mac: ['HMAC_SHA_384'], make: () => randomBytes(48) },
  HMAC_512: { usages: ['GENERATE_VERIFY_MAC'], mac: ['HMAC_SHA_512'], make: () => randomBytes(64) },
  ECC_NIST_P256: {
    usages: ['SIGN_VERIFY', 'KEY_AGREEMENT'],
    signing: ['ECDSA_SHA_256'],
    agreement: ['ECDH'],
    make: () => makeEcc('P-256'),
  },
  ECC_NIST_P384: {
    usages: ['SIGN_VERIFY', 'KEY_AGREEMENT'],
    signing: ['ECDSA_SHA_384'],
    agreement: ['ECDH'],
    make: () => makeEcc('P-384'),
  },
  RSA_2048: rsa(2048),
  RSA_3072: rsa(3072),
  RSA_4096: rsa(4096),
} as const satisfies Record<string, SpecFacts>;

export type KeySpec = keyof typeof KEY_SPECS;

/** Facts with their optional parts visible, whatever the spec. */
export function factsOf(spec: KeySpec): SpecFacts {
  return KEY_SPECS[spec];
}

/** Makes a key's secret part anew. */
export function createMaterial(spec: KeySpec): Buffer {
  return KEY_SPECS[spec].make();
}

function makeEcc(namedCurve: string): Buffer {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve });
  return privateKey.export({ type: 'pkcs8', format: 'der' });
}

function rsa(modulusLength: number) {
  return {
    usages: ['SIGN_VERIFY', 'ENCRYPT_DECRYPT'],
    signing: RSA_SIGNING,
    encryption: RSA_ENCRYPTION,
    make: () => {
      const { privateKey } = generateKeyPairSync('rsa', { modulusLength });
      return privateKey.export({ type: 'pkcs8', format: 'der' });
    },
  };
}
