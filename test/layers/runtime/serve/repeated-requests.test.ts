/**
 * Requests under an `Idempotency-Key` whose write was committed and whose answer was lost, sent again:
 * one effect, and the answer that the first would have had.
 */

import { randomBytes, randomUUID } from 'node:crypto';
import { type AuthRecord, withLoginOutcome } from '@billhook/core/auth/auth';
import { isPassing } from '@billhook/core/auth/passing';
import { dayOf, instantText } from '@billhook/core/base/dates';
import { newOwnedId } from '@billhook/core/base/ids';
import { activityKey, rootKey } from '@billhook/core/base/table-keys';
import type { BillRecord, IdleBill } from '@billhook/core/bill/bill';
import type { ActivityRecord } from '@billhook/core/client/limits';
import type { PartnerRecord } from '@billhook/core/partner/partner';
import { withoutPending } from '@billhook/core/payment/account-ledger';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { newPayment, scheduleOn, waitScheduled } from '@billhook/core/payment/transitions';
import { authStore } from '@billhook/runtime/stores/auth-store';
import { billStore } from '@billhook/runtime/stores/bill-store';
import { ledgerStore } from '@billhook/runtime/stores/ledger-store';
import { paymentMethodStore } from '@billhook/runtime/stores/payment-method-store';
import { paymentStore } from '@billhook/runtime/stores/payment-store';
import type { Write } from '@billhook/runtime/table/types';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAuth, fixHold } from '../../../../functions/auth/contract.ts';
import { handler as runCreateAuth } from '../../../../functions/auth/create-auth.ts';
import { handler as runFixHold } from '../../../../functions/auth/fix-hold.ts';
import { createApiKey, createEncryptionKey } from '../../../../functions/partner/contract.ts';
import { handler as runCreateApiKey } from '../../../../functions/partner/create-api-key.ts';
import { handler as runCreateEncryptionKey } from '../../../../functions/partner/create-encryption-key.ts';
import { handler as runAddPaymentMethod } from '../../../../functions/payment/add-payment-method.ts';
import { handler as runCancelPayment } from '../../../../functions/payment/cancel-payment.ts';
import {
  addPaymentMethod,
  cancelPayment,
  retryPaymentMethod,
  schedulePayment,
} from '../../../../functions/payment/contract.ts';
import { handler as runRetryPaymentMethod } from '../../../../functions/payment/retry-payment-method.ts';
import { handler as runSchedulePayment } from '../../../../functions/payment/schedule-payment.ts';
import { createSwap } from '../../../../functions/swap/contract.ts';
import { handler as runCreateSwap } from '../../../../functions/swap/create-swap.ts';
import {
  auth,
  beginAnew,
  bill,
  call,
  card,
  companyId,
  declined,
  held,
  hold,
  type Lost,
  loseAnswerOf,
  loseNothing,
  type Request,
  table,
  world,
} from '../../../support/lost-answers.ts';
import {
  changedPayment,
  clientId,
  methodRecord,
  NOW,
  partnerId,
  unnoticed,
} from '../../../support/records.ts';

beforeEach(beginAnew);
afterAll(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

type Case = Request & {
  /** What has to stand beforehand. */
  readonly before?: () => Promise<unknown>;
  /** Tells the write that is committed and whose answer is lost, by one of its items. */
  readonly loses: (one: Write) => boolean;
  /** What it made, counted and started. */
  readonly effects: () => unknown;
  /** The same, once it was carried out. */
  readonly once: unknown;
  /** What a repetition answers, if not success. */
  readonly refusal?: string;
};

const puts = (kind: string) => (one: Write) => 'put' in one && one.put.sk.startsWith(kind);

/** How many records there are of a kind, or with an id. */
const countOf = (start: string) =>
  [...table.items.values()].filter(
    // A card's code lies apart, under the id of its method.
    ({ pk, sk }) => String(sk).startsWith(start) && !isPassing({ pk: String(pk) }),
  ).length;
/** The ids that an answer names. */
const idsOf = (answer: unknown) => JSON.stringify(answer).match(/\b(pm|swap|auth)_\w+/g) ?? [];
const partner = async () => (await table.get<PartnerRecord>(rootKey(partnerId))) as PartnerRecord;
const counted = async (activity: string) =>
  (await table.get<ActivityRecord>(activityKey(clientId, activity)))?.times.length;
const linksOf = async (authId: string) =>
  (await authStore(table).findAny(authId))?.recentLinkIds?.length;

/** An order of the bill that waits, since more is owed by now than its user agreed to. */
async function orderThatWaits(): Promise<void> {
  const standing = (await billStore(table).findAny(bill._id)) as IdleBill;
  const paymentId = newOwnedId('pay', clientId, randomBytes);
  const order = newPayment(standing, { paymentId, payOn: dayOf(NOW), partnerNow: NOW });
  const waiting = { reason: 'more-owed', seenCents: 1_000, owedCents: 10_000 } as const;
  const waits = { ...waitScheduled(order, waiting, today), version: 1 };
  await table.write([
    billStore(table).save(scheduleOn(standing, waits), standing),
    paymentStore(table).save(...unnoticed(waits)),
  ]);
}

const given = { clientId, name: 'Ada Tester', setAsDefault: true };
const newCard = {
  ...{ ...given, paymentType: 'card', cardNumber: '4111111111111111', cardCode: '123' },
  ...{ expMonth: '12', expYear: '2030', zipcode: '94107' },
};
const newBank = {
  ...{ ...given, paymentType: 'bank', accountType: 'checking' },
  ...{ routingNumber: '021000021', accountNumber: '1234567890' },
};
const methodEffects = async () => [countOf('pm_'), await counted('payment-method')];
const today = instantText(NOW);
const inThreeDays = instantText(NOW + 3 * 86_400_000);

const cases: Record<string, Case> = {
  'adding a card': {
    operation: addPaymentMethod,
    handler: runAddPaymentMethod,
    body: newCard,
    loses: puts('pm_'),
    effects: methodEffects,
    once: [3, 1],
  },
  'adding a bank account': {
    operation: addPaymentMethod,
    handler: runAddPaymentMethod,
    body: newBank,
    loses: puts('pm_'),
    effects: methodEffects,
    once: [3, 1],
  },
  'paying today': {
    operation: schedulePayment,
    handler: runSchedulePayment,
    body: { billId: bill._id, date: today },
    loses: puts('pay_'),
    effects: () => [countOf('pay_'), world.started],
    once: [1, [expect.stringMatching(/^pay_/)]],
  },
  'scheduling a payment': {
    operation: schedulePayment,
    handler: runSchedulePayment,
    body: { billId: bill._id, date: inThreeDays },
    loses: puts('pay_'),
    effects: () => [countOf('pay_'), world.started],
    once: [1, []],
  },
  'approving a payment that waits': {
    operation: schedulePayment,
    handler: runSchedulePayment,
    body: { billId: bill._id, date: today, maxAmount: '40.00' },
    before: orderThatWaits,
    loses: puts('pay_'),
    effects: () => [countOf('pay_'), world.started],
    once: [1, [expect.stringMatching(/^pay_/)]],
  },
  'approving a payment that waits, for a later day': {
    operation: schedulePayment,
    handler: runSchedulePayment,
    body: { billId: bill._id, date: inThreeDays, maxAmount: '40.00' },
    before: orderThatWaits,
    loses: puts('pay_'),
    effects: () => [countOf('pay_'), world.started],
    once: [1, []],
  },
  'retrying a method': {
    operation: retryPaymentMethod,
    handler: runRetryPaymentMethod,
    path: { paymentMethodId: declined._id },
    loses: puts('pay_'),
    effects: () => [countOf('pay_'), world.started],
    once: [1, [expect.stringMatching(/^pay_/)]],
  },
  'creating a swap': {
    operation: createSwap,
    handler: runCreateSwap,
    body: { authId: auth._id, paymentMethodId: card._id },
    loses: puts('swap_'),
    effects: async () => [countOf('swap_'), await counted('link'), world.started],
    once: [1, 1, [expect.stringMatching(/^swap_.*_1$/)]],
  },
  'linking an account': {
    operation: createAuth,
    handler: runCreateAuth,
    body: {
      ...{ clientId, companyId, items: ['bill'] },
      form: { username: 'ada', password: 'secret' },
    },
    loses: puts('auth_'),
    effects: async () => [countOf('auth_'), await counted('link'), world.started],
    once: [3, 1, [expect.stringMatching(/^link_/)]],
  },
  'fixing a hold': {
    operation: fixHold,
    handler: runFixHold,
    path: { authId: held._id },
    loses: puts('auth_'),
    effects: async () => [await linksOf(held._id), await counted('link'), world.started],
    once: [1, 1, [expect.stringMatching(/^link_/)]],
  },
  'creating an API key': {
    operation: createApiKey,
    handler: runCreateApiKey,
    body: {},
    caller: 'partner',
    loses: puts(partnerId),
    effects: async () => (await partner()).apiKeys.length,
    once: 1,
    refusal: '409 answer_not_kept',
  },
  'creating an encryption key': {
    operation: createEncryptionKey,
    handler: runCreateEncryptionKey,
    caller: 'partner',
    // What was written down before KMS was asked goes as the key is kept.
    loses: (one) => 'delete' in one && one.delete.sk.startsWith('key_'),
    effects: async () => [(await partner()).encryptionKeys?.length, world.kmsKeysMade],
    once: [1, 1],
  },
};

const ways: readonly Lost[] = ['the answer was lost', 'the process died'];

describe.each(Object.entries(cases))('%s', (_what, one) => {
  test.each(ways)('is done once, though %s', async (lost) => {
    const key = randomUUID();
    await one.before?.();
    loseAnswerOf(one.loses, lost);
    expect((await call(one, key)).outcome).toBe('500 internal_error');
    loseNothing();
    if (lost === 'the process died') world.now += 60_000;
    const again = await call(one, key);
    expect(again).toEqual({ outcome: one.refusal ?? expect.any(Object), replayed: false });
    expect(idsOf(again.outcome).filter((id) => countOf(id) !== 1)).toEqual([]);
    expect(await one.effects()).toEqual(one.once);
    const kept = await call(one, key);
    expect(kept).toEqual({ outcome: again.outcome, replayed: one.refusal === undefined });
    expect(await one.effects()).toEqual(one.once);
  });
});

describe('a repetition', () => {
  const linking = cases['linking an account'] as Case;
  const scheduling = cases['scheduling a payment'] as Case;
  const adding = cases['adding a card'] as Case;

  test('of a link that another request superseded since leaves that one alone', async () => {
    loseAnswerOf(linking.loses, 'the answer was lost');
    await call(linking, 'first');
    await call(linking, 'second');
    const standing = await links();
    expect((await call(linking, 'first')).outcome).toHaveProperty('authId');
    expect(await links()).toEqual(standing);
    expect(world.started).toEqual([standing[0]?.link?.linkId]);
  });

  test('of a hold that was fixed, and has ended since, begins no other link', async () => {
    const fixing = cases['fixing a hold'] as Case;
    loseAnswerOf(fixing.loses, 'the answer was lost');
    await call(fixing, 'first');
    const standing = await authStore(table).findAny(held._id);
    const ended = standing && withLoginOutcome(standing, { kind: 'hold', ...hold });
    if (ended) await table.write([authStore(table).save(ended, standing)]);
    expect((await call(fixing, 'first')).outcome).toEqual({ success: true });
    expect([await links(), world.started]).toEqual([[], []]);
  });

  test('of a payment that was cancelled since does not schedule it anew', async () => {
    loseAnswerOf(scheduling.loses, 'the answer was lost');
    await call(scheduling, 'first');
    const cancelling = { operation: cancelPayment, handler: runCancelPayment };
    await call({ ...cancelling, body: { billId: bill._id } });
    expect((await call(scheduling, 'first')).outcome).toEqual({ success: true });
    expect(await billStore(table).findAny(bill._id)).not.toHaveProperty('scheduled');
  });

  test('of an approval whose payment was made since charges nothing more of what is still owed', async () => {
    const approving = cases['approving a payment that waits'] as Case;
    await approving.before?.();
    loseAnswerOf(approving.loses, 'the answer was lost');
    await call(approving, 'first');
    const begun = (await billStore(table).findAny(bill._id)) as BillRecord;
    const { pendingPaymentId = '', ...open } = begun;
    const pending = (await paymentStore(table).findAny(pendingPaymentId)) as PaymentRecord;
    const paid = changedPayment(pending, { version: pending.version + 1, status: 'paid' });
    const ledger = await ledgerStore(table).find(begun);
    await table.write([
      billStore(table).save({ ...open, version: open.version + 1 }, begun),
      paymentStore(table).save(paid, pending),
      ledgerStore(table).save(begun, withoutPending(ledger, pendingPaymentId)),
    ]);
    expect((await call(approving, 'first')).outcome).toEqual({ success: true });
    expect([countOf('pay_'), world.started]).toEqual([1, []]);
  });

  test('of what was made fits though there is no room for another', async () => {
    loseAnswerOf(adding.loses, 'the answer was lost');
    await call(adding, 'first');
    const more = Array.from({ length: 47 }, () => methodRecord());
    await table.write(more.map((method) => paymentMethodStore(table).save(...unnoticed(method))));
    expect((await call(adding, 'second')).outcome).toBe('409 link_limit_reached');
    expect((await call(adding, 'first')).outcome).toHaveProperty('paymentMethodId');
  });

  test('with another key, or without one, or after 24 hours, is another request', async () => {
    for (const key of ['first', 'second', undefined, undefined]) await call(adding, key);
    world.now += 86_400_000;
    await call(adding, 'first');
    expect(countOf('pm_')).toBe(2 + 5);
  });

  async function links() {
    const all = [...table.items.values()] as unknown as AuthRecord[];
    return all.filter(({ link }) => link);
  }
});
