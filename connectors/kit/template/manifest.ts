/** What the connector says of itself. Callers believe nothing that is not here. */
import type { ServerOptions, TestLogin } from '@billhook/connector-kit';
import { ANSWER, CODE, PASSWORD } from './company.ts';

const COMPANY = 'example-power';

function testLogin(scenario: TestLogin['scenario'], more: Partial<TestLogin> = {}): TestLogin {
  return { scenario, company: COMPANY, form: { username: scenario, password: PASSWORD }, ...more };
}

export const manifest: ServerOptions['manifest'] = {
  id: 'my-connector',
  name: 'My connector',
  version: '0.1.0',
  mode: 'test',
  capabilities: {
    reads: true,
    pays: ['card', 'bank'],
    swaps: true,
    handlesCards: true,
    funding: 'method-at-company',
    challenges: ['questions', 'code-entry', 'prompt'],
    unattended: { reads: true, pays: true },
    postingDays: 5,
    settles: 'later',
    returnsWithinDays: 60,
    namesStatements: false,
    // `billsEvery: 'week'` where statements are weekly. `showsPayments: false` only where no payment is
    // ever shown: the next statement then counts as proof of the payment before.
    findsSubmissions: true,
    findsWithoutLogin: false,
    cancels: true,
    needsCardCode: false,
    countsFailedLogins: true,
    reports: true,
  },
  limits: { sessionsAtOnce: 10 },
  timeouts: { login: 180, bills: 180, payment: 120, swap: 120 },
  testLogins: [
    testLogin('signs-in'),
    // Of accounts that other logins here sign in to: most companies forget a wrong password then.
    ...['signs-in', 'bills', 'pays-card'].map((username) =>
      testLogin('wrong-password', { form: { username, password: 'wrong' } }),
    ),
    testLogin('questions', { answers: { color: ANSWER } }),
    testLogin('code', { answers: { code: CODE } }),
    testLogin('prompt'),
    testLogin('hold'),
    testLogin('slow'),
    testLogin('bills'),
    testLogin('no-bills'),
    testLogin('pays-card'),
    testLogin('pays-bank'),
    testLogin('declines'),
    testLogin('accepts'),
    testLogin('returns'),
    testLogin('unclear'),
    testLogin('swaps'),
  ],
};
