import type { Settlement } from '@billhook/core/company/connector';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import type { StoredPayment } from '@billhook/core/payment/stored-payment';
import { withSubmission } from '@billhook/core/payment/submissions';
import { newPayment } from '@billhook/core/payment/transitions';
import { judgePayment, paymentIdOf, proofOf } from '@billhook/core/reconciliation/judge-payment';
import { describe, expect, test } from 'vitest';
import { billRecord, changedPayment } from '../../../support/records.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;
const ASKED_ON = '2026-11-18';
const ASKED = Date.parse(`${ASKED_ON}T10:00:00Z`);
const bill = billRecord();
const paymentId = 'pay_00000000000000000000_00000000000000';

/** A payment of 100.00 that its company was asked for on the 18th. */
function asked(more: Partial<StoredPayment> = {}): PaymentRecord {
  const planned = newPayment(bill, { paymentId, payOn: ASKED_ON, partnerNow: ASKED });
  const open = changedPayment<'open'>(planned, { status: 'pending', begunAt: ASKED });
  const now = { amountCents: 10_000, reading: bill.reported, askedAt: ASKED, postingDays: 5 };
  const statement = { accountFingerprint: bill.accountFingerprint, dueOn: '2026-12-05' };
  return changedPayment(withSubmission(open, now, statement), more);
}

const paidAt = (at: number) =>
  asked({ status: 'paid', outcome: { kind: 'paid', amountCents: 10_000, paidAt: at } });
const paid = paidAt(ASKED);
const line = (more: Partial<Settlement> = {}): Settlement => ({
  ...{ submissionId: paymentId, kind: 'paid', amountCents: 10_000, at: ASKED, ...more },
});
const declinedLine = line({ kind: 'declined', fault: 'user' });
const unknown = asked({ outcome: { kind: 'unknown' } });

const kinds = (
  payment: PaymentRecord,
  settlements: readonly Settlement[],
  { days = [ASKED_ON], now = ASKED + 2 * DAY }: { days?: readonly string[]; now?: number } = {},
) =>
  judgePayment({ payment, settlements, covered: new Set(days), machineNow: now }).map(
    ({ kind }) => kind,
  );

describe('A payment that was made', () => {
  const late = Date.parse(`${ASKED_ON}T23:00:00Z`);
  const due = (dueOn: string) =>
    changedPayment(paid, { statement: { accountFingerprint: bill.accountFingerprint, dueOn } });
  const nextDay = line({ at: ASKED + DAY });
  test.each<[string, PaymentRecord, readonly Settlement[], readonly string[], readonly string[]]>([
    ['and is reported: nothing', paid, [line()], [ASKED_ON], []],
    ['and is not reported: missing', paid, [], [ASKED_ON], ['missing-at-company']],
    ['of a day that was not reported: nothing yet', paid, [], ['2026-11-17'], []],
    ['an hour before midnight: the next day may have it', paidAt(late), [], [ASKED_ON], []],
    [
      'a moment before that hour: missing',
      paidAt(late - 1),
      [],
      [ASKED_ON],
      ['missing-at-company'],
    ],
    [
      'in that hour, with the next day reported: missing',
      paidAt(late),
      [],
      [ASKED_ON, '2026-11-19'],
      ['missing-at-company'],
    ],
    ['of a day later, which was not reported', paidAt(ASKED + DAY), [], [ASKED_ON], []],
    ['a cent more', paid, [line({ amountCents: 10_001 })], [ASKED_ON], ['amount-differs']],
    ['a fee that we know nothing of', paid, [line({ feeCents: 100 })], [ASKED_ON], []],
    ['the same line twice: once', paid, [line(), line()], [ASKED_ON], []],
    [
      'twice, by the confirmations',
      paid,
      [line({ confirmation: 'A' }), line({ confirmation: 'B' })],
      [ASKED_ON],
      ['double'],
    ],
    [
      'twice, by two submissions',
      paid,
      [line(), line({ submissionId: `${paymentId}-2` })],
      [ASKED_ON],
      ['double'],
    ],
    ['returned', paid, [line(), line({ kind: 'returned' })], [ASKED_ON], ['returned']],
    [
      'returned, and its payment long forgotten',
      paid,
      [line({ kind: 'returned' })],
      [ASKED_ON],
      ['returned'],
    ],
    ['on the due date, in time', due('2026-11-19'), [nextDay], [ASKED_ON], []],
    ['a day after the due date: late', due(ASKED_ON), [nextDay], [ASKED_ON], ['late']],
    ['overdue when it was asked for', due('2026-11-17'), [nextDay], [ASKED_ON], []],
    ['of a bill without a due date', due('2026-11'), [nextDay], [ASKED_ON], []],
    ['by a test clock, nobody can say', { ...due(ASKED_ON), clocked: true }, [nextDay], [], []],
  ])('%s', (_what, payment, settlements, days, expected) => {
    expect(kinds(payment, settlements, { days })).toEqual(expected);
  });
});

describe('The fee of a payment that was made', () => {
  const promised = { cents: 10_000, feeCents: 150 };
  const charged = (feeCents?: number, more: Partial<StoredPayment> = { promised }) =>
    asked({
      ...{ status: 'paid', ...more },
      outcome: { kind: 'paid', amountCents: 10_000, paidAt: ASKED, feeCents },
    });
  test.each<[string, PaymentRecord, Partial<Settlement> | undefined, readonly string[]]>([
    ['as promised and as reported', charged(150), { feeCents: 150 }, []],
    ['a cent above the promise', charged(151), { feeCents: 151 }, ['fee-above-promise']],
    ['above the promise, before any report', charged(151), undefined, ['fee-above-promise']],
    ['above it by the report alone', charged(), { feeCents: 151 }, ['fee-above-promise']],
    ['as promised, by the report alone', charged(), { feeCents: 150 }, []],
    ['that the report lacks', charged(150), {}, ['fee-missing']],
    ['that was promised, and that neither has', charged(), {}, ['fee-missing']],
    ['as large as the amount', charged(10_000, {}), { feeCents: 10_000 }, []],
    ['above the amount', charged(10_001, {}), { feeCents: 10_001 }, ['fee-above-amount']],
    [
      'above both',
      charged(10_001),
      { feeCents: 10_001 },
      ['fee-above-amount', 'fee-above-promise'],
    ],
    ['of an earlier release', charged(900, {}), { feeCents: 900 }, []],
  ])('%s', (_what, payment, reported, expected) => {
    const days = reported ? [ASKED_ON] : [];
    expect(kinds(payment, reported ? [line(reported)] : [], { days })).toEqual(expected);
  });

  test('says what was promised, and what was charged', () => {
    const facts = { settlements: [], covered: new Set<string>(), machineNow: ASKED };
    expect(judgePayment({ ...facts, payment: charged(151) })).toMatchObject([
      { kind: 'fee-above-promise', oursCents: 150, theirsCents: 151 },
    ]);
  });
});

test('A date that cannot be true is found, with the day that the company said', () => {
  const outcome = { kind: 'paid', amountCents: 10_000, paidAt: ASKED } as const;
  const saidAt = Date.UTC(2099, 0, 1);
  const payment = asked({ status: 'paid', outcome: { ...outcome, saidAt } });
  const facts = { settlements: [line()], covered: new Set([ASKED_ON]), machineNow: ASKED };
  expect(judgePayment({ ...facts, payment })).toMatchObject([
    { kind: 'dated-wrong', on: '2099-01-01' },
  ]);
});

describe('A payment that was not made', () => {
  const declined = asked({ status: 'declined', outcome: { kind: 'declined' } });
  const cancelled = asked({ status: 'cancelled', submissionOver: true });
  const accepted = line({ kind: 'accepted' });
  test.each<[string, PaymentRecord, readonly Settlement[], number, readonly string[]]>([
    ['declined, as reported', declined, [line({ kind: 'declined' })], 2 * DAY, []],
    ['declined, and reported as paid', declined, [line()], 2 * DAY, ['outcome-differs']],
    ['canceled, and reported as paid', cancelled, [line()], 2 * DAY, ['outcome-differs']],
    ['canceled, and not reported', cancelled, [], 2 * DAY, []],
    ['pending for less than a day', asked(), [], DAY - 1, []],
    ['pending for a day', asked(), [], DAY, ['unresolved']],
    ['unknown for less than an hour', unknown, [], HOUR - 1, []],
    ['unknown for an hour', unknown, [], HOUR, ['unresolved']],
    [
      'pending, and another amount reported',
      unknown,
      [line({ amountCents: 1 })],
      DAY,
      ['amount-differs'],
    ],
    ['pending, and proven to be paid', unknown, [line()], 2 * DAY, []],
    ['pending, and proven to be declined', unknown, [declinedLine], 2 * DAY, []],
    ['accepted, in the posting time', unknown, [accepted], 5 * DAY, []],
    ['accepted, and nothing since', unknown, [accepted], 5 * DAY + 1, ['late']],
  ])('%s', (_what, payment, settlements, after, expected) => {
    expect(kinds(payment, settlements, { now: ASKED + after })).toEqual(expected);
  });
});

describe('What a report proves', () => {
  const second = asked({ submission: 2, outcome: { kind: 'unknown' } });
  const over = asked({ submissionOver: true });
  const returned = line({ kind: 'returned', reason: 'account_closed' });
  const twice = line({ confirmation: 'B' });
  test.each<[string, PaymentRecord, readonly Settlement[], string | undefined]>([
    ['paid, of the amount that was asked for', unknown, [line()], 'paid 1'],
    ['nothing of another amount', unknown, [line({ amountCents: 9_999 })], undefined],
    ['paid, of an earlier submission too', second, [line()], 'paid 1'],
    ['paid, against a promise', over, [line()], 'paid 1'],
    ['paid, of the second', second, [line({ submissionId: `${paymentId}-2` })], 'paid 2'],
    ['declined, of the open submission', unknown, [declinedLine], 'declined 1'],
    ['nothing, where an earlier one was declined', second, [declinedLine], undefined],
    ['nothing, where none is open', over, [declinedLine], undefined],
    [
      'nothing, where it was accepted as well',
      unknown,
      [declinedLine, line({ kind: 'accepted' })],
      undefined,
    ],
    ['paid, where it was declined as well', unknown, [declinedLine, line()], 'paid 1'],
    [
      'nothing of a decline that may be the network’s',
      unknown,
      [line({ kind: 'declined' })],
      undefined,
    ],
    ['returned, of what was paid', paid, [line(), returned], 'returned 1'],
    ['nothing of a return without a reason', paid, [line(), line({ kind: 'returned' })], undefined],
    ['nothing of a return of another amount', paid, [{ ...returned, amountCents: 1 }], undefined],
    ['nothing, where it was paid twice', paid, [line(), twice, returned], undefined],
    ['nothing of what has ended', paid, [line()], undefined],
    ['nothing of what is on record', asked({ outcome: { kind: 'declined' } }), [line()], undefined],
    ['nothing without a line', unknown, [], undefined],
  ])('%s', (_what, payment, settlements, expected) => {
    const proof = proofOf(payment, settlements);
    expect(proof && `${proof.outcome.kind} ${proof.submission.number}`).toBe(expected);
  });

  test('names the payment of each submission', () => {
    expect([paymentIdOf(paymentId), paymentIdOf(`${paymentId}-12`), paymentIdOf('x')]).toEqual([
      ...[paymentId, paymentId, 'x'],
    ]);
  });
});
