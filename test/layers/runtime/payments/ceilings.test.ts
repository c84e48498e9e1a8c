/** Ceilings: what is over one is refused when it is ordered, and waits where nobody is there. */
import { randomBytes } from 'node:crypto';
import { addDays, DAY_MILLISECONDS, dayInstant, instantText } from '@billhook/core/base/dates';
import { newOwnedId } from '@billhook/core/base/ids';
import { clientDayKey } from '@billhook/core/base/table-keys';
import type { BillRecord } from '@billhook/core/bill/bill';
import type { CompanyBill } from '@billhook/core/company/connector';
import { type CeilingScope, DAY_SHARES, newCeiling } from '@billhook/core/payment/ceilings';
import { newPayment, scheduleOn } from '@billhook/core/payment/transitions';
import type { CeilingName } from '@billhook/core/payment/withheld';
import { planLink } from '@billhook/runtime/links/begin';
import { startLinkedPayment } from '@billhook/runtime/links/start-linked-payment';
import { checkOrder } from '@billhook/runtime/payments/ceilings';
import { beginRetry } from '@billhook/runtime/payments/retry-method';
import { settlePayment } from '@billhook/runtime/payments/settle';
import { submitPayment } from '@billhook/runtime/payments/submit';
import { takeUpPayment, takeUpRetry } from '@billhook/runtime/sweeps/due-work';
import { takeUpBill } from '@billhook/runtime/sweeps/take-up-bill';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  account,
  anotherAccount,
  asShown,
  beginOne,
  company,
  fakeConnector,
  linkOne,
  paid,
  paymentScene,
  recordsOf,
  showAnother,
} from '../../../support/payment-world.ts';
import {
  billRecord,
  changedPayment,
  clientId,
  methodRecord,
  NOW,
  partnerId,
  sealed,
  TODAY,
  unnoticed,
} from '../../../support/records.ts';

const HOUR = 60 * 60 * 1000;
const TOMORROW = NOW + DAY_MILLISECONDS;

let shown: CompanyBill;
const scopes: CeilingScope[] = [];

const { runtime, started } = await paymentScene();

beforeEach(async () => {
  shown = showAnother();
  for (const day of [TODAY, addDays(TODAY, 1), addDays(TODAY, 9)]) {
    await runtime.table.write([{ delete: clientDayKey(clientId, day) }]);
  }
});
afterEach(async () => {
  for (const scope of scopes.splice(0))
    await runtime.table.write([runtime.pauses.setCeilings([{ scope }])]);
  vi.restoreAllMocks();
});

async function limit(name: CeilingName, cents: number) {
  const scope = { name, partnerId };
  scopes.push(scope);
  await runtime.table.write([
    runtime.pauses.setCeilings([{ scope, ceiling: newCeiling(cents, 'local:ada', NOW) }]),
  ]);
}

/** Shows another balance from now on. */
function show(balanceCents: number): void {
  shown = { ...shown, balanceCents };
  Object.assign(company, { account: shown, outcome: { ...paid, amountCents: balanceCents } });
}

const change = (bill: Partial<BillRecord> = {}) =>
  asShown({ notifications: 'disabled', ...bill }, shown);
const begin = () => beginOne(runtime, change());
/** Another account at the same company, which shows both. */
const begin2 = async () => {
  const first = shown;
  shown = { ...account, accountKey: `${first.accountKey}-2` };
  vi.spyOn(fakeConnector, 'listBills').mockResolvedValue([first, shown]);
  return begin();
};
const { billOf, paymentOf } = recordsOf(() => runtime);
const takenOn = (day = TODAY) => runtime.taken.ofClient(clientId, day);

/** Another payment of the client's, of its own account. */
async function pay(balanceCents: number, now = NOW) {
  const before = { shown, account: company.account, outcome: company.outcome };
  shown = anotherAccount();
  show(balanceCents);
  const { payment } = await begin();
  const submitted = await submitPayment(runtime, payment._id, now);
  const settled =
    submitted === 'paused' ? submitted : await settlePayment(runtime, payment._id, now);
  shown = before.shown;
  Object.assign(company, { account: before.account, outcome: before.outcome });
  return settled;
}

describe('a payment that was ordered', () => {
  const order = async (payOn = TODAY, bill: Partial<BillRecord> = {}) => {
    const linked = await linkOne(runtime, change(bill));
    return checkOrder(runtime, linked.bill, payOn === TODAY ? { day: TODAY } : {});
  };

  test('of 25,000.00 is taken, and refused with a cent more', async () => {
    show(2_500_000);
    expect(await order()).toBeUndefined();
    show(2_500_001);
    expect(await order()).toMatchObject({ failure: 'amount_limit' });
    expect(await order(addDays(TODAY, 3))).toMatchObject({ failure: 'amount_limit' });
  });

  test('counts with the fee that its company announces', async () => {
    const visa = { credit: { rate: 1.5, percentage: false } };
    const order = async (balanceCents: number) => {
      show(balanceCents);
      const { company: own } = billRecord();
      const { bill, method } = await linkOne(
        runtime,
        change({ company: { ...own, fees: { cards: { visa } } } }),
      );
      return checkOrder(runtime, bill, { day: TODAY, method });
    };
    expect(await order(2_499_850)).toBeUndefined();
    expect(await order(2_499_851)).toMatchObject({ failure: 'amount_limit' });
    await pay(2_500_000);
    await pay(2_400_000);
    expect(await order(99_850)).toBeUndefined();
    expect(await order(99_851)).toMatchObject({ failure: 'amount_limit' });
  });

  test('is refused where the client has paid too much today, and taken for another day', async () => {
    await pay(2_500_000);
    await pay(2_495_000);
    show(5_001);
    expect(await order()).toMatchObject({ failure: 'amount_limit' });
    expect(await order(addDays(TODAY, 1))).toBeUndefined();
    show(5_000);
    expect(await order()).toBeUndefined();
  });

  test('is refused where the partner has, once the operator has set a ceiling', async () => {
    await limit('partnerDay', 12_000);
    await pay(10_000);
    show(2_001);
    expect(await order()).toMatchObject({ failure: 'amount_limit' });
    show(2_000);
    expect(await order()).toBeUndefined();
  });

  test('for a link is refused before the login', async () => {
    show(2_500_001);
    const { bill } = await linkOne(runtime, change());
    const [record] = [await runtime.companies.find(bill.companyId)];
    if (!record) throw new Error('The directory lacks the company');
    const caller = { kind: 'partner', partnerId } as const;
    const linkId = newOwnedId('link', clientId, randomBytes);
    const asking = {
      ...{
        caller,
        clientId,
        company: record,
        needs: runtime.connectorOf(record).capabilities(record),
      },
      ...{ linkId, swaps: false, machineNow: NOW },
    };
    const meta = { billId: bill._id };
    const refused = await planLink(runtime, { items: ['payment'], meta }, asking);
    expect(refused).toMatchObject({ failure: 'amount_limit' });
    expect(await planLink(runtime, { items: ['bill'], meta }, asking)).toMatchObject({
      link: { linkId },
    });
  });
});

describe('a payment that has begun', () => {
  test('counts once for its client, however often it is submitted', async () => {
    const { payment } = await begin();
    company.losesAnswers = true;
    await expect(submitPayment(runtime, payment._id, NOW)).rejects.toThrow();
    company.losesAnswers = false;
    company.taken.clear();
    expect(await takenOn()).toBe(10_000);
    expect(await submitPayment(runtime, payment._id, NOW + HOUR)).toBe('paid');
    expect(await settlePayment(runtime, payment._id, NOW + HOUR)).toBe('paid');
    expect(await takenOn()).toBe(10_000);
    expect((await paymentOf(payment._id)).submitted?.counted).toEqual({
      day: TODAY,
      cents: 10_000,
    });
  });

  test.each([
    { kind: 'declined' } as const,
    { kind: 'held', code: 'account_issue_no_bill' } as const,
  ])('counts no longer once it is $kind', async (outcome) => {
    const { payment } = await begin();
    company.outcome = outcome;
    await submitPayment(runtime, payment._id, NOW);
    expect(await takenOn()).toBe(10_000);
    await settlePayment(runtime, payment._id, NOW);
    await settlePayment(runtime, payment._id, NOW);
    expect(await takenOn()).toBe(0);
  });

  test('counts no longer once it is given up', async () => {
    const { payment, method } = await begin();
    company.losesAnswers = true;
    await expect(submitPayment(runtime, payment._id, NOW)).rejects.toThrow();
    company.losesAnswers = false;
    company.taken.clear();
    const now = await runtime.methods.findAny(method._id);
    if (!now) throw new Error('The method is gone');
    const declined = { ...now, version: now.version + 1, status: 'declined' as const };
    await runtime.table.write([runtime.methods.save(declined, now)]);
    expect(await submitPayment(runtime, payment._id, NOW + HOUR)).toBe('closed');
    expect(await takenOn()).toBe(0);
  });

  test('counts while its outcome is not known', async () => {
    const { payment } = await begin();
    company.outcome = { kind: 'unknown' };
    await submitPayment(runtime, payment._id, NOW);
    await settlePayment(runtime, payment._id, NOW);
    expect(await takenOn()).toBe(10_000);
  });

  test('waits without being submitted where another took what was left of the day', async () => {
    show(2_000_000);
    const { payment } = await begin();
    await pay(2_500_000);
    await pay(1_000_000);
    const spy = vi.spyOn(fakeConnector, 'pay');
    expect(await submitPayment(runtime, payment._id, NOW)).toBe('paused');
    expect(await settlePayment(runtime, payment._id, NOW)).toBe('unknown');
    expect(spy).not.toHaveBeenCalled();
    const waiting = await paymentOf(payment._id);
    expect(waiting).toMatchObject({ status: 'pending', withheld: 'clientDay' });
    expect(waiting.submitted).toBeUndefined();
    expect(await takenOn()).toBe(3_500_000);
    // The sweep asks nobody while the day has no room, and goes on the next day.
    await takeUpPayment(runtime, payment._id, NOW + HOUR);
    expect(started).toEqual([]);
    await takeUpPayment(runtime, payment._id, TOMORROW);
    expect(started).toHaveLength(1);
    expect(await submitPayment(runtime, payment._id, TOMORROW)).toBe('paid');
    expect((await paymentOf(payment._id)).withheld).toBeUndefined();
    expect(await takenOn(addDays(TODAY, 1))).toBe(2_000_000);
  });

  test('waits where two meet, and one has the room', async () => {
    await limit('clientDay', 15_000);
    const [one, other] = [await begin(), await begin2()];
    const ids = [one.payment._id, other.payment._id];
    await Promise.allSettled(ids.map((id) => submitPayment(runtime, id, NOW)));
    expect(await takenOn()).toBe(10_000);
    expect(company.charges).toBe(1);
    const payments = await Promise.all(ids.map(paymentOf));
    expect(payments.filter(({ outcome }) => outcome?.kind === 'paid')).toHaveLength(1);
    const later = await Promise.all(ids.map((id) => submitPayment(runtime, id, NOW)));
    expect(later.toSorted()).toEqual(['paid', 'paused']);
  });

  test('waits where the limit of a payment was lowered since', async () => {
    const { payment } = await begin();
    await limit('payment', 9_999);
    expect(await submitPayment(runtime, payment._id, NOW)).toBe('paused');
    expect((await paymentOf(payment._id)).withheld).toBe('payment');
    await limit('payment', 10_000);
    expect(await submitPayment(runtime, payment._id, NOW)).toBe('paid');
  });

  test.each([
    ['ten days after its due date', {}, 25],
    ['a wish to cancel it', { cancelAsked: true } as const, 0],
  ])('is given up after %s, without having been submitted', async (_, asked, days) => {
    const { payment } = await begin();
    await limit('payment', 9_999);
    expect(await submitPayment(runtime, payment._id, NOW)).toBe('paused');
    const waiting = await paymentOf(payment._id);
    const wanted = changedPayment(waiting, { ...asked, version: waiting.version + 1 });
    await runtime.table.write([runtime.payments.save(wanted, waiting)]);
    const then = NOW + days * DAY_MILLISECONDS;
    await takeUpPayment(runtime, payment._id, then);
    expect(started).toHaveLength(1);
    expect(await submitPayment(runtime, payment._id, then)).toBe('closed');
    expect(await paymentOf(payment._id)).toMatchObject({ status: 'cancelled' });
    expect(company.charges).toBe(0);
  });

  test('of an earlier release, which has not counted, counts when it is submitted again', async () => {
    const { payment } = await begin();
    const asked = {
      ...{ ...payment, version: payment.version + 1 },
      ...{ amountCents: 10_000, askedAt: NOW - HOUR, reading: shown },
    };
    await runtime.table.write([runtime.payments.save(asked, payment)]);
    await limit('payment', 9_999);
    expect(await submitPayment(runtime, payment._id, NOW)).toBe('paused');
    expect(await takenOn()).toBe(0);
    await limit('payment', 10_000);
    expect(await submitPayment(runtime, payment._id, NOW)).toBe('paid');
    expect(await takenOn()).toBe(10_000);
  });

  test('of an earlier release that its company has taken is over no ceiling', async () => {
    const { payment } = await begin();
    const asked = {
      ...{ ...payment, version: payment.version + 1 },
      ...{ amountCents: 10_000, askedAt: NOW - HOUR, reading: shown },
    };
    await runtime.table.write([runtime.payments.save(asked, payment)]);
    company.taken.set(payment._id, paid);
    await limit('payment', 1);
    expect(await submitPayment(runtime, payment._id, NOW)).toBe('paid');
    expect(await settlePayment(runtime, payment._id, NOW)).toBe('paid');
    expect(await takenOn()).toBe(0);
  });

  test('is not submitted again over a ceiling that was lowered since', async () => {
    const { payment } = await begin();
    company.losesAnswers = true;
    await expect(submitPayment(runtime, payment._id, NOW)).rejects.toThrow();
    company.losesAnswers = false;
    company.taken.clear();
    await limit('payment', 9_999);
    expect(await submitPayment(runtime, payment._id, NOW + HOUR)).toBe('paused');
    expect(await paymentOf(payment._id)).toMatchObject({ withheld: 'payment', status: 'pending' });
    await takeUpPayment(runtime, payment._id, NOW + 2 * HOUR);
    expect(started).toEqual([]);
  });
});

describe("a partner's ceiling", () => {
  const day = addDays(TODAY, 9);
  const THEN = Date.parse(dayInstant(day));
  const total = async () =>
    (await runtime.taken.ofPartner(partnerId, day)).reduce((sum, cents) => sum + cents, 0);

  test('is off until it is set, and counts nothing', async () => {
    await pay(10_000, THEN);
    expect(await total()).toBe(0);
  });

  test('holds to the cent, in shares, and what is declined is given back', async () => {
    await limit('partnerDay', 100_000);
    for (let count = 0; count < 10; count += 1) expect(await pay(10_000, THEN)).toBe('paid');
    expect(await pay(1, THEN)).toBe('paused');
    expect(await total()).toBe(100_000);
    const shares = await runtime.taken.ofPartner(partnerId, day);
    expect(shares).toHaveLength(DAY_SHARES);
    expect(Math.max(...shares)).toBeLessThanOrEqual(12_500);
  });

  test('holds to the cent where 50 orders of as many accounts are submitted at once', async () => {
    await limit('partnerDay', (await total()) + 123_400);
    const before = await total();
    const bills: CompanyBill[] = [];
    const ids: string[] = [];
    for (let count = 0; count < 50; count += 1) {
      shown = anotherAccount();
      bills.push(shown);
      ids.push((await begin()).payment._id);
    }
    vi.spyOn(fakeConnector, 'listBills').mockResolvedValue(bills);
    for (let turn = 0; turn < 10; turn += 1)
      await Promise.allSettled(ids.map((id) => submitPayment(runtime, id, THEN)));
    const payments = await Promise.all(ids.map(paymentOf));
    expect(payments.filter(({ outcome }) => outcome?.kind === 'paid')).toHaveLength(12);
    expect(company.charges).toBe(12);
    expect((await total()) - before).toBe(120_000);
    expect(payments.filter(({ withheld }) => withheld === 'partnerDay')).toHaveLength(38);
  });

  test('gives back what a decline has taken', async () => {
    await limit('partnerDay', 400_000);
    const before = await total();
    const { payment } = await begin();
    company.outcome = { kind: 'declined' };
    await submitPayment(runtime, payment._id, THEN);
    expect(await total()).toBe(before + 10_000);
    await settlePayment(runtime, payment._id, THEN);
    expect(await total()).toBe(before);
  });
});

describe('a scheduled payment', () => {
  test('waits on its day, is looked at each hour, and says why', async () => {
    const { bill, method } = await linkOne(runtime, change());
    const paymentId = newOwnedId('pay', clientId, randomBytes);
    const payment = newPayment(bill, { paymentId, payOn: TODAY, partnerNow: NOW });
    await runtime.table.write([
      runtime.bills.save({ ...scheduleOn(bill, payment), methodId: method._id }, bill),
      runtime.payments.save(payment, undefined),
    ]);
    await limit('payment', 9_999);
    await takeUpPayment(runtime, paymentId, NOW);
    const waiting = await paymentOf(paymentId);
    expect(waiting).toMatchObject({ status: 'scheduled', withheld: 'payment' });
    expect(waiting.dueAt).toBe(instantText(NOW + HOUR));
    await takeUpPayment(runtime, paymentId, NOW + HOUR);
    const still = await paymentOf(paymentId);
    expect(still).toMatchObject({ dueAt: instantText(NOW + 2 * HOUR), version: waiting.version });
    await limit('payment', 10_000);
    await takeUpPayment(runtime, paymentId, NOW + 2 * HOUR);
    const begun = await paymentOf(paymentId);
    expect(begun.status).toBe('pending');
    expect(begun.withheld).toBeUndefined();
  });
});

describe('an automatic payment', () => {
  /** The bill is paid five days before it is due. */
  // Once the hours over which a night's payments are spread have passed.
  const PAY_DAY = Date.parse('2026-11-30T06:00:00Z');
  const dueOn = account.dueOn;
  const linked = async () => {
    const { bill: standing, method } = await linkOne(runtime, change());
    const own = { ...standing, version: standing.version + 1, methodId: method._id };
    await runtime.table.write([runtime.bills.save(own, standing)]);
    return standing._id;
  };

  test('over one waits for the next day, and is the user’s to pay in the end', async () => {
    const billId = await linked();
    await limit('payment', 9_999);
    await takeUpBill(runtime, billId, PAY_DAY);
    const waiting = await billOf(billId);
    expect(waiting).toMatchObject({
      withheld: { dueOn, why: 'payment' },
      waitsUntil: '2026-12-01',
    });
    expect(waiting.pendingPaymentId).toBeUndefined();
    await takeUpBill(runtime, billId, Date.parse('2026-12-05T00:01:00Z'));
    expect((await billOf(billId)).skippedDueOn).toBe(dueOn);
    expect(started).toEqual([]);
  });

  test('that is no longer over one begins', async () => {
    const billId = await linked();
    await limit('payment', 9_999);
    await takeUpBill(runtime, billId, PAY_DAY);
    await limit('payment', 10_000);
    await takeUpBill(runtime, billId, PAY_DAY + DAY_MILLISECONDS);
    expect((await billOf(billId)).pendingPaymentId).toBeDefined();
  });
});

describe('the retry of a declined method', () => {
  test('is refused where a ceiling leaves nothing to charge, and stops no sweep', async () => {
    const method = methodRecord({
      status: 'declined',
      declines: 1,
      sealed: sealed('cardNumber'),
      codeDropsAt: undefined,
    });
    await runtime.table.write([runtime.methods.save(...unnoticed(method))]);
    await linkOne(runtime, { ...change({ declinedMethodId: method._id }), method });
    await limit('payment', 9_999);
    expect(await beginRetry(runtime, method, NOW)).toMatchObject({ failure: 'amount_limit' });
    const due = { dueShard: 'due#1', dueAt: instantText(NOW), dueKind: 'retry' as const };
    const retried = { ...method, version: method.version + 1, ...due };
    const verified = { ...retried, status: 'verified' as const };
    await runtime.table.write([runtime.methods.save(verified, method)]);
    await takeUpRetry(runtime, method._id, NOW);
    expect((await runtime.methods.findAny(method._id))?.dueKind).toBeUndefined();
    expect(started).toEqual([]);
  });
});

test('the payment of a link does not begin over a ceiling', async () => {
  const { auth, bill, method } = await linkOne(runtime, change());
  const linkId = newOwnedId('link', clientId, randomBytes);
  const asked = { items: ['payment'] as const, paymentMethodId: method._id, billId: bill._id };
  const link = { linkId, requestedAt: instantText(NOW), ...asked };
  const linking = { ...auth, version: auth.version + 1, link };
  await runtime.table.write([runtime.auths.save(...unnoticed(linking))]);
  await limit('payment', 9_999);
  expect(await startLinkedPayment(runtime, linking, linkId, NOW)).toBe('refused');
  expect((await billOf(bill._id)).pendingPaymentId).toBeUndefined();
});
