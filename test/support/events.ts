/** Events as the log shows them, for what reads it. */
import type { AnyEvent } from '@billhook/core/schemas/event';

export function eventAt(id: string, created: string, more: Partial<AnyEvent> = {}): AnyEvent {
  return {
    _id: id,
    type: 'bill.payment.sent',
    created,
    clientId: 'cl_1',
    partnerId: 'ptn_1',
    identifier: 'user-1',
    sequence: 1,
    subject: 'pay_1',
    payload: { resource: { type: 'bill', id: 'bill_1' }, data: { payment: { _id: 'pay_1' } } },
    ...more,
  };
}
