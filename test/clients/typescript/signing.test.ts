import { constants, createHash, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { rsaPair } from '../../support/signing.ts';
import { serviceAnswering, success } from './fake-service.ts';

const pair = rsaPair();
const privateKey = pair.privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;

function signed(text: string, signature: string | null): boolean {
  const key = { key: pair.publicKey, padding: constants.RSA_PKCS1_PADDING };
  return verify('sha256', Buffer.from(text), key, Buffer.from(signature ?? '', 'base64'));
}

function digestOf(body: string): string {
  return `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
}

describe('a signature', () => {
  test('of a GET covers the path and the query as they are sent', async () => {
    const { api, sent } = serviceAnswering([success({ data: [] })], { signing: { privateKey } });
    await api.bill.listBills({ clientId: 'cl/1', cursor: 'a b' });
    const [{ headers, url } = fail()] = sent;
    const path = new URL(url).pathname + new URL(url).search;
    expect(path).toBe('/v1/bill/list/cl%2F1?cursor=a%20b');
    expect(headers.get('date')).toBe('2026-11-22T12:00:00.000Z');
    expect(headers.has('content-digest')).toBe(false);
    const text = `GET:${path}:bh_test:2026-11-22T12:00:00.000Z`;
    expect(signed(text, headers.get('signature'))).toBe(true);
  });

  test('of a POST covers the body and the idempotency key, and is made anew each time', async () => {
    const lost = { lost: new TypeError('fetch failed') };
    const { api, sent } = serviceAnswering([lost, success()], { signing: { privateKey } });
    await api.payment.schedulePayment({ billId: 'ü' });
    const texts = sent.map(({ headers, body }) => {
      const digest = digestOf(body ?? '');
      expect(headers.get('content-digest')).toBe(digest);
      const [date, key] = [headers.get('date'), headers.get('idempotency-key')];
      const text = `POST:/v1/payment/schedule:bh_test:${date}:${digest}:${key}`;
      expect(signed(text, headers.get('signature'))).toBe(true);
      return text;
    });
    // The machine's clock stood still: the texts differ all the same.
    expect(new Set(texts).size).toBe(2);
  });

  test('of a POST without a body covers that it is empty', async () => {
    const { api, sent } = serviceAnswering([success()], { signing: { privateKey } });
    await api.auth.fixHold({ authId: 'auth_1' });
    expect(sent[0]?.headers.get('content-digest')).toBe(digestOf(''));
  });

  test('can be made elsewhere', async () => {
    const texts: string[] = [];
    const sign = async (text: string) => {
      texts.push(text);
      return 'c2lnbmF0dXJl';
    };
    const { api, sent } = serviceAnswering([success()], { signing: { sign } });
    await api.partner.getPartner();
    expect(texts).toEqual(['GET:/v1/partner:bh_test:2026-11-22T12:00:00.000Z']);
    expect(sent[0]?.headers.get('signature')).toBe('c2lnbmF0dXJl');
  });

  test('is none of a call with an access token', () => {
    const options = { apiKey: undefined, accessToken: 't', signing: { privateKey } };
    expect(() => serviceAnswering([success()], options as never)).toThrow('apiKey');
  });

  test('needs a key in PKCS #8, and quotes none', async () => {
    const pkcs1 = pair.privateKey.export({ format: 'pem', type: 'pkcs1' }) as string;
    const { api, sent } = serviceAnswering([success()], { signing: { privateKey: pkcs1 } });
    const error = await api.partner.getPartner().catch((thrown) => thrown);
    expect(error.message).toMatch('openssl pkcs8');
    expect(error.message).not.toContain(pkcs1.slice(40, 80));
    expect(sent).toEqual([]);
  });
});

function fail(): never {
  throw new Error('Nothing was sent');
}
