/** What a change of a swap tells. One that goes with its auth tells nothing. */
import { presentHold } from '../auth/auth.ts';
import { withShownLogo } from '../company/shown-logo.ts';
import { presentKeptFace } from '../method/face.ts';
import type { SwapStatus } from '../schemas/swap.ts';
import type { SwapRecord } from '../swap/swap.ts';
import type { EventDraft, EventType } from './event.ts';

const endings: Readonly<Partial<Record<SwapStatus, EventType>>> = {
  completed: 'swap.success',
  hold: 'swap.hold',
};

export function swapEvents(
  before: SwapRecord | undefined,
  after: SwapRecord | undefined,
): EventDraft[] {
  if (!after) return [];
  // Another attempt that ends as the one before it is told as well.
  const same = before?.status === after.status && before.attempt === after.attempt;
  const ending = same ? undefined : endings[after.status];
  return [
    ...(before ? [] : [draft('swap.created', { ...after, status: 'pending' })]),
    ...(ending ? [draft(ending, after)] : []),
  ];
}

function draft(type: EventType, swap: SwapRecord): EventDraft {
  const { _id, status, hold, authId, paymentMethodId, method, created, sessionId } = swap;
  const company = withShownLogo(swap.company);
  return {
    type,
    resource: { type: 'swap', id: _id },
    data: {
      // Where clients of the original service look for them.
      clientId: swap.clientId,
      company,
      paymentMethod: method ? presentKeptFace(method) : { _id: paymentMethodId },
      swap: {
        _id,
        status: { type: status },
        ...(status === 'hold' && hold && { reason: presentHold(hold) }),
        auth: { _id: authId },
        company,
        paymentMethod: { _id: paymentMethodId },
        created,
      },
    },
    ...(sessionId !== undefined && { sessionId }),
  };
}
