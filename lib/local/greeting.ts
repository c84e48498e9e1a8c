import type { LocalApp } from './app.ts';
import { localFailure } from './failures.ts';
import type { StandInFacts } from './stand-ins/open.ts';

/** The stacks' output that names the secret with the first partner's key. */
const FIRST_PARTNER_OUTPUT = 'FirstPartnerSecretArn';

export type FirstPartner = { readonly partnerId: string; readonly apiKey: string };

/** Reads the first partner as the stack's seed function has written it. @throws LocalFailure */
export function readFirstPartner(app: LocalApp): FirstPartner {
  const secretArn = app.outputs[FIRST_PARTNER_OUTPUT];
  if (secretArn === undefined) {
    throw localFailure(`The stacks have no output ${FIRST_PARTNER_OUTPUT}.`);
  }
  const { partnerId, apiKey } = JSON.parse(
    app.readSecret(secretArn) ?? '{}',
  ) as Partial<FirstPartner>;
  if (!partnerId || !apiKey) throw localFailure('The first partner has not been seeded.');
  return { partnerId, apiKey };
}

/** What `npm start` prints when it is ready, with three requests to copy. */
export function describeStart(app: LocalApp, partner: FirstPartner, sandboxFile: string): string {
  const request = (path: string, body: unknown) =>
    [
      `  curl ${app.baseUrl}${path} \\`,
      `    -H 'Authorization: Bearer ${partner.apiKey}' \\`,
      `    -H 'Content-Type: application/json' \\`,
      `    -d '${JSON.stringify(body)}'`,
    ].join('\n');
  return `
Billhook is listening on ${app.baseUrl}

  Partner    ${partner.partnerId}
  API key    ${partner.apiKey}
  Companies  Regular Company 1 to 5, MFA Company 1 to 2, and more (docs/guide/sandbox.md)
  Written to ${sandboxFile}

Create a client, find a company and link an account (the README continues with a payment):

${request('/client', { identifier: 'user-1' })}

${request('/company/search', { query: 'Regular Company 1' })}

${request('/auth', {
  clientId: 'CLIENT_ID_FROM_THE_FIRST_RESPONSE',
  companyId: 'co_RegularCompany100000',
  items: ['bill'],
  form: { balance: '42.00', dueDate: nextMonth(), status: 'verified' },
})}
`;
}

/** A due date a month from now, as the test companies' forms take it. */
function nextMonth(): string {
  const due = new Date(Date.now() + 30 * 24 * 60 * 60 * 1000);
  const [year, month, day] = due.toISOString().slice(0, 10).split('-');
  return `${month}/${day}/${year}`;
}

/** The companies with websites, as `npm start` prints them; nothing where there are none. */
export function describeStandIns(companies: readonly StandInFacts[]): string {
  if (companies.length === 0) return '';
  return `Invented companies with websites, to try the browser with: docs/connect/stand-ins.md
(npm start -- --no-stand-ins leaves them out)
${companies.map(describeStandIn).join('\n')}
`;
}

function describeStandIn({ name, url, form, phone, payments }: StandInFacts): string {
  const login = Object.entries(form).map(([field, value]) => `${field} ${value}`);
  return `
${name} is at ${url}

  Login     ${login.join(', ')}
  Codes     ${phone.replace('/phone.json/', '/phone/')} (what it texts to that customer)
  Payments  ${payments}`;
}
