import { generateKeyPairSync } from 'node:crypto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createApi, type Encryption } from '../../../modules/kit/api.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a secret is not sent in the clear where encryption is required and there is no key', async () => {
  const fetch = vi.fn(async () => new Response('{}'));
  vi.stubGlobal('fetch', fetch);
  const access = { token: () => 't', expired: () => {}, refused: () => {} };
  const api = createApi({ ...access, encryptionRequired: true });
  const secret = {
    method: 'POST',
    path: '/payment',
    body: { cardCode: '123' },
    secret: true,
  } as const;
  expect(await api(secret)).toMatchObject({ ok: false, code: 'encryption_required' });
  expect(fetch).not.toHaveBeenCalled();
  expect(await api({ path: '/bill/list/cl_1' })).toMatchObject({ ok: true });
  expect(await createApi(access)(secret)).toMatchObject({ ok: true });
});

describe('Where the partner has deleted the key that the page holds', () => {
  const keyNamed = (kid: string) => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const { n = '', e = '' } = publicKey.export({ format: 'jwk' });
    return { kty: 'RSA', n, e, kid };
  };
  const [first, second] = [keyNamed('key_1'), keyNamed('key_2')];
  type Sent = { readonly key: string | null; readonly body: Record<string, unknown> };

  /** The service takes what is encrypted with the second key; its session says what is asked for. */
  function open(present: object | undefined, held: Partial<Encryption> = { encryptionKey: first }) {
    const sent: Sent[] = [];
    vi.stubGlobal('fetch', async (_url: string, { body, headers }: RequestInit) => {
      const given = JSON.parse(String(body));
      sent.push({ key: new Headers(headers).get('idempotency-key'), body: given });
      const code = given.encrypted ? 'decryption_failed' : 'encryption_required';
      return given.encrypted === second.kid
        ? Response.json({ paymentMethodId: 'pm_1' })
        : Response.json({ code }, { status: 400 });
    });
    const refused = vi.fn();
    const presentEncryption = vi.fn(async () => present);
    const access = { token: () => 't', expired: () => {}, refused, ...held };
    const api = createApi({ ...access, presentEncryption });
    const add = () =>
      api({ method: 'POST', path: '/payment', body: { cardCode: '123' }, secret: true });
    return { add, api, sent, refused, presentEncryption };
  }

  test('a secret is sent once more with the present one, as the same request', async () => {
    const { add, sent, refused, presentEncryption } = open({ encryptionKey: second });
    expect(await add()).toMatchObject({ ok: true });
    expect(sent.map(({ body }) => body.encrypted)).toEqual(['key_1', 'key_2']);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1);
    expect(refused).not.toHaveBeenCalled();
    // The page has it from then on.
    expect(await add()).toMatchObject({ ok: true });
    expect(sent).toHaveLength(3);
    expect(presentEncryption).toHaveBeenCalledOnce();
  });

  test.each([
    ['there is no other', { encryptionKey: first }],
    ['there is none any more', {}],
    ['none is required either', { encryptionRequired: undefined }],
    ['nobody answers', undefined],
  ])('it is refused, and never sent in the clear, where %s', async (_, present) => {
    const { add, sent, refused } = open(present);
    for (const count of [1, 2]) {
      expect(await add()).toMatchObject({ ok: false, code: 'decryption_failed' });
      expect(sent.map(({ body }) => body.encrypted)).toEqual(Array(count).fill('key_1'));
    }
    expect(refused).toHaveBeenCalledTimes(2);
  });

  test('it is asked for once a request, whatever the answer', async () => {
    const { add, sent, presentEncryption } = open({ encryptionKey: keyNamed('key_3') });
    expect(await add()).toMatchObject({ ok: false, code: 'decryption_failed' });
    expect(sent).toHaveLength(2);
    expect(presentEncryption).toHaveBeenCalledOnce();
  });

  test.each([
    ['is required since the page was opened', {}, [undefined, 'key_2']],
    ['is required, and there was no key', { encryptionRequired: true }, ['key_2']],
  ])('it is asked for also where encryption %s', async (_, held, keys) => {
    const { add, sent } = open({ encryptionKey: second, encryptionRequired: true }, held);
    expect(await add()).toMatchObject({ ok: true });
    expect(sent.map(({ body }) => body.encrypted)).toEqual(keys);
  });
});
