/** Swaps in each state that the sandbox shows, and the triggers that callers have. */
import { swap, swappable } from '../../support/swap-steps.ts';
import { openWorld, valueFrom } from '../../support/world.ts';
import type { Reached } from './states.ts';

const world = openWorld();
const { api } = world;

type Standing = {
  readonly clientId: string;
  readonly authId: string;
  readonly methodId: string;
};

async function swapped(form = {}): Promise<Standing> {
  const given = await swappable(world, form);
  await swap(world, given);
  return given;
}

export const swaps: Reached<Standing> = {
  scenes: {
    completed: () => swapped(),
    hold: () => swapped({ status: 'payment-declined' }),
    deleted: async () => {
      const given = await swapped();
      valueFrom(await api.auth.deleteAuth(given));
      return given;
    },
  },
  special: {},
  act: {
    create: ({ authId, methodId }) => api.swap.createSwap({ authId, paymentMethodId: methodId }),
    'delete-auth': ({ authId }) => api.auth.deleteAuth({ authId }),
  },
  stateOf: async ({ clientId }) => {
    const [one] = valueFrom(await api.swap.listSwaps({ clientId })).data;
    return one?.status.type ?? 'deleted';
  },
};
