/** What the walks choose from: companies of every kind, logins, forms, methods. */
import type { SandboxCompany } from '@billhook/core/company/company';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { scheduleValues } from '@billhook/core/schemas/schedule';
import { usDay } from './clock.ts';

const named = (name: string) => find((company) => company.name === name);

function find(wanted: (company: SandboxCompany) => boolean): SandboxCompany {
  const found = sandboxCompanies.find(wanted);
  if (!found) throw new Error('The directory lacks a company that the walks need');
  return found;
}

/** One with a login and password, that is not in maintenance. */
const ordinary = (wanted: (company: SandboxCompany) => boolean) =>
  find(
    (company) =>
      company.sandbox.bills !== 'by-form' &&
      company.status === 'operational' &&
      company.auth.loginFields.map(({ name }) => name).join() === 'username,password' &&
      company.products.includes('payment') &&
      wanted(company),
  );

const plain = ({ sandbox, requiredPayment, subscription, schedule }: SandboxCompany) =>
  sandbox.autopay === 'off' && !requiredPayment && !subscription && !schedule;

export const companies = [
  named('Regular Company 1'),
  ordinary((company) => plain(company) && company.sandbox.bills === 'one'),
  named('Regular Company 5'),
  named('MFA Company 1'),
  ordinary((company) => plain(company) && company.sandbox.bills === 'two'),
  ordinary((company) => company.requiredPayment === 'card'),
  ordinary((company) => company.requiredPayment === 'bank'),
  ordinary((company) => ['card', 'loan'].includes(company.sandbox.bills)),
  ordinary((company) => plain(company) && company.additionalPaymentOptions !== undefined),
  // It takes any amount.
  named('Rushtern Tollways'),
  ordinary((company) => company.sandbox.autopay !== 'off' && company.sandbox.bills === 'one'),
  ordinary((company) => company.schedule !== undefined && !company.requiredPayment),
] as const;

/** Two clients who know the same login share the account; the others are cases of the interface. */
const logins = [
  'ada',
  'bob',
  'ada',
  'test',
  'testhold',
  'testmfaquestion',
  'testpaymentfail',
  'testfail',
  'testmfacode',
  'testmfaprompt',
];

const dueIn = [12, 3, 25, -4, 40, 12];
const paidAgo = [-4, 0, -20];
/** Not before any walk's end: a bill that is due is not upcoming. */
const dueLater = [40, 50];
const balances = ['100.00', '35.50', '0'];
/** Over a ceiling of a payment, of a client's day with another, and far above the others. */
const large = ['200.01', '200.00', '150.00'];
const statuses = [
  '',
  'upcoming',
  'payment-declined',
  'hold',
  'mfa-required-questions',
  'paid',
  'syncing',
  'authenticate',
  'zero-balance',
  'mfa-required-code',
  'mfa-required-prompt',
  'mfa-required-code',
  'authenticate-later',
  'mfa-required-later',
  'no-response-later',
  'session-ended',
  'connection-ends',
  'mfa-required-at-payment',
  'password-expired-later',
  'page-changed-later',
];

/** What becomes of a payment days later, or of one that a network's balance does not pay. */
export const settlingStatuses = [
  'payment-accepted',
  'payment-returned',
  'payment-returned-twice',
  'payment-returned-by-mistake',
  'payment-balance-empty',
] as const;

/** Where these are met: one account of a client at each. */
export const settlingCompanies = [
  'Regular Company 1',
  'Regular Company 2',
  'Regular Company 3',
].map(named);

/** `from`: the instant from which due dates count. */
export function formFor(
  company: SandboxCompany,
  number: number,
  from: number,
): Record<string, string> {
  if (company.sandbox.bills !== 'by-form') {
    const asksZip = company.auth.loginFields.some(({ name }) => name === 'zipcode');
    return { username: at(logins, number), password: 'any', ...(asksZip && { zipcode: '94107' }) };
  }
  const status = at(statuses, number);
  const usual = at(balances, number >> 4 > 12 ? 2 : number % 2);
  const balance = number % 5 === 3 ? at(large, number >> 3) : usual;
  const due = { paid: paidAgo, upcoming: dueLater }[status] ?? dueIn;
  return {
    balance: status === 'zero-balance' ? '0' : balance,
    dueDate: usDay(from, at(due, number >> 1)),
    status,
  };
}

export const cards = [
  '4111111111111111',
  '4000000000000002',
  '5555555555554444',
  '4000000000000002',
];

export const requests = [['bill'], ['bill', 'payment'], ['bill'], ['payment']] as const;

export const settings = [
  { recurring: 'disabled' },
  { recurring: 'enabled' },
  ...scheduleValues.map((schedule) => ({ schedule })),
] as const;

export function at<T>(list: readonly T[], number: number): T {
  const item = list[number % list.length];
  if (item === undefined) throw new Error('There is nothing to choose from');
  return item;
}
