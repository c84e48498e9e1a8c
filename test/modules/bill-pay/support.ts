/** Bills, ways to pay and accounts as the API shows them. */
import type { Auth } from '@billhook/core/schemas/auth';
import type { Bill } from '@billhook/core/schemas/bill';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import type { Account, Entry } from '../../../modules/bill-pay/entry.ts';

const company: Bill['company'] = {
  _id: 'co_1',
  name: 'Ottermoor Electric',
  logo: { url: 'https://logos.example/1.png', background: false },
  userPresenceRequired: false,
};

export const auth: Auth = {
  _id: 'auth_1',
  status: { type: 'verified' },
  company,
  created: '2026-11-01T00:00:00.000Z',
  items: ['bill'],
};

type Given = Omit<Partial<Bill>, 'company' | 'settings' | 'status'> & {
  readonly company?: Partial<Bill['company']>;
  readonly settings?: Partial<Bill['settings']>;
  readonly status?: Bill['status']['type'];
};

export function billOf(given: Given = {}): Bill {
  const { company: ofCompany, settings, status = 'upcoming', ...rest } = given;
  return {
    _id: 'bill_1',
    auth,
    autopay: 'disabled',
    autopaySource: 'unknown',
    balance: '100.00',
    dueDate: '2026-12-06T00:00:00.000Z',
    meta: {},
    hidden: 'false',
    ...rest,
    status: { type: status },
    company: { ...company, ...ofCompany },
    settings: {
      recurring: 'enabled',
      schedule: 'five-days-before',
      notifications: 'enabled',
      ...settings,
    },
  };
}

export function entryOf(
  given: Given = {},
  payment?: Partial<NonNullable<Entry['payment']>>,
): Entry {
  return {
    bill: billOf(given),
    payments: [],
    ...(payment && { payment: { _id: 'pay_1', status: 'paid', ...payment } }),
  };
}

export function methodOf(given: Partial<PaymentMethod> = {}): PaymentMethod {
  return {
    _id: 'pm_1',
    type: 'card',
    status: 'verified',
    default: false,
    name: 'Ada Tester',
    assignedBills: [],
    ...given,
  };
}

export function accountOf(given: Partial<Account> = {}): Account {
  return { entries: [], auths: [], methods: [], links: [], ...given };
}
