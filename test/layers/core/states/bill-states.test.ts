import { randomBytes } from 'node:crypto';
import { deleteAuth } from '@billhook/core/auth/deletion';
import { type Day, dayOf, unmoved } from '@billhook/core/base/dates';
import { type Failure, isFailure } from '@billhook/core/base/errors';
import { newOwnedId } from '@billhook/core/base/ids';
import { postponeAutomatic, wakeBill } from '@billhook/core/bill/agenda';
import { type BillRecord, billStatus, type IdleBill, refreshBill } from '@billhook/core/bill/bill';
import { changeBillSettings, customizeBill } from '@billhook/core/bill/settings';
import type { CompanyBill } from '@billhook/core/company/connector';
import type { PaymentMethodRecord } from '@billhook/core/method/payment-method';
import {
  assignMethod,
  withoutMethod,
  withoutSpentMethod,
} from '@billhook/core/payment/method-assignment';
import { planRetry } from '@billhook/core/payment/method-retry';
import { payDay } from '@billhook/core/payment/pay-day';
import { checkMethod, checkPayable, methodIdOf } from '@billhook/core/payment/payable';
import { ledgerAfterReturn, returnBill } from '@billhook/core/payment/returned';
import { closeBill } from '@billhook/core/payment/settlement';
import { statementShown } from '@billhook/core/payment/statement';
import {
  beginPayment,
  cancelScheduled,
  newPayment,
  withoutScheduled,
} from '@billhook/core/payment/transitions';
import { billStates } from '@billhook/core/states/bill-states';
import {
  authRecord,
  billRecord,
  changedBill,
  changedPayment,
  clientId,
  methodRecord,
  NOW,
  partnerId,
  TODAY,
} from '../../../support/records.ts';
import { settleAlone } from '../../../support/settle-alone.ts';
import { type Came, tryEveryPair } from '../../../support/state-pairs.ts';

const FUTURE = '2026-12-05';
const PAST = '2026-11-20';
const NEXT = '2027-01-05';

const plain = billRecord().company;
const cardOnly = { ...plain, requiredPayment: 'card' as const };
const plainAuth = billRecord().auth;
const verified = methodRecord();
const declined = methodRecord({ status: 'declined' });

const paymentId = newOwnedId('pay', clientId, randomBytes);

/** A payment of a bill, as it is while it is in flight. */
function inFlight(bill: BillRecord, method = verified) {
  const payment = newPayment(bill, { paymentId, payOn: TODAY, partnerNow: NOW });
  return beginPayment(bill, method, payment, unmoved(NOW));
}

const off = { recurring: 'disabled' as const };
const scheduled = { scheduled: { paymentId, payOn: '2026-12-01' } };
const lastPaid = { lastPaid: { amountCents: 500, paidOn: '2026-11-01T00:00:00.000Z' } };

/** Each with automatic payments off, with a payment scheduled, and with an automatic one planned. */
function settings(change: Partial<BillRecord>, reported: Partial<CompanyBill> = {}): BillRecord[] {
  return [off, { ...off, ...scheduled }, {}].map((more) =>
    billRecord({ ...change, ...more }, reported),
  );
}

const owing = [FUTURE, PAST].map((dueOn) => ({ dueOn }));
const pendingBills = owing.flatMap((reported) => [
  inFlight(billRecord(off, reported)).bill,
  // A link with the user there paid it with a method that is not assigned.
  inFlight(billRecord({ ...off, company: cardOnly }, reported)).bill,
]);

/** Paid, and not shown yet. */
const part = { cents: 4_000, until: FUTURE };

const variants = {
  syncing: settings({}, { syncing: true, balanceCents: undefined, dueOn: undefined }),
  'zero-balance': settings({}, { balanceCents: 0 }),
  upcoming: [
    ...settings({}, { dueOn: FUTURE }),
    ...settings({ schedule: 'immediately' }, { dueOn: FUTURE }),
    billRecord({ unposted: part }, { dueOn: FUTURE }),
    billRecord({ company: cardOnly, methodId: verified._id, ...off }, { dueOn: FUTURE }),
    billRecord({ schedule: 'immediately', auth: onHold() }, { dueOn: FUTURE }),
  ],
  overdue: [
    ...settings({}, { dueOn: PAST }),
    billRecord({ unposted: part }, { dueOn: PAST }),
    // Seen in time, and not paid by a sweep that comes late.
    billRecord({ seenOn: '2026-11-10' }, { dueOn: PAST }),
    billRecord({ seenOn: '2026-11-10', auth: onHold() }, { dueOn: PAST }),
    billRecord({ company: cardOnly, methodId: verified._id, ...off }, { dueOn: PAST }),
  ],
  'payment-required': owing.flatMap((reported) => [
    ...settings({ company: cardOnly }, reported),
    ...settings({ company: cardOnly, schedule: 'immediately' }, reported),
    billRecord({ company: cardOnly, unposted: part }, reported),
  ]),
  pending: pendingBills,
  paid: [
    ...settings(lastPaid, { balanceCents: 0 }),
    billRecord(off, { balanceCents: 0, lastPaidAmountCents: 5, lastPaidOn: PAST }),
  ],
  'payment-declined': owing.flatMap((reported) => [
    ...settings({ declinedMethodId: declined._id }, reported),
    billRecord({ declinedMethodId: declined._id, company: cardOnly }, reported),
    billRecord({ declinedMethodId: declined._id, auth: onHold() }, reported),
    billRecord({ declinedMethodId: declined._id, declineStands: true }, reported),
    billRecord(
      { declinedMethodId: declined._id, declineStands: true, company: cardOnly },
      reported,
    ),
  ]),
  deleted: pendingBills.map((bill) => ({ ...bill, deletedAt: '2026-11-21T00:00:00.000Z' })),
} satisfies Record<string, BillRecord[]>;

function onHold() {
  return { ...billRecord().auth, status: { type: 'hold' as const } };
}

function stateOf(bill: BillRecord, today: Day = TODAY): string {
  return bill.deletedAt ? 'deleted' : billStatus(bill, today);
}

function came(bill: BillRecord, next: BillRecord | Failure, today?: Day): Came {
  if (isFailure(next)) return { refused: next.failure };
  return { state: stateOf(next, today), changed: next !== bill };
}

/** The bill with the automatic and scheduled payments taken off: each answers for itself. */
function schedule(bill: BillRecord, method: PaymentMethodRecord, day: 'today' | 'later') {
  const refusal = checkPayable(bill, { userPresent: false });
  if (refusal) return refusal;
  const methodId = methodIdOf(bill, method._id);
  const misfit = isFailure(methodId) ? methodId : checkMethod(method, bill);
  if (misfit) return misfit;
  return day === 'today' ? inFlight(bill, method).bill : changedBill(bill, scheduled);
}

const reports: Partial<CompanyBill>[] = [
  { syncing: true },
  { balanceCents: 0, dueOn: FUTURE },
  { balanceCents: 0, dueOn: FUTURE, lastPaidAmountCents: 5, lastPaidOn: '2026-11-10' },
  ...[FUTURE, PAST, NEXT].map((dueOn) => ({ balanceCents: 700, dueOn })),
];

const longAgo: Partial<CompanyBill> = { balanceCents: 700, dueOn: PAST };

const outcomeOf = (amountCents: number) => ({ kind: 'paid', amountCents, paidAt: NOW }) as const;
const held = { kind: 'held', code: 'account_issue_payment_restrictions' } as const;
const payment = { ...inFlight(billRecord()).payment, reading: undefined };

tryEveryPair(billStates, {
  stateOf: (bill: BillRecord) => stateOf(bill),
  variants,
  act: {
    read: (bill) =>
      [plain, cardOnly].flatMap((company) =>
        [...reports, longAgo].map((report) => {
          const seen = { accountKey: 'a', autopay: 'disabled', autopaySource: 'unknown' } as const;
          const { auth, subscription, acceptedMethods } = bill;
          const context = { auth, company, subscription, acceptedMethods };
          // Any statement is a later one than that of a bill that was not read for long.
          const before =
            report === longAgo ? { ...bill, statement: { dueOn: '2026-01-05' } } : bill;
          return came(bill, refreshBill(before, { ...seen, ...report }, context));
        }),
      ),
    'due-date-passes': (bill) => came(bill, bill, '2026-12-06'),
    schedule: (bill) =>
      [verified, ...(bill.declinedMethodId ? [declined] : [])].flatMap((method) =>
        (['today', 'later'] as const).map((day) =>
          // Held, only its auth's own table speaks.
          came(
            bill,
            schedule(changedBill(withoutScheduled(bill), { auth: plainAuth }), method, day),
          ),
        ),
      ),
    'pay-present': (bill) => {
      const open = { ...withoutScheduled(bill), auth: plainAuth };
      return came(bill, checkPayable(open, { userPresent: true }) ?? inFlight(open).bill);
    },
    cancel: (bill) => came(bill, cancelScheduled(bill, TODAY)),
    settings: (bill) => came(bill, changeBillSettings(bill, { recurring: 'disabled' })),
    customize: (bill) => came(bill, customizeBill(bill, { customLabel: 'Mine' }, {})),
    assign: (bill) => {
      const assigned = assignMethod(bill, verified, undefined);
      return came(bill, isFailure(assigned) ? assigned : assigned.bill);
    },
    retry: (bill) => {
      const planned = planRetry(declined, [withoutScheduled(bill)]);
      if (planned === 'none') return came(bill, bill);
      if (planned === 'not-now') return { refused: 'bill_not_payable' };
      return came(bill, inFlight(withoutScheduled(bill), declined).bill);
    },
    'pay-date-comes': (bill) => {
      const day = payDay(withoutScheduled(bill), TODAY);
      if (day === undefined || day > TODAY) return came(bill, bill);
      const begun = schedule(withoutScheduled(bill), verified, 'today');
      return came(bill, isFailure(begun) ? postponeAutomatic(bill as IdleBill, TODAY) : begun);
    },
    paid: (bill) =>
      [10_000, 4_000].map((cents) => came(bill, settleAlone(bill, payment, outcomeOf(cents)))),
    declined: (bill) =>
      [payment, { ...payment, cancelAsked: true as const }].map((one) =>
        came(bill, settleAlone(bill, one, { kind: 'declined' })),
      ),
    returned: (bill) =>
      [statementShown(bill.reported, TODAY), { dueOn: '2026-05-05' }].map((statement) => {
        const { lastPaid: last } = bill;
        const paid = changedPayment<'settled'>(payment, {
          status: 'paid',
          statement: { ...statement, accountFingerprint: 'f' },
        });
        const history = last ? [{ ...last, paymentId: payment._id }] : [];
        const ledger = ledgerAfterReturn(undefined, paid);
        return came(
          bill,
          returnBill({ ...bill, payments: history }, paid, {
            ledger,
            today: TODAY,
          }),
        );
      }),
    'comes-to-nothing': (bill) => [
      came(bill, settleAlone(bill, payment, held)),
      came(bill, closeBill(bill, payment, { declinedMethodId: declined._id })),
      ...[{}, lastPaid].map((known) => {
        const reading = { ...bill.reported, balanceCents: 0 };
        return came(
          bill,
          closeBill(bill.pendingPaymentId ? { ...bill, ...known } : bill, payment, { reading }),
        );
      }),
    ],
    'method-usable': (bill) => came(bill, wakeBill(bill)),
    'method-spent': (bill) => {
      const named = bill.declinedMethodId ?? bill.methodId;
      return came(bill, named === undefined ? bill : withoutSpentMethod(bill, named));
    },
    'method-removed': (bill) => {
      const named = bill.declinedMethodId ?? bill.methodId;
      return came(bill, named === undefined ? bill : withoutMethod(bill, named));
    },
    'delete-auth': (bill) => {
      const auth = authRecord({ billIds: [bill._id], partnerId });
      const { saved, erased } = deleteAuth(auth, [bill], [], dayOf(NOW));
      const gone = erased.bills.includes(bill) || saved.bills[0]?.deletedAt !== undefined;
      return { state: gone ? 'deleted' : stateOf(bill), changed: gone };
    },
  },
});
