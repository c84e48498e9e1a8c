import { dueDate, openWorld, valueFrom } from '../../support/world.ts';
import {
  billAt,
  declined,
  inDays,
  paidByAnother,
  payable,
  questionedBill,
  TOO_MUCH,
} from './bills.ts';
import { type Cases, PAID_MEANWHILE, PAUSED, RACE, unknown } from './case.ts';

const world = openWorld();
const { newClient, addCard, newBill } = world;

export const paymentCases = {
  updatePaymentSettings: {
    route: 'POST /payment/settings',
    asClient: {
      call: (api, { billId }) =>
        api.payment.updatePaymentSettings({ billId, schedule: 'on-due-date' }),
      another: 'bill_not_found',
    },
    sample: ({ billId }) => ({ billId, recurring: 'disabled', schedule: 'on-due-date' }),
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
      amount_limit: async (_scene, api) => {
        const { billId } = await payable({ balance: TOO_MUCH });
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
        api.payment.schedulePayment({ billId: (await paidByAnother()).billId }),
      user_presence_required: async (_scene, api) => {
        const clientId = await newClient();
        await addCard(clientId);
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
    elsewhere: { request_conflict: RACE, payment_pending: PAID_MEANWHILE },
    foreign: [['bill_not_found', ({ billId }, other) => other.payment.cancelPayment({ billId })]],
  },
} satisfies Cases;
