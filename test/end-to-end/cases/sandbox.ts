import { type Cases, RACE } from './case.ts';

const later = (hours: number) => new Date(Date.now() + hours * 60 * 60 * 1000).toISOString();

/** The clock of the tests' first partner is for all tests: these move others'. */
export const sandboxCases = {
  getClock: {
    route: 'GET /sandbox/clock',
    asClient: 'forbidden',
    success: (_scene, api) => api.sandbox.getClock(),
    refusals: {},
  },
  reconcileNow: {
    route: 'POST /sandbox/reconciliation',
    asClient: 'forbidden',
    success: async ({ newPartner }) => (await newPartner()).api.sandbox.reconcileNow(),
    refusals: {},
    elsewhere: { request_conflict: RACE },
  },
  setClock: {
    route: 'PUT /sandbox/clock',
    asClient: 'forbidden',
    // Past, so that no spoilt copy of it moves the clock of the tests' own partner.
    sample: () => ({ now: '2001-01-01T00:00:00.000Z' }),
    success: async ({ newPartner }) => (await newPartner()).api.sandbox.setClock({ now: later(2) }),
    refusals: {
      clock_moves_forward: async ({ newPartner }) =>
        (await newPartner()).api.sandbox.setClock({ now: later(-2) }),
    },
    elsewhere: { request_conflict: RACE },
  },
} satisfies Cases;
