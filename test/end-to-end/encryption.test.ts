import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { createApiClient } from '../../lib/client/api-client.ts';
import { encryptJwe, encryptLayout, publicKeyOf } from '../support/encrypt.ts';
import { accepted, programOf, runProgram } from '../support/encryption-guide.ts';
import { addPartner, type Partner } from '../support/partners.ts';
import { readProblem, sendRaw } from '../support/raw.ts';
import { newName, refusal, valueFrom } from '../support/world.ts';

const service = inject('service');
let partner: Partner;
let kid = '';
let pem = '';
let key: ReturnType<typeof publicKeyOf>;

const clientOf = ({ apiKey }: Partner) =>
  createApiClient({ baseUrl: service.baseUrl, apiKey, validate: true });
const newPartner = () => addPartner(service);

beforeAll(async () => {
  partner = await newPartner();
  const made = valueFrom(await clientOf(partner).partner.createEncryptionKey());
  kid = made.kid;
  pem = made.pem;
  key = publicKeyOf(made);
});

const send = (hash: unknown, encrypted: unknown = kid, path = '/client') =>
  sendRaw({
    method: 'POST',
    path,
    apiKey: partner.apiKey,
    body: JSON.stringify({ encrypted, hash }),
  });

const bodyOf = (identifier = newName()) => JSON.stringify({ identifier });

describe('an encrypted body', () => {
  test.each([
    ['the layout with OAEP of SHA-1', () => encryptLayout(key, bodyOf(), 'sha1')],
    ['the layout with OAEP of SHA-256', () => encryptLayout(key, bodyOf(), 'sha256')],
    ['a compact JWE', () => encryptJwe(key, bodyOf())],
  ])('is accepted as %s, and answered in clear', async (_, hash) => {
    const response = await send(hash());
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({ clientId: expect.stringMatching(/^cl_/) });
  });

  test('is the same request as in clear', async () => {
    const identifier = newName();
    const { clientId } = valueFrom(await clientOf(partner).client.createClient({ identifier }));
    const response = await send(encryptJwe(key, bodyOf(identifier)));
    expect(await response.json()).toEqual({ clientId });
  });

  test('is validated once it is decrypted', async () => {
    const response = await send(encryptJwe(key, '{"identifier":7}'));
    const { code, errors } = await readProblem(response);
    expect([code, errors?.[0]?.field]).toEqual(['invalid_request', 'identifier']);
  });
});

test('a second key rotates the first, and a deleted one opens nothing', async () => {
  const api = clientOf(await newPartner());
  expect(refusal(await api.partner.getLatestEncryptionKey())).toBe('404 encryption_key_not_found');
  const { pem: _first, ...first } = valueFrom(await api.partner.createEncryptionKey());
  const { pem: _second, ...second } = valueFrom(await api.partner.createEncryptionKey());
  expect(refusal(await api.partner.createEncryptionKey())).toBe('409 key_limit_reached');
  expect(valueFrom(await api.partner.listEncryptionKeys())).toEqual({ keys: [first, second] });
  expect(valueFrom(await api.partner.getLatestEncryptionKey())).toEqual(second);
  valueFrom(await api.partner.deleteEncryptionKey({ keyId: second.kid }));
  expect(valueFrom(await api.partner.getLatestEncryptionKey())).toEqual(first);
  expect(refusal(await api.partner.getEncryptionKey({ keyId: second.kid }))).toBe(
    '404 encryption_key_not_found',
  );
  expect(refusal(await api.partner.deleteEncryptionKey({ keyId: second.kid }))).toBe(
    '404 encryption_key_not_found',
  );
});

// The guide's programs in other languages: `npm run tools -- interpreters`.
test('the guide encrypts with Node', async () => {
  const made = { ...partner, kid, pem };
  expect(await runProgram(process.execPath, 'try.mjs', programOf('js'), made)).toEqual(accepted);
});

/** What a refusal shows: everything but the request's id. */
async function answerOf(response: Response) {
  const { requestId: _requestId, ...problem } = await readProblem(response);
  const headers = Object.fromEntries(response.headers);
  for (const name of Object.keys(headers)) {
    // What differs between any two requests.
    if (/^(date|request-id|x-amzn?-.*|ratelimit.*)$/.test(name)) delete headers[name];
  }
  return { ...problem, headers };
}

describe('a refusal', () => {
  const refused = async () => answerOf(await send('nothing of the kind'));

  test('is one answer, of one length', async () => {
    expect(await refused()).toMatchObject({ status: 400, code: 'decryption_failed' });
  });

  test('is the same for a key that is unknown, deleted or another partner’s', async () => {
    const other = clientOf(await newPartner());
    const foreign = valueFrom(await other.partner.createEncryptionKey());
    const api = clientOf(partner);
    const deleted = valueFrom(await api.partner.createEncryptionKey());
    valueFrom(await api.partner.deleteEncryptionKey({ keyId: deleted.kid }));
    const expected = await refused();
    for (const { kid: id, ...jwk } of [foreign, deleted, { ...foreign, kid: 'key_00000' }]) {
      const hash = encryptJwe(publicKeyOf(jwk), bodyOf());
      expect(await answerOf(await send(hash, id))).toEqual(expected);
    }
  });

  test('is the same for text encrypted for another of the partner’s keys', async () => {
    const api = clientOf(partner);
    const { kid: secondId } = valueFrom(await api.partner.createEncryptionKey());
    const expected = await refused();
    for (const hash of [encryptJwe(key, bodyOf()), encryptLayout(key, bodyOf(), 'sha1')]) {
      expect(await answerOf(await send(hash, secondId))).toEqual(expected);
    }
    valueFrom(await api.partner.deleteEncryptionKey({ keyId: secondId }));
  });

  test.each([
    ['no JSON', 'identifier'],
    ['a list', '["a"]'],
    ['a text', '"identifier"'],
    ['null', 'null'],
    [
      'no UTF-8',
      Buffer.concat([Buffer.from('{"identifier":"'), Buffer.from([0xff]), Buffer.from('"}')]),
    ],
    ['half a character', '{"identifier":"\\ud800"}'],
    ['two objects', '{}{}'],
  ])('is the same for a plaintext that is %s', async (_, text) => {
    const expected = await refused();
    for (const hash of [encryptJwe(key, text), encryptLayout(key, text, 'sha256')]) {
      expect(await answerOf(await send(hash))).toEqual(expected);
    }
  });

  test.each([
    ['a number', 7],
    ['null', null],
    ['a list', ['a']],
    ['an empty text', ''],
  ])('is the same for a hash that is %s', async (_, hash) => {
    expect(await answerOf(await send(hash))).toEqual(await refused());
    expect(await answerOf(await send(encryptJwe(key, bodyOf()), hash))).toEqual(await refused());
  });

  test('is the same for every spoiled byte of the key id', async () => {
    const hash = encryptJwe(key, bodyOf());
    const expected = await refused();
    for (let at = 0; at < kid.length; at += 1) {
      const other = kid[at] === 'A' ? 'B' : 'A';
      const spoiled = `${kid.slice(0, at)}${other}${kid.slice(at + 1)}`;
      expect(await answerOf(await send(hash, spoiled)), spoiled).toEqual(expected);
    }
  });
});

describe('an encrypted body, spoiled', () => {
  test('in any byte of its wrapped key is refused', async () => {
    const [wrapped = '', text] = encryptLayout(key, bodyOf(), 'sha1').split('|');
    const bytes = Buffer.from(wrapped, 'base64');
    const codes = await inTurns(bytes.length, async (at) => {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] as number) ^ (1 << (at % 8));
      return codeOf(await send(`${changed.toString('base64')}|${text}`));
    });
    expect(new Set(codes)).toEqual(new Set(['decryption_failed']));
  });

  test('in any character of its JWE is refused', async () => {
    const jwe = encryptJwe(key, bodyOf());
    const codes = await inTurns(jwe.length, async (at) => {
      const other = jwe[at] === 'A' ? 'B' : 'A';
      return codeOf(await send(`${jwe.slice(0, at)}${other}${jwe.slice(at + 1)}`));
    });
    expect(new Set(codes)).toEqual(new Set(['decryption_failed']));
  });

  // CTR authenticates nothing. A changed bit of the text changes the same bit of the JSON: what comes
  // out is refused as no JSON, refused as invalid, or taken as the other JSON that it is.
  test('in its CTR text is refused, or is another valid request', async () => {
    const [wrapped, text = ''] = encryptLayout(key, bodyOf(), 'sha256').split('|');
    const bytes = Buffer.from(text, 'base64');
    const codes = await inTurns(bytes.length, async (at) => {
      const changed = Buffer.from(bytes);
      changed[at] = (changed[at] as number) ^ 1;
      return codeOf(await send(`${wrapped}|${changed.toString('base64')}`));
    });
    for (const code of codes)
      expect(['200', 'decryption_failed', 'invalid_request']).toContain(code);
    expect(codes).toContain('200');
    expect(codes).toContain('decryption_failed');
  });
});

/** Runs as many at once as the rate allows; answers in order. */
async function inTurns<T>(count: number, run: (at: number) => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  for (let from = 0; from < count; from += 8) {
    const some = Array.from({ length: Math.min(8, count - from) }, (_, index) => run(from + index));
    results.push(...(await Promise.all(some)));
  }
  return results;
}

async function codeOf(response: Response): Promise<string> {
  return response.ok ? String(response.status) : (await readProblem(response)).code;
}

test('of two keys made at once beside a live one, one is refused: never three are live', async () => {
  for (let round = 0; round < 3; round += 1) {
    const api = clientOf(await newPartner());
    valueFrom(await api.partner.createEncryptionKey());
    const both = await Promise.all([
      api.partner.createEncryptionKey(),
      api.partner.createEncryptionKey(),
    ]);
    expect(both.map(refusal).filter((code) => code === '409 key_limit_reached')).toHaveLength(1);
    expect(valueFrom(await api.partner.listEncryptionKeys()).keys).toHaveLength(2);
  }
});

test('nothing of a decrypted body is logged', async () => {
  const canary = `canary-${newName()}`;
  for (const text of [bodyOf(canary), `{"identifier":7,"x":"${canary}"}`, `no JSON: ${canary}`]) {
    await send(encryptJwe(key, text));
    await send(encryptLayout(key, text, 'sha1'));
  }
  const logs = join(service.stateDir, 'logs');
  const files = readdirSync(logs, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(0);
  for (const file of [...files, service.logFile]) {
    expect(readFileSync(file, 'utf8').includes(canary), file).toBe(false);
  }
});

test('a body with a third field is a malformed one, and never taken for a plain one', async () => {
  const response = await sendRaw({
    method: 'POST',
    path: '/client',
    apiKey: partner.apiKey,
    body: JSON.stringify({ encrypted: kid, hash: 'x', identifier: newName() }),
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 'decryption_failed' });
});
