/** What a change of a payment method tells: a decline, and that it is gone. */
import { without } from '../base/members.ts';
import { type PaymentMethodRecord, presentMethod } from '../method/payment-method.ts';
import type { EventDraft, EventType } from './event.ts';

export function methodEvents(
  before: PaymentMethodRecord | undefined,
  after: PaymentMethodRecord | undefined,
): EventDraft[] {
  if (!after) return before ? [draft('payment-method.removed', before)] : [];
  const declined = after.status === 'declined' && before?.status !== 'declined';
  // A retry that was held, or came to nothing, leaves it declined as it was: no payment was.
  const anew = declined && after.declines > (before?.declines ?? 0);
  return anew ? [draft('payment-method.declined', after)] : [];
}

function draft(type: EventType, method: PaymentMethodRecord): EventDraft {
  // Which method is the default is its client's to say, and may change without it.
  const paymentMethod = without(presentMethod(method, undefined), ['default']);
  return {
    type,
    resource: { type: 'payment-method', id: method._id },
    data: { paymentMethod },
  };
}
