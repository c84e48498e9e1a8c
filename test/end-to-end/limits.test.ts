/**
 * Each row of the interface's table of limits, and the limits of what tests pay with. Elsewhere by its
 * row: the wait before another MFA code (challenges.test.ts), what a client may do in an hour
 * (client-access.test.ts), 100 a page (pagination.test.ts).
 *
 * What follows the machine's time is waited for by no test here. It is tried with a time passed in: how
 * long tokens live in test/layers/runtime/callers/tokens.test.ts, idempotency keys and their lease in
 * test/layers/runtime/serve/idempotency.test.ts, challenges in test/layers/core/auth/auth-challenge.test.ts and
 * test/layers/runtime/links/interrupted-links.test.ts, card codes in test/layers/runtime/payments/card-codes.test.ts.
 */
import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, inject, test } from 'vitest';
import { createApiClient } from '../../lib/client/api-client.ts';
import { newTokenClient } from '../support/client-access.ts';
import { openClockedWorld } from '../support/clocked-world.ts';
import { addPartner } from '../support/partners.ts';
import { claimsOf } from '../support/tokens.ts';
import {
  givenBank,
  givenCard,
  methodOf,
  newName,
  openWorld,
  refusal,
  valueFrom,
} from '../support/world.ts';

const world = openWorld();
const { api, newClient } = world;

const MINUTE_MILLISECONDS = 60_000;
const HOUR_MILLISECONDS = 60 * MINUTE_MILLISECONDS;

/** Keys are a partner's own, and so few that a test takes a partner for itself. */
async function newPartner() {
  const service = inject('service');
  const { apiKey } = await addPartner(service);
  return createApiClient({ baseUrl: service.baseUrl, apiKey, validate: true }).partner;
}

/** Seconds from the making of a token to its end. */
function lifetimeOf(token: string): number {
  const { iat, exp } = claimsOf(token) as { iat: number; exp: number };
  return exp - iat;
}

describe('Limits', () => {
  test('RSA encryption keys: at most 2, for rotation', async () => {
    const partner = await newPartner();
    const { kid: keyId } = valueFrom(await partner.createEncryptionKey());
    valueFrom(await partner.createEncryptionKey());
    expect(refusal(await partner.createEncryptionKey())).toBe('409 key_limit_reached');
    valueFrom(await partner.deleteEncryptionKey({ keyId }));
    valueFrom(await partner.createEncryptionKey());
  });

  test('Key sizes, encryption: 2048-bit RSA', async () => {
    const { kty, n } = valueFrom(await (await newPartner()).createEncryptionKey());
    expect([kty, Buffer.from(n, 'base64url').length * 8]).toEqual(['RSA', 2048]);
  });

  test.each([
    [1024, '400 invalid_request'],
    [2048, 'taken'],
    [3072, '400 invalid_request'],
  ])('Key sizes, signing, 2048-bit RSA: one of %s bits', async (modulusLength, outcome) => {
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength });
    const pem = String(publicKey.export({ type: 'spki', format: 'pem' }));
    const result = await (await newPartner()).updateSigning({ publicKey: pem });
    expect(result.ok ? 'taken' : refusal(result)).toBe(outcome);
  });

  test('Payment method deletion: blocked for 24 hours after a payment made with it', async () => {
    const { api: own, newClient: client, addCard, newBill, pay, moveTo } = await openClockedWorld();
    const clientId = await client();
    const paymentMethodId = await addCard(clientId);
    const { bill } = await newBill(clientId);
    await pay(bill._id);
    const paidAt = Date.now();
    const remove = () => own.payment.deletePaymentMethod({ paymentMethodId });
    expect(refusal(await remove())).toBe('409 payment_method_recently_used');
    const dayLater = paidAt + 24 * HOUR_MILLISECONDS;
    await moveTo(new Date(dayLater - 2 * MINUTE_MILLISECONDS).toISOString());
    expect(refusal(await remove())).toBe('409 payment_method_recently_used');
    await moveTo(new Date(dayLater + MINUTE_MILLISECONDS).toISOString());
    expect(valueFrom(await remove())).toEqual({ success: true });
  });

  test('SSO token lifetime: 24 hours when `expiration` is absent', async () => {
    const { token } = valueFrom(await api.client.createToken({ identifier: newName() }));
    expect(lifetimeOf(token)).toBe((24 * HOUR_MILLISECONDS) / 1000);
  });

  test('Access token lifetime: 3600 seconds by default', async () => {
    const { token } = valueFrom(await api.client.createToken({ identifier: newName() }));
    const answer = valueFrom(await api.client.createAccessToken({ token }));
    expect([answer.expiresIn, lifetimeOf(answer.accessToken)]).toEqual([3600, 3600]);
  });
});

describe('Payments: none on sandbox', () => {
  const realNumbers = [
    '4242424242424242',
    '5105105105105100',
    '371449635398431',
    '6011000990139424',
  ];
  test.each(realNumbers)('%s, which could be a real card, is refused', async (cardNumber) => {
    const cardCode = cardNumber.startsWith('37') ? '1234' : '123';
    const given = { ...givenCard(await newClient()), cardNumber, cardCode };
    expect(refusal(await api.payment.addPaymentMethod(given))).toBe('400 test_card_required');
  });

  const testCards = [
    ['4111111111111111', 'visa', 'paid'],
    ['5555555555554444', 'mastercard', 'paid'],
    ['378282246310005', 'american express', 'paid'],
    ['6011111111111117', 'discover', 'paid'],
    ['4000000000000002', 'visa', 'payment-declined'],
  ] as const;
  test.each(testCards)('%s, a %s of ours: %s', async (cardNumber, brand, status) => {
    const clientId = await newClient();
    const cardCode = brand === 'american express' ? '1234' : '123';
    const methodId = await world.addCard(clientId, { cardNumber, cardCode });
    expect((await methodOf(api, clientId, methodId))?.card?.brand).toBe(brand);
    const { bill } = await world.newBill(clientId);
    valueFrom(await api.payment.schedulePayment({ billId: bill._id }));
    await world.billOf(clientId, bill.auth._id, (one) => one.bill.status.type === status);
  });

  test.each([
    ['021000021', true],
    ['026009593', true],
    ['021000022', false],
    ['000000000', false],
  ])('the bank of routing number %s is taken by its checksum, or not', async (number, taken) => {
    const given = { ...givenBank(await newClient()), routingNumber: number };
    const result = await api.payment.addPaymentMethod(given);
    expect(result.ok || refusal(result)).toBe(taken || '400 invalid_request');
  });
});

test('the test clock moves no token, key, challenge, nor idempotency key of the machine’s time', async () => {
  const {
    api: own,
    newClient: client,
    findCompany,
    challengeOf,
    linkedAuth,
    moveToDay,
  } = await openClockedWorld();
  const holder = await newTokenClient(own);
  const [clientId, company] = [await client(), await findCompany('MFA Company 1')];
  const form = { status: 'mfa-required-prompt' };
  const asked = { clientId, companyId: company._id, items: ['bill' as const], form };
  const { authId } = valueFrom(await own.auth.createAuth(asked));
  const { token } = await challengeOf(authId);
  const [idempotencyKey, given] = [newName(), givenBank(clientId)];
  const first = valueFrom(await own.payment.addPaymentMethod(given, { idempotencyKey }));
  await moveToDay(40);
  valueFrom(await holder.api.bill.listBills({ clientId: holder.clientId }));
  valueFrom(await own.client.createAccessToken({ token: holder.ssoToken }));
  expect(valueFrom(await own.payment.addPaymentMethod(given, { idempotencyKey }))).toEqual(first);
  valueFrom(await own.auth.answerStep({ token, method: 'prompt' }));
  expect((await linkedAuth(authId)).status?.type).toBe('verified');
});
