import {
  DECLINING_CARD,
  leaveSwapOpen,
  swap,
  swapOf,
  swappable,
  withUsedCode,
} from '../../support/swap-steps.ts';
import { dueDate, givenBank, valueFrom, type World } from '../../support/world.ts';
import { declined } from './bills.ts';
import { type Cases, LOCKED, MAINTAINED_SINCE, RACE, unknown } from './case.ts';

const ids = (scene: { authId: string; methodId: string }) => ({
  authId: scene.authId,
  paymentMethodId: scene.methodId,
});

async function atCompany(world: World, name: string, form: Record<string, string>) {
  const clientId = await world.newClient();
  const methodId = await world.addCard(clientId);
  const auth = await world.link(clientId, await world.findCompany(name), form);
  return { authId: auth._id, paymentMethodId: methodId };
}

export const swapCases = {
  createSwap: {
    route: 'POST /swap/create',
    asClient: {
      call: async (api, { clientId, authId, methodId }) => {
        const result = await api.swap.createSwap({ authId, paymentMethodId: methodId });
        // Until it has ended, its method cannot be deleted.
        if (result.ok) await swapOf({ api }, clientId, result.value.swapId);
        return result;
      },
      another: 'auth_not_found',
    },
    sample: ({ authId, methodId }) => ({ authId, paymentMethodId: methodId }),
    success: async ({ world }, api) => api.swap.createSwap(ids(await swappable(world))),
    refusals: {
      auth_not_found: ({ methodId }, api) =>
        api.swap.createSwap({ authId: unknown.authId, paymentMethodId: methodId }),
      payment_method_not_found: ({ authId }, api) =>
        api.swap.createSwap({ authId, paymentMethodId: unknown.paymentMethodId }),
      auth_not_verified: async ({ world }, api) =>
        api.swap.createSwap(ids(await swappable(world, { status: 'hold' }))),
      swap_in_progress: async ({ world, tableUrl }, api) => {
        const given = await swappable(world);
        await leaveSwapOpen(tableUrl, given);
        return api.swap.createSwap(ids(given));
      },
      swap_not_supported: async ({ world }, api) =>
        api.swap.createSwap(
          await atCompany(world, 'Bramblewick Power', { username: 'grace', password: 'any' }),
        ),
      user_presence_required: async ({ world }, api) =>
        api.swap.createSwap(
          await atCompany(world, 'MFA Company 1', { balance: '5.00', dueDate: dueDate(9) }),
        ),
      payment_method_not_accepted: async ({ world }, api) => {
        const { clientId, authId } = await swappable(world);
        const bank = valueFrom(await api.payment.addPaymentMethod(givenBank(clientId)));
        return api.swap.createSwap({ authId, ...bank });
      },
      payment_method_declined: async ({ world }, api) => {
        const { clientId, methodId } = await declined(world);
        const { data } = valueFrom(await api.auth.listAuths({ clientId }));
        return api.swap.createSwap({ authId: data[0]?._id ?? '', paymentMethodId: methodId });
      },
      card_code_required: async ({ world }, api) => {
        const given = await withUsedCode(world);
        return api.swap.createSwap(ids(given));
      },
    },
    elsewhere: {
      partner_locked: LOCKED,
      request_conflict: RACE,
      company_in_maintenance: MAINTAINED_SINCE,
    },
    foreign: [['auth_not_found', (scene, other) => other.swap.createSwap(ids(scene))]],
  },
  listSwaps: {
    route: 'GET /swap/list/{clientId}',
    asClient: {
      call: (api, { clientId }) => api.swap.listSwaps({ clientId }),
      another: 'client_not_found',
    },
    success: async ({ clientId }, api) => api.swap.listSwaps({ clientId }),
    variants: {
      'with a swap': async ({ world }, api) => {
        const { clientId, ...swapped } = await swappable(world);
        valueFrom(await api.swap.createSwap(ids(swapped)));
        return api.swap.listSwaps({ clientId });
      },
    },
    refusals: {
      client_not_found: (_scene, api) => api.swap.listSwaps({ clientId: unknown.clientId }),
      invalid_cursor: ({ clientId }, api) => api.swap.listSwaps({ clientId, cursor: 'ours?' }),
    },
    foreign: [['client_not_found', ({ clientId }, other) => other.swap.listSwaps({ clientId })]],
  },
  listSwapCompanies: {
    route: 'GET /swap/companies',
    asClient: { call: (api) => api.swap.listSwapCompanies(), another: 'open' },
    success: (_scene, api) => api.swap.listSwapCompanies(),
    refusals: {},
  },
  setCardCode: {
    route: 'POST /payment/{paymentMethodId}/card-code',
    asClient: {
      call: (api, { methodId }) =>
        api.payment.setCardCode({ paymentMethodId: methodId, cardCode: '123' }),
      another: 'payment_method_not_found',
    },
    sample: () => ({ cardCode: '123' }),
    success: async ({ world }, api) => {
      const paymentMethodId = await world.addCard(await world.newClient());
      return api.payment.setCardCode({ paymentMethodId, cardCode: '321' });
    },
    refusals: {
      invalid_request: ({ methodId }, api) =>
        api.payment.setCardCode({ paymentMethodId: methodId, cardCode: '1234' }),
      payment_method_not_found: (_scene, api) =>
        api.payment.setCardCode({ paymentMethodId: unknown.paymentMethodId, cardCode: '123' }),
      payment_method_not_accepted: async ({ world }, api) => {
        const clientId = await world.newClient();
        const bank = valueFrom(await api.payment.addPaymentMethod(givenBank(clientId)));
        return api.payment.setCardCode({ ...bank, cardCode: '123' });
      },
    },
    elsewhere: { request_conflict: RACE },
    foreign: [
      [
        'payment_method_not_found',
        ({ methodId }, other) =>
          other.payment.setCardCode({ paymentMethodId: methodId, cardCode: '123' }),
      ],
    ],
  },
} satisfies Cases;

/** An auth whose swap the company held; the card's code is gone with it. */
export async function heldSwap(world: World) {
  const given = await swappable(world, {}, DECLINING_CARD);
  await swap(world, given);
  return given;
}
