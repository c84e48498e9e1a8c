/** What stays of payments whose clients were erased, and what leads there as long as the money may come back. */
import { createHash } from 'node:crypto';
import { type Day, dayInstant } from '@billhook/core/base/dates';
import { keptPaymentKey, returnableKey } from '@billhook/core/base/table-keys';
import type { KeptPayment, Returnable } from '@billhook/core/erasing/kept-payment';
import type { Returned } from '@billhook/core/states/late-endings';
import type { Table, Write } from '../table/types.ts';

type Place = Pick<Returnable, 'partnerId' | 'paidOn' | 'reference'>;

export type KeptPaymentStore = {
  find(place: Place): Promise<KeptPayment | undefined>;
  /** Nothing once the money can't come back any more. */
  findReturnable(paymentId: string): Promise<Returnable | undefined>;
  add(kept: KeptPayment): Write;
  /** @param until the last day on which it leads there. */
  addReturnable(paymentId: string, returnable: Returnable, until: Day): Write;
  /** Fails where it is gone. What was told first stands. */
  noteReturned(place: Place, returned: Returned): Write;
};

export function keptPaymentStore(table: Table): KeptPaymentStore {
  return {
    find: (place) => table.get<KeptPayment>(keyOf(place)),
    findReturnable: (paymentId) => table.get<Returnable>(leading(paymentId)),
    add: (kept) => ({
      put: { ...keyOf({ ...kept, reference: kept._id }), ...kept },
      when: { absent: true },
    }),
    addReturnable: (paymentId, returnable, until) => ({
      put: {
        ...leading(paymentId),
        ...returnable,
        expiresAt: Math.ceil(Date.parse(dayInstant(until)) / 1000),
      },
    }),
    noteReturned: (place, returned) => ({
      update: keyOf(place),
      setOnce: { returned },
      when: { exists: true },
    }),
  };
}

function keyOf({ partnerId, paidOn, reference }: Place) {
  return keptPaymentKey(partnerId, paidOn, reference);
}

/** Whoever doesn't know the payment's id already learns nothing from it: nobody guesses one. */
function leading(paymentId: string) {
  return returnableKey(createHash('sha256').update(paymentId).digest('base64url'));
}
