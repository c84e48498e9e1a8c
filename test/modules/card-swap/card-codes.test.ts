import { beforeEach, describe, expect, test } from 'vitest';
import { rememberCodes } from '../../../modules/card-swap/card-codes.ts';
import type { Api, Call } from '../../../modules/kit/api.ts';

let sent: Call[] = [];
let needsCode = true;
const refusal = { ok: false, code: 'card_code_required', message: '', fields: [] } as const;

/** A service that takes a swap only where the code was given since the last one. */
const service = (async (call: Call) => {
  sent.push(call);
  if (call.path.endsWith('/card-code') || call.path === '/payment') {
    needsCode = false;
    return { ok: true, value: { paymentMethodId: 'pm_1' } };
  }
  if (needsCode) return refusal;
  needsCode = true;
  return { ok: true, value: {} };
}) as Api;

const swap = (paymentMethodId: string, key: string): Call => ({
  ...{ method: 'POST', path: '/swap/create', key },
  body: { authId: 'auth_1', paymentMethodId },
});
const paths = () => sent.map(({ path }) => path);

beforeEach(() => {
  sent = [];
  needsCode = true;
});

describe('a code that was typed once', () => {
  test('is given again where another company needs it, under a key of its own', async () => {
    const { api } = rememberCodes(service, () => undefined);
    const typed = {
      method: 'POST',
      path: '/payment/pm_1/card-code',
      body: { cardCode: '123' },
    } as const;
    await api(typed);
    expect((await api(swap('pm_1', 'a'))).ok).toBe(true);
    expect((await api(swap('pm_1', 'b'))).ok).toBe(true);
    const again = '/payment/pm_1/card-code';
    expect(paths()).toEqual([again, '/swap/create', '/swap/create', again, '/swap/create']);
    expect(sent[3]).toMatchObject({ secret: true, body: { cardCode: '123' } });
    expect(sent[4]?.key).not.toBe('b');
  });

  test('is known of a card that was just added', async () => {
    const { api } = rememberCodes(service, () => undefined);
    await api({ method: 'POST', path: '/payment', body: { cardCode: '123' } });
    needsCode = true;
    expect((await api(swap('pm_1', 'a'))).ok).toBe(true);
  });

  test('is given for the card of a swap that is resumed', async () => {
    const { api } = rememberCodes(service, (authId) => (authId === 'auth_1' ? 'pm_1' : undefined));
    await api({ method: 'POST', path: '/payment/pm_1/card-code', body: { cardCode: '123' } });
    needsCode = true;
    expect((await api({ method: 'POST', path: '/auth/auth_1/fix-hold' })).ok).toBe(true);
  });

  test('is not given for another card, nor once it is forgotten', async () => {
    const { api, forget } = rememberCodes(service, () => undefined);
    await api({ method: 'POST', path: '/payment/pm_1/card-code', body: { cardCode: '123' } });
    needsCode = true;
    expect(await api(swap('pm_2', 'a'))).toEqual(refusal);
    forget();
    expect(await api(swap('pm_1', 'b'))).toEqual(refusal);
    expect(paths().filter((path) => path.endsWith('card-code'))).toHaveLength(1);
  });
});
