/** Records in each state that the sandbox can bring about, and the triggers that callers have. */
import type { BillStatus } from '@billhook/core/schemas/bill';
import { until } from '../../../lib/base/until.ts';
import { withUsedCode } from '../../support/swap-steps.ts';
import {
  type AnyResult,
  dueDate,
  methodOf,
  newName,
  openWorld,
  valueFrom,
} from '../../support/world.ts';
import { billAt, declined, declinedOnHold, inDays, paidByAnother, payable } from './bills.ts';

const world = openWorld();
const { api } = world;

export type Standing = {
  readonly clientId: string;
  readonly billId: string;
  readonly authId: string;
  readonly methodId: string;
  /** A verified method that is neither default nor assigned. */
  readonly spareId: string;
};

type Make = () => Promise<Standing>;

export type Reached<S = Standing> = {
  /** How to reach each state; a case of a pair that needs more is named by state, trigger and case. */
  readonly scenes: { readonly [state: string]: () => Promise<S> };
  readonly special: { readonly [stateTriggerCase: string]: () => Promise<S> };
  readonly act: { readonly [trigger: string]: (standing: S) => Promise<AnyResult> };
  /** The state as it shows; nothing while it is on its way to another. */
  readonly stateOf: (standing: S) => Promise<string | undefined>;
};

/** The case of a pair that is accepted; a refused one is named by its code. */
export const ACCEPTED = 'accepted';

async function standing(form = {}): Promise<Standing> {
  const given = await payable(world, form);
  return { ...given, spareId: await world.addCard(given.clientId) };
}

async function afterDecline(made = declined(world)): Promise<Standing> {
  const given = await made;
  const { bill } = valueFrom(await api.bill.getBill({ billId: given.billId }));
  return { ...given, authId: bill.auth._id, spareId: await world.addCard(given.clientId) };
}

/** A decline of the first payment only: the next one goes through. */
async function declinedOnce(): Promise<Standing> {
  const given = await standing({ status: 'payment-declined' });
  valueFrom(await api.payment.schedulePayment({ billId: given.billId }));
  await reach(given, 'payment-declined');
  return given;
}

const reach = (given: Standing, status: BillStatus) =>
  world.billOf(given.clientId, given.authId, ({ bill }) => bill.status.type === status);

async function deleted(): Promise<Standing> {
  const given = await standing();
  valueFrom(await api.auth.deleteAuth(given));
  return given;
}

async function withoutRecurring(made: Make): Promise<Standing> {
  const given = await made();
  valueFrom(await api.payment.updatePaymentSettings({ ...given, recurring: 'disabled' }));
  return given;
}

async function scheduled(form = {}): Promise<Standing> {
  const given = await withoutRecurring(() => standing(form));
  valueFrom(await api.payment.schedulePayment({ ...given, date: inDays(2) }));
  return given;
}

/** A scheduled payment of a bill that its company has shown anew since. */
async function scheduledThen(status: BillStatus): Promise<Standing> {
  const given = await scheduled();
  const { _id: companyId } = await world.findCompany('Regular Company 1');
  const form = {
    status,
    balance: status === 'paid' ? '9.00' : '0.00',
    dueDate: dueDate(status === 'paid' ? -3 : 3),
  };
  const { clientId } = given;
  valueFrom(await api.auth.createAuth({ clientId, companyId, items: ['bill'], form }));
  await reach(given, status);
  return given;
}

async function scheduledAfterDecline(): Promise<Standing> {
  const given = await afterDecline();
  valueFrom(await api.payment.makeMethodDefault({ paymentMethodId: given.spareId }));
  valueFrom(await api.payment.schedulePayment({ ...given, date: inDays(2) }));
  return given;
}

/** The default is declined, with a payment of another bill scheduled, or made. */
async function declinedBeside(made: Make): Promise<Standing> {
  const given = await made();
  const company = await world.findCompany('Regular Company 2');
  const form = { balance: '10.00', dueDate: dueDate(9), status: 'payment-declined' };
  const auth = await world.link(given.clientId, company, form);
  const { bill } = await world.billOf(given.clientId, auth._id);
  valueFrom(await api.payment.schedulePayment({ billId: bill._id }));
  await until('the decline', async () => {
    return (await methodOf(api, given.clientId, given.methodId))?.status === 'declined';
  });
  return given;
}

async function paid(): Promise<Standing> {
  const given = await standing();
  await world.pay(given.billId);
  return given;
}

async function withSpareAsDefault(made: Promise<Standing>): Promise<Standing> {
  const given = await made;
  valueFrom(await api.payment.makeMethodDefault({ paymentMethodId: given.spareId }));
  return given;
}

/** All but a cent of what has to be paid was paid. */
async function paidInPart(): Promise<Standing> {
  const made = await billAt(world, takesLess, newName());
  const { billId } = made;
  const { bill } = valueFrom(await api.bill.getBill({ billId }));
  const customPaymentAmount = (Number(bill.balance) - 0.01).toFixed(2);
  valueFrom(await api.bill.customizeBill({ billId, customPaymentAmount }));
  valueFrom(await api.payment.updatePaymentSettings({ billId, recurring: 'disabled' }));
  await world.pay(billId);
  return { ...made, authId: bill.auth._id, spareId: await world.addCard(made.clientId) };
}

async function paidThroughAnotherLink(): Promise<Standing> {
  const given = await paidByAnother(world);
  return { ...given, spareId: await world.addCard(given.clientId) };
}

type Company = Parameters<Parameters<typeof billAt>[1]>[0];

function takesLess({ additionalPaymentOptions, requiredPayment, userPresenceRequired }: Company) {
  const taken = additionalPaymentOptions?.some(({ type }) => type === 'custom-payment-amount');
  return taken === true && requiredPayment === undefined && !userPresenceRequired;
}

async function billStatus({ billId }: Standing): Promise<string> {
  const found = await api.bill.getBill({ billId });
  return found.ok ? found.value.bill.status.type : 'deleted';
}

const onBill = {
  schedule: ({ billId }: Standing) => api.payment.schedulePayment({ billId }),
  cancel: ({ billId }: Standing) => api.payment.cancelPayment({ billId }),
  assign: ({ billId, spareId }: Standing) =>
    api.payment.assignPaymentMethod({ paymentMethodId: spareId, billId }),
  'delete-auth': ({ authId }: Standing) => api.auth.deleteAuth({ authId }),
};

export const bills: Reached = {
  scenes: {
    syncing: () => withoutRecurring(() => standing({ status: 'syncing' })),
    'zero-balance': () => withoutRecurring(() => standing({ balance: '0.00' })),
    upcoming: () => standing(),
    overdue: () => withoutRecurring(() => standing({ dueDate: dueDate(-3) })),
    paid: () => withoutRecurring(() => standing({ dueDate: dueDate(-3), status: 'paid' })),
    'payment-declined': () => afterDecline(),
    deleted,
  },
  special: {
    'upcoming cancel payment_not_scheduled': () => withoutRecurring(() => standing()),
    'syncing cancel accepted': () => scheduledThen('syncing'),
    'zero-balance cancel accepted': () => scheduledThen('zero-balance'),
    'paid cancel accepted': () => scheduledThen('paid'),
    'overdue cancel accepted': () => scheduled({ dueDate: dueDate(-3) }),
    'payment-declined cancel accepted': scheduledAfterDecline,
    'payment-declined schedule accepted': () => withSpareAsDefault(afterDecline()),
    'payment-declined retry accepted': declinedOnce,
    'payment-declined retry bill_not_payable': () => afterDecline(declinedOnHold(world)),
  },
  act: {
    ...onBill,
    settings: ({ billId }) => api.payment.updatePaymentSettings({ billId, schedule: 'day-before' }),
    customize: ({ billId }) => api.bill.customizeBill({ billId, customLabel: 'Mine' }),
    retry: ({ methodId }) => api.payment.retryPaymentMethod({ paymentMethodId: methodId }),
  },
  stateOf: billStatus,
};

export const payments: Reached = {
  scenes: {
    scheduled,
    paid: paidInPart,
    declined: () => withoutRecurring(() => afterDecline()),
    cancelled: async () => {
      const given = await scheduled();
      valueFrom(await api.payment.cancelPayment(given));
      return given;
    },
  },
  special: { 'paid schedule statement_already_paid': paidThroughAnotherLink },
  act: onBill,
  stateOf: async ({ billId }) => {
    const found = await api.bill.getBill({ billId });
    const planned = found.ok && found.value.payment?.status === 'scheduled';
    return planned ? 'scheduled' : 'cancelled';
  },
};

async function removed(): Promise<Standing> {
  const given = await standing();
  const { methodId, spareId } = given;
  for (const paymentMethodId of [methodId, spareId]) {
    valueFrom(await api.payment.deletePaymentMethod({ paymentMethodId }));
  }
  return given;
}

const onMethod = ({ methodId }: Standing) => ({ paymentMethodId: methodId });

export const methods: Reached = {
  scenes: { verified: () => standing(), declined: () => afterDecline(), removed },
  special: {
    'verified swap card_code_required': async () => {
      const used = await withUsedCode(world);
      const { bill } = await world.billOf(used.clientId, used.authId);
      return { ...used, billId: bill._id, spareId: await world.addCard(used.clientId) };
    },
    'verified delete payment_method_recently_used': paid,
    'verified delete payment_method_scheduled': () => scheduled(),
    'declined delete payment_method_recently_used': () => declinedBeside(paid),
    'declined delete payment_method_scheduled': () => declinedBeside(scheduled),
    'declined retry accepted': declinedOnce,
    'declined retry bill_not_payable': () => afterDecline(declinedOnHold(world)),
  },
  act: {
    pay: onBill.schedule,
    assign: (one) => api.payment.assignPaymentMethod({ ...onMethod(one), billId: one.billId }),
    'make-default': (one) => api.payment.makeMethodDefault(onMethod(one)),
    swap: (one) => api.swap.createSwap({ authId: one.authId, ...onMethod(one) }),
    retry: (one) => api.payment.retryPaymentMethod(onMethod(one)),
    delete: (one) => api.payment.deletePaymentMethod(onMethod(one)),
  },
  stateOf: async ({ clientId, methodId }) =>
    (await methodOf(api, clientId, methodId))?.status ?? 'removed',
};

/** Waits until the state is one of those. */
export async function untilIn<S>(reached: Reached<S>, given: S, states: readonly string[]) {
  return until(`one of ${states.join(', ')}`, async () => {
    const state = await reached.stateOf(given);
    return state !== undefined && states.includes(state);
  });
}
