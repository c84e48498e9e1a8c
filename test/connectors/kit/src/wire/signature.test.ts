import { createPublicKey, verify } from 'node:crypto';
import { httpbis } from 'http-message-signatures';
import { describe, expect, test } from 'vitest';
import { newOwnKeys } from '../../../../../connectors/kit/src/wire/keys.ts';
import type { WireRequest, WireResponse } from '../../../../../connectors/kit/src/wire/message.ts';
import {
  digestOf,
  newNonce,
  signerOf,
  signRequest,
  signResponse,
  type Verifying,
  verifyMessage,
} from '../../../../../connectors/kit/src/wire/signature.ts';
import {
  components,
  type MessageKind,
} from '../../../../../connectors/kit/src/wire/signature-base.ts';

const NOW = 1_800_000_000;
const NONCE = 'abcdefghijklmnopqrstuv';
const { signing } = newOwnKeys();
const signer = signerOf(signing);
const publicKey = createPublicKey(signing.privateKey);
const by = { signer, created: NOW, nonce: NONCE };
const verifying: Verifying = {
  keyOf: (kid) => (kid === signing.kid ? publicKey : undefined),
  now: NOW,
};

const request: WireRequest = {
  method: 'POST',
  url: 'https://connector.example/v1/echo?x=1',
  headers: {
    'content-type': 'application/json',
    'billhook-protocol': '1',
    'billhook-connector': 'my-connector',
    'billhook-operation': 'operation-0000000001',
  },
  body: Buffer.from('{"text":"hello"}'),
};

const response: WireResponse = {
  status: 200,
  headers: request.headers,
  body: Buffer.from('{"text":"hello again"}'),
};

describe('A signed request', () => {
  test('verifies', async () => {
    const signed = await signRequest(request, by);
    expect(verifyMessage('request', signed, undefined, verifying)).toEqual({
      ok: true,
      keyid: signing.kid,
      nonce: NONCE,
      created: NOW,
    });
  });

  const changes: readonly [string, (signed: WireRequest) => WireRequest][] = [
    ['another method', (one) => ({ ...one, method: 'PUT' })],
    ['another address', (one) => ({ ...one, url: `${one.url}1` })],
    ['another body', (one) => ({ ...one, body: Buffer.from('{}') })],
    ['no body', (one) => ({ ...one, body: Buffer.alloc(0) })],
    ['another operation', (one) => withHeader(one, 'billhook-operation', 'operation-0000000002')],
    ['another connector', (one) => withHeader(one, 'billhook-connector', 'other-connector')],
    ['another protocol', (one) => withHeader(one, 'billhook-protocol', '2')],
    ['no protocol', (one) => withHeader(one, 'billhook-protocol', undefined)],
    ['a line break in a header', (one) => withHeader(one, 'billhook-protocol', '1\n"x": 1')],
    ['no digest', (one) => withHeader(one, 'content-digest', undefined)],
    [
      'a digest of another algorithm alone',
      (one) => withHeader(one, 'content-digest', 'sha-512=:AAAA:'),
    ],
    ['no signature', (one) => withHeader(one, 'signature', undefined)],
    ['no input', (one) => withHeader(one, 'signature-input', undefined)],
    ['a signature of another length', (one) => withHeader(one, 'signature', 'billhook=:AAAA:')],
    ['a signature that is text', (one) => withHeader(one, 'signature', 'billhook="AAAA"')],
    ['another label', (one) => edited(one, 'signature-input', 'billhook=', 'other=')],
    ['another moment', (one) => edited(one, 'signature-input', String(NOW), String(NOW + 1))],
    ['another nonce', (one) => edited(one, 'signature-input', NONCE, NONCE.toUpperCase())],
    ['another tag', (one) => edited(one, 'signature-input', 'billhook-request', 'billhook-report')],
    ['an unknown parameter', (one) => edited(one, 'signature-input', ';tag', ';expires=1;tag')],
    ['another algorithm', (one) => edited(one, 'signature-input', ';tag', ';alg="ed25519";tag')],
    ['fewer components', (one) => edited(one, 'signature-input', '"content-digest" ', '')],
    [
      'another order',
      (one) => edited(one, 'signature-input', '"@method" "@target-uri"', '"@target-uri" "@method"'),
    ],
    ['what is no structured field', (one) => withHeader(one, 'signature-input', 'billhook=(((')],
    [
      'a field that is too long',
      (one) => withHeader(one, 'signature-input', `a="${'a'.repeat(3_000)}"`),
    ],
  ];

  test.each(changes)('does not with %s', async (_, change) => {
    const signed = change(await signRequest(request, by));
    expect(verifyMessage('request', signed, undefined, verifying)).toEqual({
      ok: false,
      problem: 'not_signed',
    });
  });

  test.each([
    [-61, false],
    [-60, true],
    [60, true],
    [61, false],
  ])('of %i seconds ago or ahead counts: %s', async (seconds, counts) => {
    const signed = await signRequest(request, { ...by, created: NOW + seconds });
    const { ok } = verifyMessage('request', signed, undefined, verifying);
    expect(ok).toBe(counts);
  });

  test('does not verify with a key that may not sign', async () => {
    const signed = await signRequest(request, by);
    const stranger = { keyOf: () => undefined, now: NOW };
    expect(verifyMessage('request', signed, undefined, stranger).ok).toBe(false);
  });

  test.each(['report', 'response', 'manifest'] as const)('is no %s', async (kind) => {
    const signed = await signRequest(request, by);
    expect(verifyMessage(kind, signed, signed, verifying).ok).toBe(false);
  });

  test('may have its parameters in another order, and the algorithm', async () => {
    const own = await signedByLibrary('request', request, undefined, [
      'tag',
      'alg',
      'nonce',
      'keyid',
      'created',
    ]);
    expect(verifyMessage('request', own as WireRequest, undefined, verifying).ok).toBe(true);
  });
});

describe('A signed response', () => {
  test('verifies with its request', async () => {
    const asked = await signRequest(request, by);
    const signed = await signResponse(response, asked, by);
    expect(verifyMessage('response', signed, asked, { ...verifying, nonce: NONCE }).ok).toBe(true);
  });

  test.each([
    ['with another request', { url: 'https://connector.example/v1/health' }, NONCE],
    ['with another method of the request', { method: 'GET' }, NONCE],
    ['with the nonce of another request', {}, newNonce()],
  ])('does not %s', async (_, change, nonce) => {
    const asked = await signRequest(request, by);
    const signed = await signResponse(response, asked, by);
    const other = { ...asked, ...change };
    expect(verifyMessage('response', signed, other, { ...verifying, nonce }).ok).toBe(false);
  });

  test('does not with another status', async () => {
    const asked = await signRequest(request, by);
    const signed = await signResponse(response, asked, by);
    const { ok } = verifyMessage('response', { ...signed, status: 202 }, asked, verifying);
    expect(ok).toBe(false);
  });

  test('is not signed where a header is missing', async () => {
    const bare = { ...response, headers: {} };
    await expect(signResponse(bare, request, by)).rejects.toThrow('missing');
  });
});

describe('Another implementation', () => {
  const messages: readonly [MessageKind, WireRequest | WireResponse][] = [
    ['request', request],
    ['report', request],
    ['response', response],
    ['manifest', response],
  ];

  test.each(messages)('verifies our %s', async (kind, message) => {
    const asked = await signRequest(request, by);
    const signed =
      'method' in message
        ? await signRequest(message, by, kind as 'request')
        : await signResponse(message, asked, by, kind as 'response');
    const config = {
      keyLookup: async ({ keyid }: { keyid?: string }) =>
        keyid === signing.kid
          ? { id: keyid, algs: ['ecdsa-p256-sha256'], verify: verifyWith }
          : null,
      requiredParams: ['created', 'keyid', 'nonce', 'tag'],
      notAfter: new Date((NOW + 1) * 1000),
    };
    const given = signed as never;
    const verified =
      'method' in message
        ? await httpbis.verifyMessage(config, given)
        : await httpbis.verifyMessage(config, given, asked as never);
    expect(verified).toBe(true);
  });

  test.each(messages)('signs a %s that we verify', async (kind, message) => {
    const asked = await signRequest(request, by);
    const signed = await signedByLibrary(kind, message, asked);
    expect(verifyMessage(kind, signed, asked, verifying).ok).toBe(true);
  });
});

describe('The vectors of the RFCs', () => {
  test('RFC 9421, B.2.4: a signature with ecdsa-p256-sha256', () => {
    const key = createPublicKey(
      [
        '-----BEGIN PUBLIC KEY-----',
        'MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEqIVYZVLCrPZHGHjP17CTW0/+D9Lf',
        'w0EkjqF7xB4FivAxzic30tMM4GF+hR6Dxh71Z50VGGdldkkDXZCnTNnoXQ==',
        '-----END PUBLIC KEY-----',
      ].join('\n'),
    );
    const digest =
      'sha-512=:mEWXIS7MaLRuGgxOBdODa3xqM1XdEvxoYhvlCFJ41QJgJc4GTsPp29l5oGX69wWdXymyU0rjJuahq4l5aGgfLQ==:';
    const base = [
      '"@status": 200',
      '"content-type": application/json',
      `"content-digest": ${digest}`,
      '"content-length": 23',
      '"@signature-params": ("@status" "content-type" "content-digest" "content-length");created=1618884473;keyid="test-key-ecc-p256"',
    ].join('\n');
    const signature =
      'wNmSUAhwb5LxtOtOpNa6W5xj067m5hFrj0XQ4fvpaCLx0NKocgPquLgyahnzDnDAUy5eCdlYUEkLIj+32oiasw==';
    const options = { key, dsaEncoding: 'ieee-p1363' as const };
    expect(verify('sha256', Buffer.from(base), options, Buffer.from(signature, 'base64'))).toBe(
      true,
    );
  });

  test('RFC 9530: the digest of its first example', () => {
    expect(digestOf(Buffer.from('{"hello": "world"}\n'))).toBe(
      'sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:',
    );
  });
});

async function verifyWith(data: Buffer, signature: Buffer): Promise<boolean> {
  return verify('sha256', data, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature);
}

/** The message as the library signs it. */
async function signedByLibrary(
  kind: MessageKind,
  message: WireRequest | WireResponse,
  asked?: WireRequest,
  params: string[] = ['created', 'keyid', 'nonce', 'tag'],
) {
  const headers = { ...message.headers, 'content-digest': digestOf(message.body) };
  const config = {
    key: {
      id: signing.kid,
      alg: 'ecdsa-p256-sha256',
      sign: async (data: Buffer) => Buffer.from(await signer.sign(data)),
    },
    name: 'billhook',
    fields: components[kind].map(({ name, req }) => (req ? `"${name}";req` : name)),
    params,
    paramValues: { created: new Date(NOW * 1000), nonce: NONCE, tag: `billhook-${kind}` },
  };
  const given = { ...message, headers } as never;
  const signed =
    'method' in message
      ? await httpbis.signMessage(config, given)
      : await httpbis.signMessage(config, given, asked as never);
  const written = (signed as WireRequest).headers;
  const inLowerCase = Object.entries(written).map(([name, value]) => [name.toLowerCase(), value]);
  return { ...message, headers: Object.fromEntries(inLowerCase) } as WireRequest & WireResponse;
}

function withHeader(one: WireRequest, name: string, value: string | undefined): WireRequest {
  return { ...one, headers: { ...one.headers, [name]: value } };
}

function edited(one: WireRequest, name: string, from: string, to: string): WireRequest {
  const value = one.headers[name] ?? '';
  expect(value).toContain(from);
  return withHeader(one, name, value.replace(from, to));
}
