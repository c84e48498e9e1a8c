/** What the browser says of itself as a connector. */
import type { ServerOptions, TestLogin } from '@billhook/connector-kit';

/** Where most test logins are, by the id of its row. */
export const COMPANY = 'marlow-valley-electric';
/** The customer whose card is replaced. */
export const SWAPS = { company: 'nightjar', email: 'swaps@mail.example' } as const;
/** Of all invented customers. */
export const PASSWORD = 'correct horse';
/** What the stand-in sends to the customer `code`. */
export const CODE = '135790';

function testLogin(scenario: TestLogin['scenario'], more: Partial<TestLogin> = {}): TestLogin {
  return { scenario, company: COMPANY, form: { userid: scenario, password: PASSWORD }, ...more };
}

export const manifest: ServerOptions['manifest'] = {
  id: 'browser',
  name: 'Browser',
  version: '0.1.0',
  mode: 'test',
  capabilities: {
    reads: true,
    pays: ['card'],
    swaps: true,
    handlesCards: true,
    funding: 'method-at-company',
    challenges: ['code-choice', 'code-entry', 'prompt'],
    unattended: { reads: true, pays: true },
    postingDays: 5,
    settles: 'at-once',
    returnsWithinDays: 0,
    namesStatements: true,
    findsSubmissions: true,
    findsWithoutLogin: false,
    cancels: false,
    needsCardCode: false,
    countsFailedLogins: true,
    reports: true,
    looks: true,
  },
  // A browser takes a fifth of a gigabyte.
  limits: { sessionsAtOnce: 3 },
  timeouts: { login: 120, bills: 120, payment: 120, swap: 120 },
  testLogins: [
    testLogin('signs-in'),
    testLogin('wrong-password', { form: { userid: 'wrong-password', password: 'wrong' } }),
    testLogin('code', { answers: { code: CODE } }),
    testLogin('hold'),
    testLogin('bills'),
    testLogin('pays-card'),
    testLogin('declines'),
    testLogin('swaps', {
      company: SWAPS.company,
      form: { email: SWAPS.email, password: PASSWORD },
    }),
  ],
};
