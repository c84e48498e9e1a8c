import { dueDate, givenBank, givenCard, openWorld, valueFrom } from '../../support/world.ts';
import {
  billAt,
  declined,
  declinedOnHold,
  inDays,
  paidByAnother,
  payable,
  questionedBill,
} from './bills.ts';
import { type OperationCase, unknown } from './case.ts';

type Cases = { readonly [name: string]: OperationCase };

const MAX_METHODS_PER_CLIENT = 50;

const world = openWorld();
const { newClient, addCard, newBill } = world;

export const paymentCases: Cases = {
  addPaymentMethod: {
    success: async (_scene, api) => api.payment.addPaymentMethod(givenBank(await newClient())),
    refusals: {
      client_not_found: (_scene, api) => api.payment.addPaymentMethod(givenCard(unknown.clientId)),
      test_card_required: ({ clientId }, api) =>
        api.payment.addPaymentMethod({ ...givenCard(clientId), cardNumber: '4242424242424242' }),
      invalid_request: ({ clientId }, api) =>
        api.payment.addPaymentMethod({ ...givenCard(clientId), cardNumber: '4111111111111112' }),
      link_limit_reached: async (_scene, api) => {
        const clientId = await newClient();
        for (let count = 0; count < MAX_METHODS_PER_CLIENT; count += 1) await addCard(clientId);
        return api.payment.addPaymentMethod(givenCard(clientId));
      },
    },
    foreign: [
      [
        'client_not_found',
        ({ clientId }, other) => other.payment.addPaymentMethod(givenCard(clientId)),
      ],
    ],
  },
  listPaymentMethods: {
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
    success: async (_scene, api) =>
      api.payment.deletePaymentMethod({ paymentMethodId: await addCard(await newClient()) }),
    refusals: {
      payment_method_not_found: (_scene, api) => api.payment.deletePaymentMethod(unknown),
      payment_method_recently_used: async (_scene, api) => {
        const { methodId, billId } = await payable();
        await world.pay(billId);
        return api.payment.deletePaymentMethod({ paymentMethodId: methodId });
      },
    },
    foreign: [
      [
        'payment_method_not_found',
        ({ methodId }, other) => other.payment.deletePaymentMethod({ paymentMethodId: methodId }),
      ],
    ],
  },
  retryPaymentMethod: {
    success: async (_scene, api) => {
      const { methodId } = await declined();
      return api.payment.retryPaymentMethod({ paymentMethodId: methodId });
    },
    refusals: {
      payment_method_not_found: (_scene, api) => api.payment.retryPaymentMethod(unknown),
      payment_method_not_declined: ({ methodId }, api) =>
        api.payment.retryPaymentMethod({ paymentMethodId: methodId }),
      bill_not_payable: async (_scene, api) => {
        const { methodId } = await declinedOnHold();
        return api.payment.retryPaymentMethod({ paymentMethodId: methodId });
      },
    },
    foreign: [
      [
        'payment_method_not_found',
        ({ methodId }, other) => other.payment.retryPaymentMethod({ paymentMethodId: methodId }),
      ],
    ],
  },
  assignPaymentMethod: {
    success: async (_scene, api) => {
      const { methodId, billId } = await payable();
      return api.payment.assignPaymentMethod({ paymentMethodId: methodId, billId });
    },
    refusals: {
      payment_method_not_found: ({ billId }, api) =>
        api.payment.assignPaymentMethod({ ...unknown, billId }),
      bill_not_found: ({ methodId }, api) =>
        api.payment.assignPaymentMethod({ paymentMethodId: methodId, billId: unknown.billId }),
      payment_method_not_accepted: async (_scene, api) => {
        const { methodId, billId } = await billAt((one) => one.requiredPayment === 'bank');
        return api.payment.assignPaymentMethod({ paymentMethodId: methodId, billId });
      },
      payment_method_declined: async (_scene, api) => {
        const { methodId, billId } = await declined();
        return api.payment.assignPaymentMethod({ paymentMethodId: methodId, billId });
      },
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
    success: async (_scene, api) => {
      const clientId = await newClient();
      await addCard(clientId);
      return api.payment.makeMethodDefault({ paymentMethodId: await addCard(clientId) });
    },
    refusals: {
      payment_method_not_found: (_scene, api) => api.payment.makeMethodDefault(unknown),
      payment_method_declined: async (_scene, api) => {
        const { methodId } = await declined();
        return api.payment.makeMethodDefault({ paymentMethodId: methodId });
      },
    },
    foreign: [
      [
        'payment_method_not_found',
        ({ methodId }, other) => other.payment.makeMethodDefault({ paymentMethodId: methodId }),
      ],
    ],
  },
  updatePaymentSettings: {
    success: async (_scene, api) => {
      const { billId } = await payable();
      const settings = { recurring: 'disabled', schedule: 'on-due-date' } as const;
      return api.payment.updatePaymentSettings({ billId, ...settings });
    },
    refusals: {
      bill_not_found: (_scene, api) =>
        api.payment.updatePaymentSettings({ billId: unknown.billId, recurring: 'disabled' }),
      recurring_required: async (_scene, api) => {
        const clientId = await newClient();
        const company = await world.findCompany('Regular Company 5');
        const auth = await world.link(clientId, company, { balance: '5.00', dueDate: dueDate(9) });
        const { bill } = await world.billOf(clientId, auth._id);
        return api.payment.updatePaymentSettings({ billId: bill._id, recurring: 'disabled' });
      },
      schedule_fixed: async (_scene, api) => {
        const { billId } = await billAt((one) => one.schedule !== undefined);
        return api.payment.updatePaymentSettings({ billId, schedule: 'immediately' });
      },
    },
    foreign: [
      [
        'bill_not_found',
        ({ billId }, other) =>
          other.payment.updatePaymentSettings({ billId, recurring: 'disabled' }),
      ],
    ],
  },
  schedulePayment: {
    success: async (_scene, api) => {
      const { billId } = await payable();
      return api.payment.schedulePayment({ billId, payDate: inDays(2) });
    },
    refusals: {
      bill_not_found: (_scene, api) => api.payment.schedulePayment(unknown),
      invalid_request: ({ billId }, api) =>
        api.payment.schedulePayment({ billId, date: inDays(-2) }),
      bill_not_payable: async (_scene, api) => {
        const { billId } = await payable({ balance: '0.00' });
        return api.payment.schedulePayment({ billId });
      },
      auth_not_verified: async (_scene, api) =>
        api.payment.schedulePayment({ billId: await questionedBill() }),
      payment_already_scheduled: async (_scene, api) => {
        const { billId } = await payable();
        valueFrom(await api.payment.schedulePayment({ billId, date: inDays(2) }));
        return api.payment.schedulePayment({ billId });
      },
      payment_method_required: async (_scene, api) => {
        const { bill } = await newBill(await newClient());
        return api.payment.schedulePayment({ billId: bill._id });
      },
      payment_method_not_accepted: async (_scene, api) => {
        const company = await world.findCompany('Tollgate Harbor Card');
        const { billId } = await billAt((one) => one._id === company._id);
        return api.payment.schedulePayment({ billId });
      },
      payment_method_declined: async (_scene, api) => {
        const { billId } = await declined();
        return api.payment.schedulePayment({ billId });
      },
      statement_already_paid: async (_scene, api) =>
        api.payment.schedulePayment({ billId: await paidByAnother() }),
      user_presence_required: async (_scene, api) => {
        const clientId = await newClient();
        await addCard(clientId);
        const company = await world.findCompany('MFA Company 1');
        const auth = await world.link(clientId, company, { balance: '5.00', dueDate: dueDate(9) });
        const { bill } = await world.billOf(clientId, auth._id);
        return api.payment.schedulePayment({ billId: bill._id });
      },
    },
    foreign: [['bill_not_found', ({ billId }, other) => other.payment.schedulePayment({ billId })]],
  },
  cancelPayment: {
    success: async (_scene, api) => {
      const { billId } = await payable();
      valueFrom(await api.payment.schedulePayment({ billId, date: inDays(2) }));
      return api.payment.cancelPayment({ billId });
    },
    refusals: {
      bill_not_found: (_scene, api) => api.payment.cancelPayment(unknown),
      payment_not_scheduled: async (_scene, api) => {
        const { billId } = await payable({ balance: '0.00' });
        return api.payment.cancelPayment({ billId });
      },
    },
    foreign: [['bill_not_found', ({ billId }, other) => other.payment.cancelPayment({ billId })]],
  },
};
