/** What the sandbox says of itself as a connector, with a login for each scenario that it has. */
import type { ServerOptions, TestLogin } from '@billhook/connector-kit';
import { POSTING_DAYS } from '@billhook/core/payment/account-ledger';
import { RETURNABLE_DAYS } from '@billhook/core/sandbox/fate';
import { RIGHT_ANSWER, RIGHT_CODE } from '@billhook/core/sandbox/logins';
import { SLOW_STATUS } from './author.ts';

/** At this one, the form says what happens. Each linked account has a bill of its own. */
const TEST_COMPANY = 'RegularCompany100000';
/** At this one, the same login is the same account, whoever links it. */
const SHARED_COMPANY = 'PebblerunWater000000';

function byStatus(scenario: TestLogin['scenario'], status: string): TestLogin {
  const form = { balance: '100.00', dueDate: '12/31/2040', status };
  return { scenario, company: TEST_COMPANY, form };
}

export const manifest: ServerOptions['manifest'] = {
  id: 'remote-sandbox',
  name: 'Sandbox',
  version: '0.1.0',
  mode: 'test',
  capabilities: {
    reads: true,
    pays: ['card', 'bank'],
    swaps: true,
    handlesCards: true,
    funding: 'method-at-company',
    challenges: ['questions', 'code-choice', 'code-entry', 'prompt'],
    unattended: { reads: true, pays: true },
    postingDays: POSTING_DAYS,
    settles: 'later',
    returnsWithinDays: RETURNABLE_DAYS,
    namesStatements: true,
    findsSubmissions: true,
    findsWithoutLogin: true,
    cancels: false,
    needsCardCode: false,
    countsFailedLogins: true,
    reports: true,
    inventsFaults: true,
  },
  limits: {},
  timeouts: { login: 60, bills: 60, payment: 60, swap: 60 },
  // An account without a bill is shown as a bill without a balance, so that there is no `no-bills`.
  testLogins: [
    byStatus('signs-in', 'verified'),
    byStatus('wrong-password', 'authenticate'),
    {
      ...byStatus('questions', 'mfa-required-questions'),
      answers: { 'first-pet': RIGHT_ANSWER, 'city-of-birth': RIGHT_ANSWER },
    },
    { ...byStatus('code', 'mfa-required-code'), answers: { code: RIGHT_CODE } },
    byStatus('prompt', 'mfa-required-prompt'),
    byStatus('hold', 'hold'),
    byStatus('slow', SLOW_STATUS),
    {
      scenario: 'bills',
      company: SHARED_COMPANY,
      form: { username: 'verify', password: 'any' },
    },
    byStatus('pays-card', 'upcoming'),
    byStatus('pays-bank', 'upcoming'),
    byStatus('declines', 'payment-declined'),
    byStatus('accepts', 'payment-accepted'),
    byStatus('returns', 'payment-returned'),
    byStatus('unclear', 'payment-shown-late'),
    byStatus('swaps', 'upcoming'),
  ],
};
