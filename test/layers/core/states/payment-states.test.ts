import { randomBytes } from 'node:crypto';
import { deleteAuth } from '@billhook/core/auth/deletion';
import { unmoved } from '@billhook/core/base/dates';
import { isFailure } from '@billhook/core/base/errors';
import { newOwnedId } from '@billhook/core/base/ids';
import { accountOn } from '@billhook/core/bill/account';
import type { BillRecord, IdleBill, StoredBill } from '@billhook/core/bill/bill';
import { withAcceptance } from '@billhook/core/payment/accepted';
import type { AccountLedger } from '@billhook/core/payment/account-ledger';
import { agreedNow } from '@billhook/core/payment/agreed-amount';
import { assignMethod } from '@billhook/core/payment/method-assignment';
import { leftOver } from '@billhook/core/payment/not-let-in';
import { checkOwed } from '@billhook/core/payment/order-refusal';
import { checkPayable, isHopeless } from '@billhook/core/payment/payable';
import type { PaymentRecord, PendingPayment, PlannedPayment } from '@billhook/core/payment/payment';
import { returnPayment } from '@billhook/core/payment/returned';
import { planSettlement, settleLedger } from '@billhook/core/payment/settlement';
import { withoutSubmission } from '@billhook/core/payment/submissions';
import {
  approve,
  beginPayment,
  cancelPayment,
  cancelScheduled,
  newPayment,
  scheduleAgain,
  scheduleOn,
  waitScheduled,
  withoutScheduled,
} from '@billhook/core/payment/transitions';
import { paymentStates } from '@billhook/core/states/payment-states';
import {
  authRecord,
  billRecord,
  changedBill,
  changedPayment,
  clientId,
  methodRecord,
  NOW,
  TODAY,
} from '../../../support/records.ts';
import { settleAlone } from '../../../support/settle-alone.ts';
import { type Came, tryEveryPair } from '../../../support/state-pairs.ts';

type Standing = StandingIn;

type StandingIn<S extends PaymentRecord['state'] = PaymentRecord['state']> = {
  readonly payment: PaymentRecord<S>;
  readonly bill: BillRecord;
  readonly ledger?: AccountLedger;
};

const later = '2026-12-01';

function asked(payOn: string): StandingIn<'scheduled'> {
  const bill = billRecord({ recurring: 'disabled' });
  const paymentId = newOwnedId('pay', clientId, randomBytes);
  return { bill, payment: newPayment(bill, { paymentId, payOn, partnerNow: NOW }) };
}

function scheduled(change: Partial<StoredBill> = {}): StandingIn<'scheduled'> {
  const { bill, payment } = asked(later);
  const planned = { paymentId: payment._id, payOn: later };
  return { payment, bill: changedBill(bill, { scheduled: planned, ...change }) };
}

function pending(): Standing {
  const { bill, payment } = asked(TODAY);
  return beginPayment(bill, methodRecord(), payment, unmoved(NOW));
}

const outcomes = {
  // A part of what is owed: the rest is of the same statement.
  paid: { kind: 'paid', amountCents: 4_000, paidAt: NOW },
  declined: { kind: 'declined' },
  held: { kind: 'held', code: 'account_issue_payment_restrictions' },
} as const;

function ended(kind: keyof typeof outcomes): Standing {
  const { bill, payment } = pending();
  const outcome = outcomes[kind];
  return { bill: settleAlone(bill, payment, outcome), payment: planSettlement(payment, outcome) };
}

/** What another link of the account shows, which knows nothing of the payment. */
function paidByAnother(): Standing {
  const { payment } = pending();
  const outcome = { kind: 'paid', amountCents: 10_000, paidAt: NOW } as const;
  const ledger = settleLedger(undefined, payment, outcome);
  return { bill: asked(TODAY).bill, payment: planSettlement(payment, outcome), ledger };
}

function cancelled(): Standing {
  const { payment } = scheduled();
  return { payment: cancelPayment(payment), bill: billRecord({ recurring: 'disabled' }) };
}

const back = { reason: 'account_closed', on: TODAY } as const;

function returned(): Standing {
  const { bill, payment } = ended('paid');
  return { bill, payment: returnPayment(payment as PaymentRecord<'settled'>, back) };
}

const waiting = { reason: 'more-owed', seenCents: 1, owedCents: 10_000 } as const;
const at = '2026-12-01T01:00:00.000Z';

function waitingForUser(): Standing {
  const { bill, payment } = scheduled();
  const waits = waitScheduled(payment, waiting, at);
  return { payment: waits, bill: scheduleOn(bill as IdleBill, waits) };
}

/** With `maxAmount`, for today and for a later day. */
function approved(standing: StandingIn<'waiting'>): Came[] {
  const { payment } = standing;
  const open = withoutScheduled(standing.bill);
  const agreed = agreedNow(open, { maxCents: 10_000, partnerNow: NOW });
  const by = { orderedBy: 'client' } as const;
  const next = approve(payment, agreed, later, by);
  const today = approve(payment, agreed, TODAY, by);
  const begun = beginPayment(open, methodRecord(), today, unmoved(NOW));
  return [came(standing, next), came(standing, begun.payment)];
}

const onHold = { ...billRecord().auth, status: { type: 'hold' as const } };
const settledElsewhere = { ...billRecord().reported, balanceCents: 0 };

function came({ payment }: Standing, next: PaymentRecord): Came {
  return { state: next.status, changed: next !== payment };
}

function isIn<S extends PaymentRecord['state']>(
  standing: Standing,
  ...states: readonly S[]
): standing is StandingIn<S> {
  return states.some((state) => state === standing.payment.state);
}

/** The same once its company was asked. */
function submitted(payment: PendingPayment) {
  return changedPayment<'asked'>(payment, { amountCents: 10_000 });
}

const settle = (kind: keyof typeof outcomes) => (standing: Standing) =>
  came(standing, planSettlement(standing.payment, outcomes[kind]));

tryEveryPair(paymentStates, {
  stateOf: ({ payment }: Standing) => payment.status,
  variants: {
    scheduled: [
      scheduled(),
      scheduled({ auth: onHold }),
      scheduled({ reported: settledElsewhere }),
      waitingForUser(),
    ],
    pending: [pending()],
    paid: [ended('paid'), paidByAnother()],
    declined: [ended('declined')],
    held: [ended('held')],
    cancelled: [cancelled()],
    returned: [returned()],
  },
  act: {
    schedule: (standing) => {
      const { bill, ledger } = standing;
      const known = { ...bill, ...accountOn(ledger, bill, TODAY) };
      const { payment } = standing;
      const refusal =
        checkPayable(bill, { userPresent: false }) ??
        checkOwed({ ledger, bill: known }, payment, NOW);
      const plain = refusal ? { refused: refusal.failure } : came(standing, standing.payment);
      return isIn(standing, 'waiting') ? [plain, ...approved(standing)] : plain;
    },
    cancel: (standing) => {
      const bill = cancelScheduled(standing.bill, TODAY);
      if (isFailure(bill)) return { refused: bill.failure };
      return came(standing, cancelPayment(standing.payment as PlannedPayment));
    },
    assign: (standing) => {
      const assigned = assignMethod(standing.bill, methodRecord(), undefined);
      if (isFailure(assigned)) return { refused: assigned.failure };
      return came(standing, standing.payment);
    },
    'delete-auth': (standing) => {
      const { bill, payment } = standing;
      const planned = payment.status === 'scheduled' ? [payment] : [];
      const { saved } = deleteAuth(authRecord(), [bill], planned, '2026-11-21T12:00:00.000Z');
      return came(standing, saved.payments[0] ?? payment);
    },
    'day-comes': (standing) => {
      const { bill, payment } = standing;
      if (payment.status !== 'scheduled') return came(standing, payment);
      const { scheduled: _planned, ...open } = bill;
      const refusal = checkPayable(open, { userPresent: false });
      if (!refusal) {
        return came(standing, beginPayment(open, methodRecord(), payment, unmoved(NOW)).payment);
      }
      return came(standing, isHopeless(refusal, bill) ? cancelPayment(payment) : payment);
    },
    'waits-for-user': (standing) => {
      const { payment } = standing;
      const waits = isIn(standing, 'scheduled', 'waiting', 'open');
      return came(standing, waits ? waitScheduled(standing.payment, waiting, at) : payment);
    },
    paid: settle('paid'),
    declined: settle('declined'),
    held: settle('held'),
    accepted: (standing) => {
      const { payment } = standing;
      const said = { kind: 'accepted', reference: 'r', expectBy: later, askAgainAt: NOW } as const;
      if (payment.status !== 'pending') return came(standing, payment);
      return came(standing, withAcceptance(submitted(payment), said, NOW));
    },
    returned: (standing) => {
      const { payment } = standing;
      if (payment.status === 'paid') return came(standing, returnPayment(payment, back));
      return came(standing, planSettlement(payment, { kind: 'returned', ...back }));
    },
    'operator-fault': (standing) => {
      const { payment } = standing;
      if (payment.status !== 'pending') return came(standing, payment);
      return came(standing, withoutSubmission(submitted(payment), { fault: 'operator' }));
    },
    // It is asked about again: nothing else is written.
    unknown: (standing) => came(standing, standing.payment),
    'not-let-in': (standing) => {
      const { payment, bill } = standing;
      // One that may have been submitted is looked for, and nothing else is written.
      if (payment.state !== 'open') return came(standing, payment);
      const of = { auth: {}, bill, company: { userPresenceRequired: false }, today: TODAY };
      const ordered = [payment, { ...payment, created: '2026-11-01T00:00:00.000Z' }];
      const left = ordered.map((one) =>
        leftOver(one, of) === 'waits' ? scheduleAgain(one, at) : cancelPayment(one),
      );
      return [came(standing, payment), ...left.map((one) => came(standing, one))];
    },
    'given-up': (standing) => {
      const { payment } = standing;
      return came(standing, payment.state === 'open' ? cancelPayment(payment) : payment);
    },
  },
});
