import { newTokenClient } from '../../support/client-access.ts';
import { dueDate, valueFrom } from '../../support/world.ts';
import {
  billAt,
  declined,
  inDays,
  paidByAnother,
  payable,
  questionedBill,
  TOO_MUCH,
} from './bills.ts';
import { type Cases, consent, PAID_MEANWHILE, PAUSED, RACE, unknown } from './case.ts';

export const paymentCases = {
  updatePaymentSettings: {
    route: 'POST /payment/settings',
    asClient: {
      call: (api, { billId }) =>
        api.payment.updatePaymentSettings({ billId, schedule: 'on-due-date' }),
      another: 'bill_not_found',
    },
    sample: ({ billId }) => ({
      ...{ billId, recurring: 'enabled', schedule: 'on-due-date', consent },
    }),
    success: async ({ world }, api) => {
      const { billId } = await payable(world);
      const settings = { recurring: 'disabled', schedule: 'on-due-date' } as const;
      return api.payment.updatePaymentSettings({ billId, ...settings });
    },
    refusals: {
      bill_not_found: (_scene, api) =>
        api.payment.updatePaymentSettings({ billId: unknown.billId, recurring: 'disabled' }),
      consent_required: async ({ world }) => {
        const { api: own, clientId } = await newTokenClient(world.api);
        const { bill } = await world.newBill(clientId);
        const given = { billId: bill._id } as const;
        valueFrom(await own.payment.updatePaymentSettings({ ...given, recurring: 'disabled' }));
        return own.payment.updatePaymentSettings({ ...given, recurring: 'enabled' });
      },
      recurring_required: async ({ world }, api) => {
        const clientId = await world.newClient();
        const company = await world.findCompany('Regular Company 5');
        const auth = await world.link(clientId, company, { balance: '5.00', dueDate: dueDate(9) });
        const { bill } = await world.billOf(clientId, auth._id);
        return api.payment.updatePaymentSettings({ billId: bill._id, recurring: 'disabled' });
      },
      schedule_fixed: async ({ world }, api) => {
        const { billId } = await billAt(world, (one) => one.schedule !== undefined);
        return api.payment.updatePaymentSettings({ billId, schedule: 'immediately' });
      },
    },
    elsewhere: { request_conflict: RACE },
    foreign: [
      [
        'bill_not_found',
        ({ billId }, other) =>
          other.payment.updatePaymentSettings({ billId, recurring: 'disabled' }),
      ],
    ],
  },
  schedulePayment: {
    route: 'POST /payment/schedule',
    asClient: {
      call: (api, { billId }) => api.payment.schedulePayment({ billId, payDate: inDays(2) }),
      another: 'bill_not_found',
    },
    sample: ({ billId }) => ({ billId, date: '2099-01-01' }),
    success: async ({ world }, api) => {
      const { billId } = await payable(world);
      return api.payment.schedulePayment({ billId, payDate: inDays(2) });
    },
    variants: {
      'at once': async ({ world }, api) => {
        const { billId } = await payable(world);
        return api.payment.schedulePayment({ billId });
      },
    },
    refusals: {
      bill_not_found: (_scene, api) => api.payment.schedulePayment(unknown),
      invalid_request: ({ billId }, api) =>
        api.payment.schedulePayment({ billId, date: inDays(-2) }),
      bill_not_payable: async ({ world }, api) => {
        const { billId } = await payable(world, { balance: '0.00' });
        return api.payment.schedulePayment({ billId });
      },
      amount_limit: async ({ world }, api) => {
        const { billId } = await payable(world, { balance: TOO_MUCH });
        return api.payment.schedulePayment({ billId });
      },
      payment_amount_not_accepted: async ({ world }, api) => {
        const { billId } = await payable(world);
        return api.payment.schedulePayment({ billId, amount: TOO_MUCH });
      },
      auth_not_verified: async ({ world }, api) =>
        api.payment.schedulePayment({ billId: await questionedBill(world) }),
      payment_already_scheduled: async ({ world }, api) => {
        const { billId } = await payable(world);
        valueFrom(await api.payment.schedulePayment({ billId, date: inDays(2) }));
        return api.payment.schedulePayment({ billId });
      },
      payment_method_not_found: async ({ world }, api) => {
        const { billId } = await payable(world);
        const paymentMethodId = await world.addCard(await world.newClient());
        return api.payment.schedulePayment({ billId, paymentMethodId });
      },
      payment_method_required: async ({ world }, api) => {
        const { bill } = await world.newBill(await world.newClient());
        return api.payment.schedulePayment({ billId: bill._id });
      },
      payment_method_not_accepted: async ({ world }, api) => {
        const company = await world.findCompany('Tollgate Harbor Card');
        const { billId } = await billAt(world, (one) => one._id === company._id);
        return api.payment.schedulePayment({ billId });
      },
      payment_method_declined: async ({ world }, api) => {
        const { billId } = await declined(world);
        return api.payment.schedulePayment({ billId });
      },
      statement_already_paid: async ({ world }, api) =>
        api.payment.schedulePayment({ billId: (await paidByAnother(world)).billId }),
      user_presence_required: async ({ world }, api) => {
        const clientId = await world.newClient();
        await world.addCard(clientId);
        const company = await world.findCompany('MFA Company 1');
        const auth = await world.link(clientId, company, { balance: '5.00', dueDate: dueDate(9) });
        const { bill } = await world.billOf(clientId, auth._id);
        return api.payment.schedulePayment({ billId: bill._id });
      },
    },
    elsewhere: {
      request_conflict: RACE,
      payment_pending: PAID_MEANWHILE,
      payments_paused: PAUSED,
    },
    foreign: [['bill_not_found', ({ billId }, other) => other.payment.schedulePayment({ billId })]],
  },
  cancelPayment: {
    route: 'POST /payment/cancel',
    asClient: {
      call: (api, { billId }) => api.payment.cancelPayment({ billId }),
      another: 'bill_not_found',
    },
    sample: ({ billId }) => ({ billId }),
    success: async ({ world }, api) => {
      const { billId } = await payable(world);
      valueFrom(await api.payment.schedulePayment({ billId, date: inDays(2) }));
      return api.payment.cancelPayment({ billId });
    },
    refusals: {
      bill_not_found: (_scene, api) => api.payment.cancelPayment(unknown),
      payment_not_scheduled: async ({ world }, api) => {
        const { billId } = await payable(world, { balance: '0.00' });
        return api.payment.cancelPayment({ billId });
      },
    },
    elsewhere: { request_conflict: RACE, payment_pending: PAID_MEANWHILE },
    foreign: [['bill_not_found', ({ billId }, other) => other.payment.cancelPayment({ billId })]],
  },
} satisfies Cases;
