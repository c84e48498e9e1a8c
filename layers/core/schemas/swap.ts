import * as v from 'valibot';
import { auth, reason } from './auth.ts';
import { companySummary } from './company.ts';
import { givenId, id, instant } from './fields.ts';
import { paymentMethod } from './payment-method.ts';

export const swapStatuses = ['pending', 'in-progress', 'completed', 'hold'] as const;

export type SwapStatus = (typeof swapStatuses)[number];

export const swap = v.object({
  _id: id,
  status: v.object({ type: v.picklist(swapStatuses) }),
  /** Present when `status.type` is `hold`. */
  reason: v.optional(reason),
  auth,
  company: companySummary,
  /** Left out once the method was removed from the client. */
  paymentMethod: v.optional(paymentMethod),
  created: instant,
});

export type Swap = v.InferOutput<typeof swap>;

export const givenSwap = v.object({ authId: givenId, paymentMethodId: givenId });
