/**
 * What `npm run bench:wire` measures: a request to a connector and its response, signed, encrypted,
 * verified and decrypted, next to the bare `node:crypto` work that it cannot do without.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';
import { newOwnKeys } from '@billhook/connector-kit/wire/keys';
import { jsonBytes, type WireRequest } from '@billhook/connector-kit/wire/message';
import { agreementOf, decryptSecrets, encryptSecrets } from '@billhook/connector-kit/wire/secrets';
import {
  newNonce,
  signerOf,
  signRequest,
  signResponse,
  verifyMessage,
} from '@billhook/connector-kit/wire/signature';
import type { SecurityRow } from './security-row.ts';

const RATIO = 1.3;
const OPERATION = 'operation-0000000001';
const secrets = { form: { username: 'ada', password: 'correct horse battery staple' } };

const headers = {
  'content-type': 'application/json',
  'billhook-protocol': '1',
  'billhook-connector': 'my-connector',
  'billhook-operation': OPERATION,
};

export function wireRows(): SecurityRow[] {
  const [caller, connector] = [newOwnKeys(), newOwnKeys()];
  const target = { ratio: RATIO };
  return [
    {
      name: 'request and response, with secrets both ways',
      ours: () => ourExchange(caller, connector),
      bare: () => {
        bareMessage(caller, connector);
        bareMessage(connector, caller);
      },
      target,
      kmsCalls: 2,
    },
  ];
}

type Keys = ReturnType<typeof newOwnKeys>;

async function ourExchange(caller: Keys, connector: Keys): Promise<void> {
  const created = Math.floor(Date.now() / 1000);
  const nonce = newNonce();
  const request = await signRequest(
    {
      method: 'POST',
      url: 'https://connector.example/v1/logins/a',
      headers,
      body: bodyFor(connector),
    },
    { signer: signerOf(caller.signing), created, nonce },
  );
  await accept('request', request, undefined, caller, connector);
  const response = await signResponse({ status: 200, headers, body: bodyFor(caller) }, request, {
    signer: signerOf(connector.signing),
    created,
    nonce,
  });
  await accept('response', response, request, connector, caller);
}

function bodyFor({ encryption }: Keys): Uint8Array {
  const key = { kid: encryption.kid, use: 'enc' as const, key: publicOf(encryption.privateKey) };
  return jsonBytes({ company: 'a', secrets: encryptSecrets(secrets, key, OPERATION) });
}

async function accept(
  kind: 'request' | 'response',
  message: Parameters<typeof verifyMessage>[1],
  request: WireRequest | undefined,
  from: Keys,
  to: Keys,
): Promise<void> {
  const keyOf = () => publicOf(from.signing.privateKey);
  const { ok } = verifyMessage(kind, message, request, { keyOf, now: Date.now() / 1000 });
  const { secrets: text } = JSON.parse(Buffer.from(message.body).toString()) as { secrets: string };
  const opened = await decryptSecrets(text, [agreementOf(to.encryption)], OPERATION);
  if (!ok || !opened) throw new Error('A message does not verify or open');
}

const publicKeys = new WeakMap<KeyObject, KeyObject>();

/** As both sides have it: made once. */
function publicOf(privateKey: KeyObject): KeyObject {
  const made = publicKeys.get(privateKey) ?? createPublicKey(privateKey);
  publicKeys.set(privateKey, made);
  return made;
}

/** Key agreement and key wrap twice, encryption, digest and signature twice: nothing of a protocol. */
function bareMessage(from: Keys, to: Keys): void {
  const text = Buffer.from(JSON.stringify(secrets));
  const ephemeral = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const contentKey = randomBytes(32);
  const iv = randomBytes(12);
  const wrapIv = Buffer.alloc(8, 0xa6);
  const publicKey = publicOf(to.encryption.privateKey);
  const kek = kekOf(diffieHellman({ privateKey: ephemeral.privateKey, publicKey }));
  const wrap = createCipheriv('id-aes256-wrap', kek, wrapIv);
  const wrapped = Buffer.concat([wrap.update(contentKey), wrap.final()]);
  const cipher = createCipheriv('aes-256-gcm', contentKey, iv);
  const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
  const tag = cipher.getAuthTag();
  createHash('sha256').update(sealed).digest();
  const base = randomBytes(400);
  const key = from.signing.privateKey;
  const signature = sign('sha256', base, { key, dsaEncoding: 'ieee-p1363' });

  createHash('sha256').update(sealed).digest();
  const signer = { key: publicOf(key), dsaEncoding: 'ieee-p1363' as const };
  const isRight = verify('sha256', base, signer, signature);
  // A public key comes as two numbers in the header, and has to be read.
  const jwk = ephemeral.publicKey.export({ format: 'jwk' });
  const received = createPublicKey({ key: jwk, format: 'jwk' });
  const { privateKey } = to.encryption;
  const unwrap = createDecipheriv(
    'id-aes256-wrap',
    kekOf(diffieHellman({ privateKey, publicKey: received })),
    wrapIv,
  );
  const opened = Buffer.concat([unwrap.update(wrapped), unwrap.final()]);
  const decipher = createDecipheriv('aes-256-gcm', opened, iv);
  decipher.setAuthTag(tag);
  const clear = Buffer.concat([decipher.update(sealed), decipher.final()]);
  if (!isRight || !clear.equals(text)) throw new Error('The bare work is wrong');
}

function kekOf(shared: Uint8Array): Buffer {
  return createHash('sha256').update(shared).digest();
}
