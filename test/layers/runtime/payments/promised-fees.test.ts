/** The total that was promised is kept: a higher fee waits for its user, or is told once it was charged. */
import { billCompanyOf } from '@billhook/core/company/company';
import type { CompanyBill, SubmittedPayment } from '@billhook/core/company/connector';
import type { EventRecord } from '@billhook/core/events/event';
import { agreedNow } from '@billhook/core/payment/agreed-amount';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { approve, withoutScheduled, withPromise } from '@billhook/core/payment/transitions';
import type { Company } from '@billhook/core/schemas/company';
import type { Runtime } from '@billhook/runtime/companies/runtime';
import { writeBeginning } from '@billhook/runtime/payments/begin';
import { beginScheduled } from '@billhook/runtime/payments/begin-due';
import { settlePayment } from '@billhook/runtime/payments/settle';
import { submitPayment } from '@billhook/runtime/payments/submit';
import { eventStore } from '@billhook/runtime/stores/event-store';
import { listAll } from '@billhook/runtime/table/paging';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { loggedFields } from '../../../support/logged.ts';
import {
  account,
  asShown,
  beginOne,
  closePaymentWorld,
  company,
  openPaymentWorld,
  paid,
  readAll,
  type Standing,
  showAnother,
} from '../../../support/payment-world.ts';
import { billRecord, clientId, NOW, partnerId, TODAY } from '../../../support/records.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

let runtime: Runtime;
let shown: CompanyBill = account;
beforeAll(async () => {
  // Other tests are silent; the level is read with the first line.
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'ERROR');
  ({ runtime } = await openPaymentWorld());
});
afterAll(closePaymentWorld);
beforeEach(() => {
  shown = showAnother();
});

const flat = (rate: number): Company['fees'] => ({
  cards: { visa: { credit: { rate, percentage: false } } },
});
const announces = (rate: number) => ({ ...billRecord().company, fees: flat(rate) });

/** A payment that has begun, of 100.00 and the fee that its bill announces. */
async function begun(rate: number, asked: Parameters<typeof beginOne>[2] = {}) {
  const standing = await beginOne(runtime, asShown({ company: announces(rate) }, shown), asked);
  await charges(standing, rate);
  return standing;
}

/** The company announces another fee from now on. */
async function charges({ bill }: Pick<Standing, 'bill'>, rate: number): Promise<void> {
  const record = await runtime.companies.find(bill.companyId);
  if (!record) throw new Error('The company is gone');
  await runtime.companies.merge([{ ...record, fees: flat(rate) }]);
}

async function toldOf({ bill }: Standing): Promise<EventRecord[]> {
  const all = await listAll((page) =>
    eventStore(runtime.table).list({ clientId, partnerId }, page),
  );
  return all.filter(({ resource }) => resource?.id === bill._id);
}

/** The metrics that a submission counted, once the payment is settled. */
async function pays({ payment }: Standing): Promise<string[]> {
  const lines = await loggedFields(async () => {
    expect(await submitPayment(runtime, payment._id, NOW)).toBe('paid');
    await settlePayment(runtime, payment._id, NOW);
  });
  const counted = ['FeesAbovePromise', 'CompanyNonsense'];
  return counted.filter((metric) => lines.some((line) => line[metric] === 1));
}

describe('a payment whose company raises its fee before it is submitted', () => {
  test.each([
    ['an order', {}],
    ['an automatic payment', { automatic: true as const }],
  ])('%s waits, and is not charged', async (_, asked) => {
    const standing = await begun(1.5, asked);
    await charges(standing, 1.51);
    expect(await submitPayment(runtime, standing.payment._id, NOW)).toBe('closed');
    const { payment, bill } = await readAll(runtime, standing);
    const waiting = { reason: 'more-owed', seenFeeCents: 150, feeCents: 151 };
    expect(payment).toMatchObject({ status: 'scheduled', waiting });
    expect(bill).toMatchObject({ scheduled: { waiting }, company: { fees: flat(1.51) } });
    expect(company.charges).toBe(0);
    const told = (await toldOf(standing)).find(({ type }) => type === 'bill.payment.waiting');
    expect(told?.data).toMatchObject({
      payment: { waiting: { seen: '100.00', owed: '100.00', seenFee: '1.50', fee: '1.51' } },
    });
  });

  test.each<[string, { automatic?: true }]>([
    ['an order', {}],
    ['an automatic payment', { automatic: true }],
  ])('%s goes on waiting each hour, and is not tried again', async (_, asked) => {
    const standing = await begun(1.5, asked);
    await charges(standing, 1.51);
    const later = asked.automatic ? Date.parse('2026-12-01T12:00:00Z') : NOW;
    await submitPayment(runtime, standing.payment._id, later);
    const { payment } = await readAll(runtime, standing);
    await beginScheduled(runtime, payment, later + 2 * HOUR);
    const after = await readAll(runtime, standing);
    expect(after.payment).toMatchObject({ status: 'scheduled', waiting: payment.waiting });
  });

  test('is paid by itself once the fee is the promised one again', async () => {
    const standing = await begun(1.5);
    await charges(standing, 1.51);
    await submitPayment(runtime, standing.payment._id, NOW);
    await charges(standing, 1.5);
    const { payment, bill } = await readAll(runtime, standing);
    const record = await runtime.companies.find(bill.companyId);
    if (!record) throw new Error('The company is gone');
    const read = { ...bill, version: bill.version + 1, company: billCompanyOf(record) };
    await runtime.table.write([
      runtime.bills.save({ ...read, methodId: standing.method._id }, bill),
    ]);
    await beginScheduled(runtime, payment, NOW + 2 * HOUR);
    expect(await submitPayment(runtime, payment._id, NOW + 2 * HOUR)).toBe('paid');
  });

  test('is paid with the new fee once its user has approved it', async () => {
    const standing = await begun(1.5, { automatic: true });
    await charges(standing, 4);
    await submitPayment(runtime, standing.payment._id, NOW);
    const { payment, bill, method } = await readAll(runtime, standing);
    const open = withoutScheduled(bill);
    const agreed = agreedNow(open, { maxCents: 10_000, partnerNow: NOW });
    const ordered = approve(payment as PaymentRecord<'waiting'>, agreed, TODAY, {
      orderedBy: 'client',
    });
    const approved = withPromise(ordered, open, method);
    const order = { bill, method, payment: approved, scheduled: payment };
    await writeBeginning(runtime, order, NOW + HOUR);
    company.outcome = { ...paid, feeCents: 400 };
    expect(await submitPayment(runtime, payment._id, NOW + HOUR)).toBe('paid');
  });
});

describe('a payment whose fee is not above the promised one', () => {
  test('it counts in the day of its client, with the fee', async () => {
    const before = await runtime.taken.ofClient(clientId, TODAY);
    const { payment } = await begun(1.5);
    expect(await submitPayment(runtime, payment._id, NOW)).toBe('paid');
    expect(await runtime.taken.ofClient(clientId, TODAY)).toBe(before + 10_150);
  });

  test.each([
    ['the same', 1.5],
    ['less', 0.5],
  ])('%s: it is paid', async (_, rate) => {
    const standing = await begun(1.5);
    await charges(standing, rate);
    expect(await submitPayment(runtime, standing.payment._id, NOW)).toBe('paid');
  });

  test('of an earlier release: nothing was promised, and it is paid', async () => {
    const standing = await begun(1.5);
    const { promised: _none, ...earlier } = standing.payment;
    const before = { ...earlier, version: earlier.version + 1 };
    await runtime.table.write([runtime.payments.save(before, standing.payment)]);
    await charges(standing, 99);
    expect(await submitPayment(runtime, standing.payment._id, NOW)).toBe('paid');
  });
});

describe('a fee that was charged', () => {
  const submitted = async (outcome: SubmittedPayment) => {
    const standing = await begun(1.5);
    company.outcome = outcome;
    const counted = await pays(standing);
    const sent = (await toldOf(standing)).find(({ type }) => type === 'bill.payment.sent');
    const { fee, promisedFee } = (sent?.data.payment ?? {}) as Record<string, string>;
    return { told: { ...(fee && { fee }), ...(promisedFee && { promisedFee }) }, counted };
  };

  test.each<[string, number | undefined, object, boolean]>([
    ['as promised: the event has it alone', 150, { fee: '1.50' }, false],
    ['above: the event has both', 151, { fee: '1.51', promisedFee: '1.50' }, true],
    ['above all sense', 10_000_000_000, { fee: '100000000.00', promisedFee: '1.50' }, true],
    ['below', 100, { fee: '1.00', promisedFee: '1.50' }, false],
    ['not reported', undefined, { promisedFee: '1.50' }, false],
  ])('%s', async (_, feeCents, expected, isCounted) => {
    const { told, counted } = await submitted({ ...paid, ...(feeCents && { feeCents }) });
    expect(told).toEqual(expected);
    expect(counted).toEqual(isCounted ? ['FeesAbovePromise'] : []);
  });
});

describe('the time of a payment', () => {
  test.each([
    ['ten days back', NOW - 10 * DAY, NOW, true],
    ['in 2099', Date.UTC(2099, 0, 1), NOW, true],
    ['a day before it was asked for', NOW - DAY, NOW - DAY, false],
    ['a moment before that', NOW - DAY - 1, NOW, true],
    ['as far ahead as clocks may differ', NOW + 120_000, NOW + 120_000, false],
    ['a moment later', NOW + 120_001, NOW, true],
  ])('%s', async (_, said, paidAt, isDropped) => {
    const standing = await begun(1.5);
    company.outcome = { ...paid, feeCents: 150, paidAt: said };
    const counted = await pays(standing);
    const { payment, bill } = await readAll(runtime, standing);
    expect(payment.outcome).toEqual({
      ...{ kind: 'paid', amountCents: 10_000, feeCents: 150, paidAt },
      ...(isDropped && { saidAt: said }),
    });
    expect(counted).toEqual(isDropped ? ['CompanyNonsense'] : []);
    // The posting time counts from our own clock: no second payment of what is still shown.
    expect(bill.unposted).toMatchObject({ cents: 10_000 });
    const [unposted] = (await runtime.ledgers.find(bill))?.unposted ?? [];
    expect(unposted?.until.slice(0, 8)).toBe('2026-11-');
  });
});
