import { givenBank, givenCard, newName, valueFrom } from '../../support/world.ts';
import { billAt, declined, declinedOnHold, declinedOverLimit, inDays, payable } from './bills.ts';
import { type Cases, consent, LOCKED, PAID_MEANWHILE, PAUSED, RACE, unknown } from './case.ts';

const MAX_METHODS_PER_CLIENT = 50;

export const paymentMethodCases = {
  addPaymentMethod: {
    route: 'POST /payment',
    asClient: {
      call: (api, { clientId }) => api.payment.addPaymentMethod(givenBank(clientId)),
      another: 'client_not_found',
    },
    sample: {
      card: ({ clientId }) => ({ ...givenCard(clientId), consent }),
      bank: ({ clientId }) => givenBank(clientId),
    },
    success: async ({ world }, api) =>
      api.payment.addPaymentMethod(givenBank(await world.newClient())),
    variants: {
      card: async ({ world }, api) =>
        api.payment.addPaymentMethod(givenCard(await world.newClient())),
    },
    refusals: {
      client_not_found: (_scene, api) => api.payment.addPaymentMethod(givenCard(unknown.clientId)),
      test_card_required: ({ clientId }, api) =>
        api.payment.addPaymentMethod({ ...givenCard(clientId), cardNumber: '4242424242424242' }),
      invalid_request: ({ clientId }, api) =>
        api.payment.addPaymentMethod({ ...givenCard(clientId), cardNumber: '4111111111111112' }),
      link_limit_reached: async ({ world }, api) => {
        const clientId = await world.newClient();
        for (let count = 0; count < MAX_METHODS_PER_CLIENT; count += 1)
          await world.addCard(clientId);
        return api.payment.addPaymentMethod(givenCard(clientId));
      },
    },
    foreign: [
      [
        'client_not_found',
        ({ clientId }, other) => other.payment.addPaymentMethod(givenCard(clientId)),
      ],
    ],
    elsewhere: { partner_locked: LOCKED },
  },
  listPaymentMethods: {
    route: 'GET /payment/list/{clientId}',
    asClient: {
      call: (api, { clientId }) => api.payment.listPaymentMethods({ clientId }),
      another: 'client_not_found',
    },
    success: ({ clientId }, api) => api.payment.listPaymentMethods({ clientId }),
    refusals: {
      client_not_found: (_scene, api) =>
        api.payment.listPaymentMethods({ clientId: unknown.clientId }),
      invalid_cursor: ({ clientId }, api) =>
        api.payment.listPaymentMethods({ clientId, cursor: 'ours?' }),
    },
    foreign: [
      ['client_not_found', ({ clientId }, other) => other.payment.listPaymentMethods({ clientId })],
    ],
  },
  deletePaymentMethod: {
    route: 'DELETE /payment/{paymentMethodId}',
    asClient: {
      call: (api, { methodId }) => api.payment.deletePaymentMethod({ paymentMethodId: methodId }),
      another: 'payment_method_not_found',
      last: true,
    },
    success: async ({ world }, api) =>
      api.payment.deletePaymentMethod({
        paymentMethodId: await world.addCard(await world.newClient()),
      }),
    refusals: {
      payment_method_not_found: (_scene, api) => api.payment.deletePaymentMethod(unknown),
      payment_method_recently_used: async ({ world }, api) => {
        const { methodId, billId } = await payable(world);
        await world.pay(billId);
        return api.payment.deletePaymentMethod({ paymentMethodId: methodId });
      },
      payment_method_scheduled: async ({ world }, api) => {
        const { methodId, billId } = await payable(world);
        valueFrom(await api.payment.schedulePayment({ billId, date: inDays(2) }));
        return api.payment.deletePaymentMethod({ paymentMethodId: methodId });
      },
      payment_method_declined: async ({ world }, api) => {
        const { clientId, methodId: moveTo, billId } = await declined(world);
        const paymentMethodId = await world.addCard(clientId);
        valueFrom(await api.payment.makeMethodDefault({ paymentMethodId }));
        valueFrom(await api.payment.schedulePayment({ billId, date: inDays(2) }));
        return api.payment.deletePaymentMethod({ paymentMethodId, moveTo });
      },
      payment_method_not_accepted: async ({ world }, api) => {
        const made = await billAt(world, (one) => one.requiredPayment === 'card', newName());
        const { clientId, billId, methodId: paymentMethodId } = made;
        valueFrom(await api.payment.assignPaymentMethod({ paymentMethodId, billId }));
        valueFrom(await api.payment.schedulePayment({ billId, date: inDays(2) }));
        const bank = valueFrom(await api.payment.addPaymentMethod(givenBank(clientId)));
        const moveTo = bank.paymentMethodId;
        return api.payment.deletePaymentMethod({ paymentMethodId, moveTo });
      },
      invalid_request: ({ methodId }, api) =>
        api.payment.deletePaymentMethod({ paymentMethodId: methodId, moveTo: methodId }),
    },
    elsewhere: {
      request_conflict: RACE,
      link_limit_reached: 'is far above what is worth linking here; a test of the rule reaches it',
    },
    foreign: [
      [
        'payment_method_not_found',
        ({ methodId }, other) => other.payment.deletePaymentMethod({ paymentMethodId: methodId }),
      ],
    ],
  },
  retryPaymentMethod: {
    route: 'POST /payment/{paymentMethodId}/retry',
    asClient: {
      // It was not declined: what is asked here is whether the operation knows it.
      call: async (api, { methodId }) => {
        const result = await api.payment.retryPaymentMethod({ paymentMethodId: methodId });
        const known = !result.ok && result.problem.code === 'payment_method_not_declined';
        return known ? { ok: true, status: 200, value: result.problem } : result;
      },
      another: 'payment_method_not_found',
    },
    success: async ({ world }, api) => {
      const { methodId } = await declined(world);
      return api.payment.retryPaymentMethod({ paymentMethodId: methodId });
    },
    refusals: {
      payment_method_not_found: (_scene, api) => api.payment.retryPaymentMethod(unknown),
      payment_method_not_declined: ({ methodId }, api) =>
        api.payment.retryPaymentMethod({ paymentMethodId: methodId }),
      bill_not_payable: async ({ world }, api) => {
        const { methodId } = await declinedOnHold(world);
        return api.payment.retryPaymentMethod({ paymentMethodId: methodId });
      },
      amount_limit: async ({ world }, api) => {
        const { methodId } = await declinedOverLimit(world);
        return api.payment.retryPaymentMethod({ paymentMethodId: methodId });
      },
    },
    elsewhere: { request_conflict: RACE, payments_paused: PAUSED },
    foreign: [
      [
        'payment_method_not_found',
        ({ methodId }, other) => other.payment.retryPaymentMethod({ paymentMethodId: methodId }),
      ],
    ],
  },
  assignPaymentMethod: {
    route: 'POST /payment/{paymentMethodId}/assign',
    asClient: {
      call: (api, { methodId, billId }) =>
        api.payment.assignPaymentMethod({ paymentMethodId: methodId, billId }),
      another: 'payment_method_not_found',
    },
    sample: ({ billId }) => ({ billId, resume: true }),
    success: async ({ world }, api) => {
      const { methodId, billId } = await payable(world);
      return api.payment.assignPaymentMethod({ paymentMethodId: methodId, billId });
    },
    refusals: {
      payment_method_not_found: ({ billId }, api) =>
        api.payment.assignPaymentMethod({ ...unknown, billId }),
      bill_not_found: ({ methodId }, api) =>
        api.payment.assignPaymentMethod({ paymentMethodId: methodId, billId: unknown.billId }),
      payment_method_not_accepted: async ({ world }, api) => {
        const { methodId, billId } = await billAt(world, (one) => one.requiredPayment === 'bank');
        return api.payment.assignPaymentMethod({ paymentMethodId: methodId, billId });
      },
      payment_method_declined: async ({ world }, api) => {
        const { methodId, billId } = await declined(world);
        return api.payment.assignPaymentMethod({ paymentMethodId: methodId, billId });
      },
    },
    elsewhere: {
      request_conflict: RACE,
      payment_pending: PAID_MEANWHILE,
      link_limit_reached: 'is far above what is worth linking here; a test of the rule reaches it',
    },
    foreign: [
      [
        'payment_method_not_found',
        ({ methodId, billId }, other) =>
          other.payment.assignPaymentMethod({ paymentMethodId: methodId, billId }),
      ],
      [
        'bill_not_found',
        async ({ billId }, other) => {
          const { clientId } = valueFrom(
            await other.client.createClient({ identifier: 'foreign' }),
          );
          const added = valueFrom(await other.payment.addPaymentMethod(givenCard(clientId)));
          return other.payment.assignPaymentMethod({ ...added, billId });
        },
      ],
    ],
  },
  makeMethodDefault: {
    route: 'POST /payment/{paymentMethodId}/default',
    asClient: {
      call: (api, { methodId }) => api.payment.makeMethodDefault({ paymentMethodId: methodId }),
      another: 'payment_method_not_found',
    },
    success: async ({ world }, api) => {
      const clientId = await world.newClient();
      await world.addCard(clientId);
      return api.payment.makeMethodDefault({ paymentMethodId: await world.addCard(clientId) });
    },
    refusals: {
      payment_method_not_found: (_scene, api) => api.payment.makeMethodDefault(unknown),
      payment_method_declined: async ({ world }, api) => {
        const { methodId } = await declined(world);
        return api.payment.makeMethodDefault({ paymentMethodId: methodId });
      },
    },
    elsewhere: { request_conflict: RACE },
    foreign: [
      [
        'payment_method_not_found',
        ({ methodId }, other) => other.payment.makeMethodDefault({ paymentMethodId: methodId }),
      ],
    ],
  },
} satisfies Cases;
