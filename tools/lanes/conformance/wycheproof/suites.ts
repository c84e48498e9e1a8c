/** The vectors through the functions that verify and open what callers send. */
import { constants, createPrivateKey, createPublicKey, privateDecrypt, verify } from 'node:crypto';
import { derToRaw } from '@billhook/core/api/ecdsa-signature';
import { type ParsedPayload, parsePayload } from '@billhook/core/api/encrypted-payload';
import { verifySignature } from '@billhook/runtime/callers/request-signature';
import { provesToken, readToken } from '@billhook/runtime/callers/tokens';
import { readKeySet } from '@billhook/runtime/partners/jwks';
import { readPem } from '@billhook/runtime/partners/parse-signing-key';
import { openPayload } from '@billhook/runtime/serve/open-payload';
import { decryptRsa } from '../../../../lib/local/kms/ciphers.ts';
import {
  attempt,
  type Group,
  hex,
  type Jwk,
  readGroups,
  type Suite,
  type Tried,
  type Verdict,
} from './vectors.ts';

type Make = (folder: string) => Suite | Promise<Suite>;

/** Signed requests: RSA 2048, PKCS#1 v1.5, SHA-256. */
const requestSignatures: Make = (folder) => ({
  name: 'Request signatures (rsa_signature_2048_sha256)',
  tried: readGroups(folder, 'rsa_signature_2048_sha256').flatMap((group) => {
    const read = readPem(group.publicKeyPem);
    return group.tests.map((vector) => {
      if ('problem' in read) return { vector, verdict: 'refused', deviation: 'small-exponent' };
      const signature = hex(vector.sig as string).toString('base64');
      // Texts are made bytes of: bytes stay what they are.
      const texts = [hex(vector.msg as string) as unknown as string];
      return { vector, verdict: attempt(() => verifySignature(texts, signature, read.publicKey)) };
    });
  }),
});

/** Tokens: ES256, the two numbers side by side. */
const tokenSignatures: Make = (folder) => ({
  name: 'Token signatures (ecdsa_secp256r1_sha256_p1363)',
  tried: readGroups(folder, 'ecdsa_secp256r1_sha256_p1363').flatMap((group) => {
    const key = createPublicKey(group.publicKeyPem);
    return group.tests.map((vector) => ({
      vector,
      verdict: attempt(() =>
        provesToken(key, hex(vector.msg as string), hex(vector.sig as string)),
      ),
    }));
  }),
});

/** What KMS answers when a token is signed: DER. */
const derSignatures: Make = (folder) => ({
  name: 'Signatures in DER (ecdsa_secp256r1_sha256)',
  tried: readGroups(folder, 'ecdsa_secp256r1_sha256').flatMap((group) => {
    const key = createPublicKey(group.publicKeyPem);
    return group.tests.map((vector) => ({
      vector,
      verdict: attempt(() => {
        const raw = rawOf(hex(vector.sig as string));
        const options = { key, dsaEncoding: 'ieee-p1363' } as const;
        return raw !== undefined && verify('sha256', hex(vector.msg as string), options, raw);
      }),
    }));
  }),
});

function rawOf(der: Uint8Array): Uint8Array | undefined {
  try {
    return derToRaw(der);
  } catch (error) {
    if ((error as Error).message === 'Not an ECDSA signature') return undefined;
    throw error;
  }
}

/** The content key of an encrypted body, which the local KMS unwraps as AWS does. */
const wrappedKeys =
  (name: string, algorithm: string): Make =>
  (folder) => ({
    name: `Wrapped keys (${name})`,
    tried: readGroups(folder, name).flatMap((group) => {
      const key = { material: () => hex(group.privateKeyPkcs8) } as never;
      return group.tests.map((vector) => {
        const labelled = vector.label !== '' && { deviation: 'oaep-label' };
        return { vector, ...labelled, verdict: unwrapped(key, algorithm, vector) };
      });
    }),
  });

function unwrapped(key: never, algorithm: string, { ct, msg }: Readonly<Record<string, string>>) {
  try {
    const text = decryptRsa(key, hex(ct as string), algorithm);
    return text.equals(hex(msg as string)) ? 'accepted' : 'other';
  } catch (error) {
    if ((error as { awsCode?: string }).awsCode !== 'InvalidCiphertextException') throw error;
    return 'refused';
  }
}

/** The text of an encrypted body: AES-256-GCM with 96 bits of iv and 128 of tag. */
const sealedTexts: Make = async (folder) => {
  const tried: Tried[] = [];
  for (const group of readGroups(folder, 'aes_gcm')) {
    if (group.keySize !== 256 || group.ivSize !== 96 || group.tagSize !== 128) continue;
    for (const vector of group.tests) {
      const { ct = '', iv = '', tag = '', aad = '', key = '', msg = '' } = vector;
      const payload: ParsedPayload = {
        ...{ keyId: 'key_x', wrappings: ['RSAES_OAEP_SHA_256'], wrappedKey: Buffer.alloc(256) },
        text: hex(ct),
        sealed: { iv: hex(iv), tag: hex(tag), additionalData: hex(aad) },
      };
      const opened = await openPayload(payload, () => hex(key));
      tried.push({ vector, verdict: verdictOf(opened, hex(msg)) });
    }
  }
  return { name: 'Sealed texts (aes_gcm, 256/96/128)', tried };
};

function verdictOf(opened: Buffer | undefined, expected: Buffer): Verdict {
  if (!opened) return 'refused';
  return opened.equals(expected) ? 'accepted' : 'other';
}

/** Encrypted bodies as a whole: RSA-OAEP-256 and A256GCM are what is taken. */
const encryptedBodies: Make = async (folder) => {
  const tried: Tried[] = [];
  for (const name of ['json_web_encryption', 'json_web_crypto']) {
    for (const group of readGroups(folder, name)) {
      for (const vector of group.tests) {
        const jwe = vector.jwe ?? vector.jws;
        if (typeof jwe !== 'string' || jwe.split('.').length !== 5) continue;
        const header = headerOf(jwe);
        const ours = header.alg === 'RSA-OAEP-256' && header.enc === 'A256GCM';
        const opened = await openBody(group, jwe, String(header.kid ?? 'key_x'));
        const deviation = ours ? undefined : 'other-algorithms';
        tried.push({ vector, verdict: verdictOf(opened, hex(vector.pt ?? '')), deviation });
      }
    }
  }
  return { name: 'Encrypted bodies (json_web_encryption, json_web_crypto)', tried };
};

async function openBody(group: Group, jwe: string, keyId: string): Promise<Buffer | undefined> {
  const parsed = parsePayload({ encrypted: keyId, hash: jwe });
  return (
    parsed &&
    openPayload(parsed, (_wrapping, wrappedKey) => {
      try {
        const key = createPrivateKey({ key: group.private as never, format: 'jwk' });
        const padding = constants.RSA_PKCS1_OAEP_PADDING;
        return privateDecrypt({ key, padding, oaepHash: 'sha256' }, wrappedKey);
      } catch {
        return undefined;
      }
    })
  );
}

/** Whole tokens: nothing that somebody else signed is one of ours, valid or not. */
const foreignTokens: Make = async (folder) => {
  const tried: Tried[] = [];
  for (const name of ['json_web_signature', 'json_web_key', 'json_web_crypto']) {
    for (const group of readGroups(folder, name)) {
      for (const vector of group.tests) {
        if (vector.jws === undefined) continue;
        const jws = typeof vector.jws === 'string' ? vector.jws : JSON.stringify(vector.jws);
        const verdict = (await isToken(jws, group)) ? 'accepted' : 'refused';
        tried.push({ vector, verdict, deviation: 'only-our-tokens' });
      }
    }
  }
  return { name: 'Tokens (json_web_signature, json_web_key, json_web_crypto)', tried };
};

async function isToken(jws: string, { public: open, private: secret }: Group): Promise<boolean> {
  const given = open ?? secret;
  for (const jwk of given?.keys ?? (given ? [given] : [])) {
    const key = publicKeyOf(jwk);
    if (!key) continue;
    const signing = { publicKey: async () => key, ...unused };
    if (await readToken(signing, jws, Date.now())) return true;
  }
  return false;
}

/** Of a key that signs; reading a token asks for neither. */
const unused = {
  sign: () => Promise.reject(new Error('Nothing is signed here')),
  published: async () => [],
  notedAt: async () => undefined,
};

function publicKeyOf(jwk: Jwk) {
  try {
    return createPublicKey({ key: jwk as never, format: 'jwk' });
  } catch {
    return undefined;
  }
}

/** Keys of partners' JWKS documents: what has a private part, or is weak, is never kept. */
const publishedKeys: Make = (folder) => ({
  name: 'Keys of partners (json_web_key, json_web_signature, json_web_crypto)',
  tried: ['json_web_key', 'json_web_signature', 'json_web_crypto'].flatMap((name) =>
    readGroups(folder, name).flatMap((group) =>
      (['public', 'private'] as const).flatMap((kind) =>
        (group[kind]?.keys ?? [group[kind] ?? []].flat()).map((jwk) => {
          const comment = `${kind} ${String(jwk.kty)} ${group.comment ?? ''}`;
          const kept = readKeySet({ keys: [jwk] }).keys.length > 0;
          const usable = kind === 'public' && isUsable(jwk);
          const vector = { ...(group.tests[0] as Tried['vector']), comment };
          const result = usable ? ('valid' as const) : ('invalid' as const);
          return { vector: { ...vector, result } as Tried['vector'], verdict: attempt(() => kept) };
        }),
      ),
    ),
  ),
});

/** As docs/guide/signing.md says: RSA of 2048 bits, for RS256 signatures, its public part alone. */
function isUsable({ kty, n, e, d, use, alg, key_ops: operations }: Jwk): boolean {
  const bits = typeof n === 'string' ? Buffer.from(n, 'base64url').length * 8 : 0;
  return (
    [kty === 'RSA', bits === 2_048, e === 'AQAB', d === undefined].every(Boolean) &&
    (use === undefined || use === 'sig') &&
    (alg === undefined || alg === 'RS256') &&
    (operations === undefined || (operations as string[]).includes('verify'))
  );
}

function headerOf(token: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) ?? {};
  } catch {
    return {};
  }
}

export const suites: readonly Make[] = [
  requestSignatures,
  tokenSignatures,
  derSignatures,
  wrappedKeys('rsa_oaep_2048_sha1_mgf1sha1', 'RSAES_OAEP_SHA_1'),
  wrappedKeys('rsa_oaep_2048_sha256_mgf1sha256', 'RSAES_OAEP_SHA_256'),
  sealedTexts,
  encryptedBodies,
  foreignTokens,
  publishedKeys,
];
