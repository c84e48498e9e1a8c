/** The brake: what a pause holds back waits, and goes on as if it had come later. */
import { randomBytes } from 'node:crypto';
import { DAY_MILLISECONDS, dayOf, instantText } from '@billhook/core/base/dates';
import { newOwnedId } from '@billhook/core/base/ids';
import type { BillRecord, StoredBill } from '@billhook/core/bill/bill';
import type { CompanyBill } from '@billhook/core/company/connector';
import { type EventRecord, presentEvent, subjectOf } from '@billhook/core/events/event';
import type { Actor } from '@billhook/core/partner/audit';
import { newPartner } from '@billhook/core/partner/partner';
import { newPause, type PauseScope } from '@billhook/core/partner/payment-pause';
import { newPayment, scheduleOn } from '@billhook/core/payment/transitions';
import { eventBodyOf } from '@billhook/core/schemas/event';
import { startLinkedPayment } from '@billhook/runtime/links/start-linked-payment';
import { changePartner } from '@billhook/runtime/partners/settings';
import { beginRetry } from '@billhook/runtime/payments/retry-method';
import { settlePayment } from '@billhook/runtime/payments/settle';
import { submitPayment } from '@billhook/runtime/payments/submit';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import { takeUpPayment, takeUpRetry } from '@billhook/runtime/sweeps/due-work';
import { takeUpBill } from '@billhook/runtime/sweeps/take-up-bill';
import * as v from 'valibot';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  account,
  asShown,
  beginOne,
  company,
  fakeConnector,
  linkOne,
  paid,
  paymentScene,
  recordsOf,
  setMaintenance,
  showAnother,
} from '../../../support/payment-world.ts';
import {
  billRecord,
  changedBill,
  methodRecord,
  NOW,
  partnerId,
  TODAY,
  unnoticed,
} from '../../../support/records.ts';

const HOUR = 60 * 60 * 1000;
const actor: Actor = { kind: 'operator', id: 'local:ada' };
const everything = { kind: 'everything' } as const;

let shown: CompanyBill;
const scopes: PauseScope[] = [];

const { runtime, started } = await paymentScene();
beforeAll(async () => {
  const now = instantText(NOW);
  await runtime.table.write([
    partnerStore(runtime.table).save(newPartner({ partnerId, name: 'Acme', now })),
  ]);
});

beforeEach(() => {
  shown = showAnother();
});
afterEach(async () => {
  for (const scope of scopes.splice(0)) await resume(scope);
  vi.restoreAllMocks();
});

async function pause(scope: PauseScope = everything) {
  scopes.push(scope);
  if (scope.kind === 'stage') return void vi.stubEnv('PAYMENTS_PAUSED', 'yes');
  await runtime.table.write([runtime.pauses.pause(scope, newPause(actor.id, NOW))]);
}

async function resume(scope: PauseScope = everything) {
  if (scope.kind === 'stage') vi.stubEnv('PAYMENTS_PAUSED', undefined);
  else await runtime.table.write([runtime.pauses.resume(scope)]);
}

const change = () => asShown({ notifications: 'disabled' }, shown);
const begin = () => beginOne(runtime, change());
const { billOf, paymentOf } = recordsOf(() => runtime);
const companyOf = ({ companyId }: { readonly companyId: string }): PauseScope => ({
  kind: 'company',
  id: companyId,
});

describe('a payment that began before the pause', () => {
  test.each<[string, (bill: { readonly companyId: string }) => PauseScope]>([
    ['everything', () => everything],
    ['the stage, by its setting', () => ({ kind: 'stage' })],
    ['its partner', () => ({ kind: 'partner', id: partnerId })],
    ['its company', companyOf],
  ])('of %s waits without a look at the company, and is paid once after it', async (_, scope) => {
    const { payment, bill } = await begin();
    await pause(scope(bill));
    const connectorOf = vi.fn(runtime.connectorOf);
    expect(await submitPayment({ ...runtime, connectorOf }, payment._id, NOW)).toBe('paused');
    expect(await settlePayment(runtime, payment._id, NOW)).toBe('unknown');
    expect(connectorOf).not.toHaveBeenCalled();
    const waiting = await paymentOf(payment._id);
    expect(waiting).toMatchObject({ status: 'pending', dueAt: instantText(NOW + HOUR) });
    expect(waiting.submitted).toBeUndefined();
    await resume(scope(bill));
    // By then the user has paid a part at the company: it is the balance of that day that is paid.
    company.account = { ...shown, balanceCents: 4_000 };
    company.outcome = { ...paid, amountCents: 4_000 };
    expect(await submitPayment(runtime, payment._id, NOW)).toBe('paid');
    expect(await submitPayment(runtime, payment._id, NOW)).toBe('paid');
    expect(await settlePayment(runtime, payment._id, NOW)).toBe('paid');
    expect((await paymentOf(payment._id)).submitted?.amountCents).toBe(4_000);
    expect(company.charges).toBe(1);
  });

  test('is not stopped by the pause of another partner or company', async () => {
    const { payment } = await begin();
    await pause({ kind: 'company', id: 'co_another' });
    await pause({ kind: 'partner', id: 'ptn_another' });
    expect(await submitPayment(runtime, payment._id, NOW)).toBe('paid');
  });

  test('is stopped by a pause that comes while its company is read', async () => {
    const { payment } = await begin();
    const pay = vi.spyOn(fakeConnector, 'pay');
    vi.spyOn(fakeConnector, 'listBills').mockImplementationOnce(async () => {
      await pause();
      return [shown];
    });
    expect(await submitPayment(runtime, payment._id, NOW)).toBe('paused');
    expect(pay).not.toHaveBeenCalled();
    const waiting = await paymentOf(payment._id);
    expect(waiting.submitted).toBeUndefined();
  });

  test.each<[string, () => unknown]>([
    ['its company is in maintenance', () => setMaintenance(runtime, true)],
    [
      'nothing is owed any more',
      () => Object.assign(company, { account: { ...shown, balanceCents: 0 } }),
    ],
    ['its account is gone', () => Object.assign(company, { account: undefined })],
  ])('is neither held nor given up, though %s', async (_, meanwhile) => {
    const { payment } = await begin();
    await pause();
    await meanwhile();
    expect(await submitPayment(runtime, payment._id, NOW)).toBe('paused');
    expect((await paymentOf(payment._id)).status).toBe('pending');
  });

  test('starts no workflow while it waits, and one when the pause is over', async () => {
    const { payment } = await begin();
    await pause();
    await takeUpPayment(runtime, payment._id, NOW);
    expect(started).toEqual([]);
    const waiting = await paymentOf(payment._id);
    expect(waiting).toMatchObject({ dueAt: instantText(NOW + HOUR) });
    expect(waiting.rounds).toBeUndefined();
    await resume();
    await takeUpPayment(runtime, payment._id, NOW + HOUR);
    expect(started).toEqual([payment._id]);
  });
});

describe('a payment that was submitted before the pause', () => {
  const submitAndLose = async () => {
    const begun = await begin();
    company.losesAnswers = true;
    await expect(submitPayment(runtime, begun.payment._id, NOW)).rejects.toThrow();
    company.losesAnswers = false;
    return begun;
  };

  test('is looked for, and its outcome is recorded', async () => {
    const { payment } = await submitAndLose();
    await pause();
    const pay = vi.spyOn(fakeConnector, 'pay');
    expect(await submitPayment(runtime, payment._id, NOW + HOUR)).toBe('paid');
    expect(await settlePayment(runtime, payment._id, NOW + HOUR)).toBe('paid');
    expect(pay).not.toHaveBeenCalled();
  });

  test('is not submitted again where the company never had it, until the pause is over', async () => {
    const { payment } = await submitAndLose();
    company.taken.clear();
    await pause();
    const pay = vi.spyOn(fakeConnector, 'pay');
    const listBills = vi.spyOn(fakeConnector, 'listBills');
    expect(await submitPayment(runtime, payment._id, NOW + HOUR)).toBe('paused');
    expect(pay).not.toHaveBeenCalled();
    // Nothing is decided on what the company shows by now.
    expect(listBills).not.toHaveBeenCalled();
    expect((await paymentOf(payment._id)).status).toBe('pending');
    // The sweep goes on looking.
    await takeUpPayment(runtime, payment._id, NOW + HOUR);
    expect(started).toHaveLength(1);
    await resume();
    const findPayment = vi.spyOn(fakeConnector, 'findPayment');
    expect(await submitPayment(runtime, payment._id, NOW + 2 * HOUR)).toBe('paid');
    const [looked = 0] = findPayment.mock.invocationCallOrder;
    expect(looked).toBeLessThan(pay.mock.invocationCallOrder[0] ?? 0);
  });
});

describe('a suspended partner', () => {
  const set = (status: 'active' | 'suspended') =>
    changePartner(runtime.table, { partnerId, actor, now: NOW, change: { status } });

  test('pays nothing until it is resumed', async () => {
    const { payment } = await begin();
    await set('suspended');
    expect(await submitPayment(runtime, payment._id, NOW)).toBe('paused');
    expect(company.charges).toBe(0);
    // The other pause of the same partner is another's to end.
    await resume({ kind: 'partner', id: partnerId });
    expect(await submitPayment(runtime, payment._id, NOW)).toBe('paused');
    await set('active');
    expect(await submitPayment(runtime, payment._id, NOW)).toBe('paid');
    expect(company.charges).toBe(1);
  });

  test('that an earlier release suspended is stopped by suspending it again', async () => {
    const { payment } = await begin();
    await set('suspended');
    await resume({ kind: 'suspended', id: partnerId });
    await set('suspended');
    expect(await submitPayment(runtime, payment._id, NOW)).toBe('paused');
    await set('active');
  });
});

describe('a scheduled payment', () => {
  const schedule = async () => {
    const { bill, method } = await linkOne(runtime, change());
    const paymentId = newOwnedId('pay', bill.clientId, randomBytes);
    const payment = newPayment(bill, { paymentId, payOn: TODAY, partnerNow: NOW });
    await runtime.table.write([
      runtime.bills.save({ ...scheduleOn(bill, payment), methodId: method._id }, bill),
      runtime.payments.save(payment, undefined),
    ]);
    return { paymentId, clientId: bill.clientId };
  };

  test('is told to be delayed on the due date, once', async () => {
    const { paymentId, clientId } = await schedule();
    await pause();
    const due = Date.parse(`${account.dueOn}T00:00:00Z`);
    const told: number[] = [];
    for (const at of [NOW, due - HOUR, due, due + HOUR, due + DAY_MILLISECONDS]) {
      await takeUpPayment(runtime, paymentId, at);
      const log = { partition: clientId, prefix: 'event#' };
      const { items } = await runtime.table.query<EventRecord>(log);
      const own = items.filter((one) => subjectOf(one) === paymentId);
      told.push(own.filter(({ type }) => type === 'bill.payment.delayed').length);
    }
    expect(told).toEqual([0, 0, 1, 1, 1]);
  });

  test('waits on its day, however long, and begins after the pause', async () => {
    const { paymentId } = await schedule();
    await pause();
    for (const later of [0, 5, 12].map((days) => NOW + days * DAY_MILLISECONDS)) {
      await takeUpPayment(runtime, paymentId, later);
      expect(await paymentOf(paymentId)).toMatchObject({
        status: 'scheduled',
        dueAt: instantText(later + HOUR),
      });
    }
    await resume();
    await takeUpPayment(runtime, paymentId, NOW + 13 * DAY_MILLISECONDS);
    expect((await paymentOf(paymentId)).status).toBe('pending');
  });
});

/** The bill is paid five days before it is due. */
const PAY_DAY = Date.parse('2026-11-30T04:01:00Z');
const AFTER_DUE = Date.parse('2026-12-07T04:01:00Z');

const linked = async () => {
  const { bill, method } = await linkOne(runtime, change());
  const own = { ...bill, version: bill.version + 1, methodId: method._id };
  await runtime.table.write([runtime.bills.save(own, bill)]);
  return bill._id;
};

describe('an automatic payment', () => {
  test('waits an hour at a time, and is made after the pause', async () => {
    const billId = await linked();
    await pause();
    await takeUpBill(runtime, billId, PAY_DAY);
    const waiting = await billOf(billId);
    expect(waiting).toMatchObject({ dueAt: instantText(PAY_DAY + HOUR), dueKind: 'bill' });
    expect(waiting.pendingPaymentId).toBeUndefined();
    await takeUpBill(runtime, billId, PAY_DAY + HOUR - 1);
    expect((await billOf(billId)).version).toBe(waiting.version);
    await resume();
    await takeUpBill(runtime, billId, PAY_DAY + HOUR);
    expect((await billOf(billId)).pendingPaymentId).toBeDefined();
  });

  test('whose due date passes meanwhile is marked overdue, and made after the pause', async () => {
    const billId = await linked();
    await pause();
    for (let now = PAY_DAY; now <= AFTER_DUE; now += 6 * HOUR)
      await takeUpBill(runtime, billId, now);
    const overdue = await billOf(billId);
    expect(overdue.noticed?.overdue).toBe(shown.dueOn);
    expect(overdue.skippedDueOn).toBeUndefined();
    await resume();
    await takeUpBill(runtime, billId, AFTER_DUE + HOUR);
    const { pendingPaymentId = '' } = await billOf(billId);
    expect(await paymentOf(pendingPaymentId)).toMatchObject({
      automatic: true,
      payOn: dayOf(AFTER_DUE + HOUR),
    });
  });
});

describe('an automatic payment that is held back on its due date', () => {
  const DUE = Date.parse(`${account.dueOn}T00:00:00Z`);
  const held = async (change: Partial<StoredBill> = {}) => {
    const billId = await linked();
    const bill = await billOf(billId);
    const changed = changedBill(bill, { ...change, version: bill.version + 1 });
    await runtime.table.write([runtime.bills.save(changed, bill)]);
    return billId;
  };
  const toldOf = async (billId: string) => {
    const { clientId } = await billOf(billId);
    const log = { partition: clientId, prefix: 'event#' };
    const { items } = await runtime.table.query<EventRecord>(log);
    const delayed = items.filter(({ type }) => type === 'bill.payment.delayed');
    for (const one of delayed) v.parse(eventBodyOf(one.type), presentEvent(one));
    return delayed.filter(({ resource }) => resource.id === billId);
  };
  const lookAt = async (billId: string, ...times: number[]) => {
    for (const now of times) await takeUpBill(runtime, billId, now);
  };

  test('is told of once, though it has no payment yet', async () => {
    const billId = await held();
    await pause();
    await lookAt(billId, PAY_DAY, DUE - HOUR);
    expect(await toldOf(billId)).toEqual([]);
    await lookAt(billId, DUE, DUE + HOUR, DUE + 3 * DAY_MILLISECONDS);
    const told = await toldOf(billId);
    expect(told).toHaveLength(1);
    expect(told[0]?.data).toMatchObject({
      amount: '100.00',
      trigger: 'automatic',
      bill: { _id: billId, dueDate: instantText(DUE) },
    });
    expect(told[0]?.data).not.toHaveProperty('payment');
    expect(subjectOf(told[0] as EventRecord)).toBe(billId);
  });

  test('is told of where its partner is suspended, too', async () => {
    const billId = await held();
    await pause({ kind: 'suspended', id: partnerId });
    await lookAt(billId, PAY_DAY, DUE + HOUR);
    expect(await toldOf(billId)).toHaveLength(1);
  });

  test.each<[string, Partial<BillRecord>]>([
    ['its user has skipped the cycle', { skippedDueOn: account.dueOn }],
    ['there is no method that could make it', { methodId: 'pm_another' }],
    ['the account is on hold', { auth: { ...billRecord().auth, status: { type: 'hold' } } }],
  ])('is not told of where it would not be made: %s', async (_, given) => {
    const billId = await held(given);
    await pause();
    await lookAt(billId, PAY_DAY, DUE + HOUR);
    expect(await toldOf(billId)).toEqual([]);
  });
});

describe('the retry of a declined method', () => {
  const declined = async () => {
    const method = methodRecord({ status: 'declined', declines: 1 });
    await runtime.table.write([runtime.methods.save(...unnoticed(method))]);
    const given = change();
    const bill = { ...given.bill, declinedMethodId: method._id };
    return linkOne(runtime, { ...given, bill, method });
  };

  test('is refused, and the method stays as it is', async () => {
    const { bill, method } = await declined();
    await pause(companyOf(bill));
    expect(await beginRetry(runtime, method, NOW)).toMatchObject({ failure: 'payments_paused' });
    expect((await runtime.methods.findAny(method._id))?.status).toBe('declined');
  });

  test('that goes on with the next bill waits an hour', async () => {
    const { method } = await declined();
    const due = { dueShard: 'due#1', dueAt: instantText(NOW), dueKind: 'retry' as const };
    const verified = {
      ...method,
      version: method.version + 1,
      status: 'verified' as const,
      ...due,
    };
    await runtime.table.write([runtime.methods.save(verified, method)]);
    await pause();
    await takeUpRetry(runtime, method._id, NOW);
    expect(await runtime.methods.findAny(method._id)).toMatchObject({
      status: 'verified',
      dueKind: 'retry',
      dueAt: instantText(NOW + HOUR),
    });
    expect(started).toEqual([]);
    await resume();
    await takeUpRetry(runtime, method._id, NOW + HOUR);
    expect(started).toHaveLength(1);
  });
});

test('the payment of a link begins, ends the link, and waits to be submitted', async () => {
  const { auth, bill, method } = await linkOne(runtime, change());
  const linkId = newOwnedId('link', auth.clientId, randomBytes);
  const asked = { items: ['payment'] as const, paymentMethodId: method._id, billId: bill._id };
  const linking = {
    ...auth,
    version: auth.version + 1,
    link: { linkId, requestedAt: instantText(NOW), ...asked },
  };
  await runtime.table.write([runtime.auths.save(...unnoticed(linking))]);
  await pause();
  expect(await startLinkedPayment(runtime, linking, linkId, NOW)).toBe('started');
  expect((await runtime.auths.findAny(auth._id))?.link).toBeUndefined();
  const { pendingPaymentId = '' } = await billOf(bill._id);
  expect(await submitPayment(runtime, pendingPaymentId, NOW)).toBe('paused');
  await resume();
  expect(await submitPayment(runtime, pendingPaymentId, NOW)).toBe('paid');
});
