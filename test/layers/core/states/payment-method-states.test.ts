import { randomBytes } from 'node:crypto';
import { isFailure } from '@billhook/core/base/errors';
import { newOwnedId } from '@billhook/core/base/ids';
import {
  checkDefault,
  checkDeletion,
  checkRetry,
  MAX_DECLINES,
  type PaymentMethodRecord,
} from '@billhook/core/method/payment-method';
import { assignMethod } from '@billhook/core/payment/method-assignment';
import { scheduledWith } from '@billhook/core/payment/method-deletion';
import { nextOfRetry, planRetry } from '@billhook/core/payment/method-retry';
import { checkMethod } from '@billhook/core/payment/payable';
import { returnMethod } from '@billhook/core/payment/returned';
import { settleMethod } from '@billhook/core/payment/settlement';
import { newPayment } from '@billhook/core/payment/transitions';
import { paymentMethodStates } from '@billhook/core/states/payment-method-states';
import { refuse } from '@billhook/core/states/state-machine';
import { checkSwapCard } from '@billhook/core/swap/swap';
import {
  billRecord,
  clientId,
  methodRecord,
  NOW,
  sealed,
  TODAY,
} from '../../../support/records.ts';
import { type Came, tryEveryPair } from '../../../support/state-pairs.ts';

/** Nothing when it was removed. */
type Method = PaymentMethodRecord | undefined;

const paymentId = newOwnedId('pay', clientId, randomBytes);
const payment = newPayment(billRecord(), { paymentId, payOn: TODAY, partnerNow: NOW });

const stateOf = (method: Method) => method?.status ?? 'removed';

function variants(status: PaymentMethodRecord['status']): PaymentMethodRecord[] {
  return [
    methodRecord({ status }),
    methodRecord({ status, inFlight: [paymentId], lastUsedAt: '2026-11-21T11:00:00.000Z' }),
    methodRecord({ status, inFlight: [paymentId], declines: MAX_DECLINES - 1 }),
    methodRecord({ status, inFlight: [paymentId, 'pay_2'], declines: MAX_DECLINES - 1 }),
    methodRecord({
      status,
      declines: MAX_DECLINES,
      sealed: sealed('cardNumber'),
      codeDropsAt: undefined,
    }),
  ];
}

function refusedOr(method: Method, refusal: { readonly failure: string } | undefined): Came {
  return refusal ? { refused: refusal.failure } : { state: stateOf(method), changed: false };
}

const settle =
  (...kinds: ('paid' | 'declined' | 'held' | 'cancelled')[]) =>
  (method: Method): Came[] =>
    kinds.map((kind) => {
      if (!method) return { state: 'removed', changed: false };
      const next = settleMethod(
        method,
        payment,
        kind === 'paid' ? { kind, paidAt: NOW } : { kind },
        NOW,
      );
      return { state: next === 'removed' ? 'removed' : next.status, changed: true };
    });

const onHold = { ...billRecord().auth, status: { type: 'hold' as const } };

tryEveryPair(paymentMethodStates, {
  stateOf,
  variants: {
    verified: variants('verified'),
    declined: variants('declined'),
    pending: variants('pending'),
    removed: [undefined as Method],
  },
  act: {
    pay: (method) => refusedOr(method, checkMethod(method, billRecord())),
    assign: (method) => {
      const assigned = method && assignMethod(billRecord(), method, undefined);
      return refusedOr(method, isFailure(assigned) ? assigned : undefined);
    },
    'make-default': (method) => refusedOr(method, method && checkDefault(method)),
    swap: (method) =>
      [true, false].map((needsCardCode) =>
        refusedOr(method, checkSwapCard(method, { needsCardCode })),
      ),
    retry: (method) => {
      if (!method) return [];
      const refusal = checkRetry(method);
      if (refusal) return { refused: refusal.failure };
      const unpaid = billRecord({ declinedMethodId: method._id });
      return [[unpaid], [billRecord()], [{ ...unpaid, auth: onHold }]].map((bills): Came => {
        const planned = planRetry(method, bills);
        if (planned === 'none') return { state: 'verified', changed: true };
        if (planned !== 'not-now') return { state: 'pending', changed: true };
        return { refused: refuse(paymentMethodStates, method.status, 'retry').failure };
      });
    },
    delete: (method) => {
      if (!method) return [];
      const used = checkDeletion(method, NOW);
      const scheduled = billRecord({ scheduled: { paymentId, payOn: TODAY } });
      const paysNothing = scheduledWith([billRecord()], method._id, method._id).length === 0;
      const pays = scheduledWith([scheduled], method._id, method._id).length > 0;
      return [paysNothing && !used, !pays && !used].map((goes): Came => {
        if (used) return { refused: used.failure };
        return goes ? { state: 'removed', changed: true } : { refused: 'payment_method_scheduled' };
      });
    },
    paid: settle('paid'),
    declined: settle('declined'),
    returned: (method) => {
      if (!method) return { state: 'removed', changed: false };
      return { state: returnMethod(method, { reason: 'account_closed' }).status, changed: true };
    },
    'retry-goes-on': (method) => {
      const next = method ? nextOfRetry(method) : 'none';
      if (!method || next === 'none') return refusedOr(method, undefined);
      if (next === 'remove') return { state: 'removed', changed: true };
      const unpaid = billRecord({ declinedMethodId: method._id });
      return [[unpaid], [billRecord()]].map((bills): Came => {
        const charged = typeof planRetry(method, bills) !== 'string';
        return { state: charged ? 'pending' : method.status, changed: true };
      });
    },
    'comes-to-nothing': settle('held', 'cancelled'),
  },
});
