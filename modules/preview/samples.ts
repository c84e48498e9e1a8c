/** Companies, bills and cards that are made up, for pictures of the modules. */
import type { Auth } from '@billhook/core/schemas/auth';
import type { Bill, BillStatus } from '@billhook/core/schemas/bill';
import type { Company } from '@billhook/core/schemas/company';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import type { Bills } from '../bill-pay/bills.ts';
import type { Entry } from '../bill-pay/entry.ts';
import type { RowsState } from '../card-swap/row-store.ts';
import type { RowStatus } from '../card-swap/rows.ts';
import { say } from './text.ts';

export const nothing = () => {};

const sampleNames = ['power', 'water', 'mobile', 'stream'] as const;
type SampleName = (typeof sampleNames)[number];

/** The addresses of their drawings on the modules' host; the build puts them here. */
declare const SAMPLE_LOGOS: Readonly<Record<SampleName, string>>;

/** Of their brands. */
const colors: Readonly<Record<SampleName, string>> = {
  power: 'b44d12',
  water: '14708c',
  mobile: 'b0125b',
  stream: '9d0208',
};

export function sampleCompanies(): Company[] {
  return sampleNames.map(sampleCompany);
}

export function sampleCompany(name: SampleName): Company {
  const field = (key: 'username' | 'password') => ({
    name: key,
    label: say(`sample.${key}`),
    placeholder: '',
    formType: key === 'password' ? ('password' as const) : ('text' as const),
  });
  return {
    _id: name,
    name: say(`sample.${name}`),
    logo: {
      url: '',
      background: false,
      svg: { url: `${location.origin}${SAMPLE_LOGOS[name]}`, color: colors[name] },
    },
    categories: [],
    status: name === 'water' ? 'maintenance' : 'operational',
    fullyAutomatedBill: true,
    fullyAutomatedCardSwap: true,
    userPresenceRequired: false,
    auth: {
      urls: {
        login: 'https://example.com',
        signup: null,
        forgotPassword: 'https://example.com',
        forgotUsername: null,
      },
      loginFields: [field('username'), field('password')],
    },
  };
}

const OVERDUE = '2026-11-14T00:00:00.000Z';
const DUE = '2026-12-05T00:00:00.000Z';

/** What the screens of bill pay can reach: one bill overdue, one due, one being paid, one paid. */
export function sampleBills(): Bills {
  const entries = [
    entryOf('power', 'overdue', '84.20'),
    entryOf('water', 'upcoming', '31.75'),
    entryOf('mobile', 'pending', '45.00'),
    entryOf('stream', 'paid', '12.99'),
  ];
  return {
    account: {
      entries,
      auths: entries.map(({ bill }) => bill.auth),
      methods: [sampleCard],
      links: [],
    },
    failed: false,
    reading: false,
    reload: async () => true,
    round: 0,
    follow: nothing,
    go: nothing,
    typed: {},
  };
}

function entryOf(name: SampleName, type: BillStatus, balance: string): Entry {
  const { _id, logo, userPresenceRequired } = sampleCompany(name);
  const company = { _id, name: say(`sample.${name}`), logo, userPresenceRequired };
  const auth: Auth = {
    _id: name,
    status: { type: 'verified' },
    company,
    created: OVERDUE,
    items: ['bill'],
  };
  const bill: Bill = {
    _id: name,
    auth,
    autopay: 'disabled',
    autopaySource: 'unknown',
    balance,
    dueDate: type === 'overdue' ? OVERDUE : DUE,
    lastPaidAmount: balance,
    lastPaidOn: OVERDUE,
    status: { type },
    company,
    settings: { recurring: 'disabled', schedule: 'five-days-before', notifications: 'enabled' },
    meta: {},
    hidden: 'false',
  };
  return { bill, payments: [] };
}

export const sampleCard: PaymentMethod = {
  _id: 'card',
  type: 'card',
  status: 'verified',
  default: true,
  name: '',
  assignedBills: [],
  card: { number: '1111', brand: 'visa', expDate: DUE },
};

const rows: Readonly<Record<SampleName, RowStatus>> = {
  stream: { state: 'done' },
  mobile: { state: 'needs-you', opens: 'challenge' },
  power: { state: 'updating' },
  water: { state: 'problem', opens: 'retry' },
};

/** Rows of card swap, in the states that look different. */
export function sampleRows() {
  const names = Object.keys(rows) as SampleName[];
  const state: RowsState = {
    rows: names.map((companyId) => ({ companyId, key: '', paymentMethodId: '', before: '' })),
    seen: {},
    troubles: {},
    answered: {},
    companies: Object.fromEntries(names.map((name) => [name, sampleCompany(name)])),
    round: 0,
  };
  const statusById = (companyId: string) => rows[companyId as SampleName];
  return { state, statusById };
}
