import { openClockedWorld } from '../../support/clocked-world.ts';
import type { OperationCase } from './case.ts';

type Cases = { readonly [name: string]: OperationCase };

const later = (hours: number) => new Date(Date.now() + hours * 60 * 60 * 1000).toISOString();

/** The clock of the tests' first partner is for all tests: these move others'. */
export const sandboxCases: Cases = {
  getClock: { success: (_scene, api) => api.sandbox.getClock(), refusals: {} },
  setClock: {
    success: async () => (await openClockedWorld()).api.sandbox.setClock({ now: later(2) }),
    refusals: {
      clock_moves_forward: async () =>
        (await openClockedWorld()).api.sandbox.setClock({ now: later(-2) }),
    },
  },
};
