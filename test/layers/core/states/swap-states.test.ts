import type { AuthRecord } from '@billhook/core/auth/auth';
import { swapStates } from '@billhook/core/states/swap-states';
import {
  checkSwapAuth,
  isSwapUnderWay,
  planSwap,
  planSwapSettlement,
  type SwapRecord,
} from '@billhook/core/swap/swap';
import { authRecord, NOW } from '../../../support/records.ts';
import { type Came, tryEveryPair } from '../../../support/state-pairs.ts';

/** Nothing when it went with its auth. */
type Standing = { readonly auth: AuthRecord; readonly swap: SwapRecord | undefined };

const asked = { swapId: 'swap_1', paymentMethodId: 'pm_1', now: NOW };
const idle = authRecord({ items: ['swap'] });
const pending = planSwap(idle, asked);
const auth = { ...idle, openSwapId: pending._id };
const inProgress = { ...pending, status: 'in-progress' as const };
const outcomes = {
  completed: { kind: 'completed' },
  held: { kind: 'held', code: 'account_issue_card_not_accepted' },
} as const;
const held = planSwapSettlement(inProgress, auth, outcomes.held);

const stateOf = ({ swap }: Standing) => swap?.status ?? 'deleted';

function came(standing: Standing, next: SwapRecord | undefined): Came {
  return { state: next?.status ?? 'deleted', changed: next !== standing.swap };
}

const settle = (kind: keyof typeof outcomes) => (standing: Standing) => {
  const { swap } = standing;
  return came(standing, swap && planSwapSettlement(swap, standing.auth, outcomes[kind]).swap);
};

/** Another attempt begins once the login is verified, unless a swap of the auth is under way. */
const again = (standing: Standing) => {
  const { swap } = standing;
  const free = swap && !isSwapUnderWay(swap);
  return came(standing, free ? planSwap(standing.auth, { ...asked, standing: swap }) : swap);
};

tryEveryPair(swapStates, {
  stateOf,
  variants: {
    pending: [{ auth, swap: pending } as Standing],
    'in-progress': [{ auth, swap: inProgress }],
    completed: [planSwapSettlement(inProgress, auth, outcomes.completed)],
    hold: [held, { ...held, auth: idle }],
    deleted: [{ auth: idle, swap: undefined }],
  },
  act: {
    create: (standing) => {
      const refusal = checkSwapAuth(standing.auth);
      return refusal ? { refused: refusal.failure } : came(standing, standing.swap);
    },
    move: again,
    'fix-hold': (standing) =>
      standing.swap?.status === 'hold' ? again(standing) : came(standing, standing.swap),
    submitted: (standing) => {
      const { swap } = standing;
      const asks = swap?.status === 'pending';
      return came(standing, asks ? { ...swap, status: 'in-progress' } : swap);
    },
    completed: settle('completed'),
    held: settle('held'),
    unknown: (standing) => came(standing, standing.swap),
    'delete-auth': (standing) => came(standing, undefined),
  },
});
