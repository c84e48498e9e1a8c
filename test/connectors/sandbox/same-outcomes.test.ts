/**
 * The same story, told by the sandbox that is built in and by the one behind the wire: whatever a login
 * brings about, both say the same of it.
 */

import { DAY_MILLISECONDS } from '@billhook/core/base/dates';
import type { Connector, LoginOutcome, Session } from '@billhook/core/company/connector';
import { isNotLoggedIn, isRunning, shownBills } from '@billhook/core/company/connector';
import { formStatuses, loginCase, testLogins } from '@billhook/core/sandbox/test-logins';
import { parsedConnector } from '@billhook/runtime/companies/parsed-connector';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { card, NOW, sandbox, sessionAt } from '../../layers/core/sandbox/support.ts';
import { openOverTheWire } from './over-the-wire.ts';

const statuses = [
  ...formStatuses,
  // Any other is an account that is verified.
  'verified',
  'hold:account_issue_account_locked',
  'hold:system_issue_with_bill:job-timeout',
  'hold:system_issue_with_bill_payment:proxy-failure',
  'hold:account_issue_with_swap',
];

/** Without those that take three minutes, and with one that is no test login. */
const logins = [...testLogins.filter((login) => loginCase(login).slow === 'nothing'), 'ada'];

let wire: Awaited<ReturnType<typeof openOverTheWire>>;

beforeAll(async () => {
  wire = await openOverTheWire();
});
afterAll(() => wire.close());

let stories = 0;

/** What both say, one after the other, each of an account of its own. */
async function both(
  tell: (connector: Connector, session: Session) => Promise<unknown>,
  [company, form]: readonly [company: string, form: Session['form']],
) {
  stories += 1;
  const clientId = `cl_${stories}`;
  const session = sessionAt(company, form, { clientId, authId: `auth_${clientId}` });
  const imported = { ...session, company: wire.imported(session.company) };
  // As the service uses it: what makes no sense is believed by nobody.
  const here = parsedConnector(sandbox().connector, () => NOW) as Connector;
  return [await tell(here, session), await tell(wire.connector, imported)];
}

/** The outcome of a call, or that it threw. Names of payments follow from ids, which differ. */
async function said(call: () => Promise<unknown>, thrown: unknown = 'thrown'): Promise<unknown> {
  try {
    const outcome = await call();
    // Without an end: over the wire it goes on until its time is over, here it fails at once.
    if (isRunning(outcome)) return thrown;
    const text = JSON.stringify(outcome ?? 'nothing', (name, value) =>
      name === 'accountKey' ? '(key)' : value,
    );
    return JSON.parse(text.replace(/SB\d{8}/g, 'SB'));
  } catch {
    return thrown;
  }
}

type Standing = Partial<Session>;

/** Logs in, answers whatever is asked, and says what came of each round. */
async function logIn(connector: Connector, given: Session) {
  const outcomes: unknown[] = [];
  let isIn = false;
  let left: Standing = {};
  let session = given;
  let login = { name: `${given.clientId} ${given.partnerNow} ${given.attended}`, round: 0 };
  for (let time = 0; time < 4; time += 1) {
    login = { ...login, round: login.round + 1 };
    const keep: Session['keep'] = ({ connection, live }) => {
      left = { ...left, connection: connection?.value, live: live?.handle };
    };
    let outcome: LoginOutcome | undefined;
    outcomes.push(
      await said(async () => {
        const now = await connector.logIn({ ...session, ...left, login, keep });
        if (!isRunning(now)) outcome = now;
        return now;
      }),
    );
    isIn = outcome?.kind === 'verified';
    const next = outcome && answerTo(outcome, session);
    if (!next || !given.attended) break;
    // What the user does about a hold begins another login.
    if (next.holdFixed) login = { name: `${login.name} again`, round: 0 };
    session = { ...session, ...next };
  }
  return { outcomes, isIn, session: { ...session, ...left } };
}

function answerTo(outcome: LoginOutcome, { holdFixed }: Session): Standing | undefined {
  if (outcome.kind === 'hold') return holdFixed ? undefined : { holdFixed: true };
  if (outcome.kind !== 'mfa-required') return undefined;
  const { challenge } = outcome;
  if (challenge.kind === 'prompt') return { promptPressed: true };
  if (challenge.kind === 'code-choice') return { codeChoice: challenge.choices[0]?.identifier };
  if (challenge.kind === 'code-entry') return { answers: { code: '123456' } };
  return {
    answers: Object.fromEntries(
      challenge.questions.map(({ identifier }) => [identifier, 'answer']),
    ),
  };
}

const HOUR = 60 * 60 * 1000;

/** Linking, paying, and what is found and shown of it in the days after. */
async function storyOfPaying(connector: Connector, linked: Session): Promise<unknown> {
  const { outcomes, isIn, session } = await logIn(connector, linked);
  if (!isIn) return outcomes;
  const read = async (at: Session) => {
    const bills = await connector.listBills(at);
    return bills;
  };
  const shown: unknown[] = [await said(() => read(session))];
  const seen = await read(session);
  if (isNotLoggedIn(seen) || isRunning(seen)) return shown;
  const accountKey = shownBills(seen).bills[0]?.accountKey ?? 'none';
  const paying: Session = { ...session, purpose: 'payment' };
  const at = (milliseconds: number): Session => ({
    ...paying,
    partnerNow: NOW + milliseconds,
    attended: false,
    verifiedBefore: true,
  });
  const submission = (number: number) => ({
    paymentId: `pay_${linked.clientId}`,
    number,
    submissionId: `pay_${linked.clientId}-${number}`,
  });
  // What was asked is held against what is found.
  const asked = (number: number) => ({ ...submission(number), amountCents: 100 });
  const pay = (who: Session, number: number) =>
    said(
      () =>
        connector.pay(who, {
          ...submission(number),
          ...{ accountKey, amountCents: 100, method: card() },
        }),
      { kind: 'unknown' },
    );
  const find = (who: Session, number = 1) =>
    said(() => connector.findPayment(who, asked(number)), { kind: 'not-known' });
  const story = { outcomes, shown, paid: [] as unknown[], later: [] as unknown[] };
  story.paid.push(await pay(paying, 1), await find(paying), await pay(paying, 2));
  for (const later of [HOUR, 4 * DAY_MILLISECONDS, 9 * DAY_MILLISECONDS]) {
    story.later.push(await find(at(later)), await find(at(later), 2));
    story.later.push(await said(() => read(at(later))));
  }
  return story;
}

async function storyOfSwapping(connector: Connector, linked: Session): Promise<unknown> {
  const { outcomes, isIn, session } = await logIn(connector, { ...linked, purpose: 'swap' });
  if (!isIn) return outcomes;
  const swapping: Session = { ...session, purpose: 'swap' };
  const attemptId = `swap_${linked.clientId}`;
  const method = card() as Extract<ReturnType<typeof card>, { type: 'card' }>;
  const unknown = { kind: 'unknown' };
  const swapped = await said(() => connector.swap(swapping, { attemptId, method }), unknown);
  // The kit knows by itself that nothing came of it.
  if (isNotLoggedIn(swapped)) return [outcomes, swapped];
  return [
    outcomes,
    swapped,
    await said(() => connector.findSwap(swapping, attemptId), unknown),
    await said(() => connector.findSwap(swapping, 'swap_another'), unknown),
  ];
}

/** The daily reading: nobody is there to answer. */
async function storyOfReading(connector: Connector, linked: Session): Promise<unknown> {
  const { isIn, session } = await logIn(connector, linked);
  if (!isIn) return 'not linked';
  const alone: Session = {
    ...session,
    ...{ attended: false, verifiedBefore: true, answers: undefined, holdFixed: undefined },
    partnerNow: NOW + DAY_MILLISECONDS,
    // Who never gets a response gives up.
    signal: AbortSignal.timeout(300),
  };
  const { outcomes } = await logIn(connector, alone);
  return [outcomes, await said(() => connector.listBills(alone))];
}

const told = { paying: storyOfPaying, swapping: storyOfSwapping, reading: storyOfReading };
/** Any other due date is refused before the company is asked. */
const dueBefore = ['overdue', 'paid'];
const form = (status: string) => ({
  ...{ balance: status === 'zero-balance' ? '0.00' : '100.00', status },
  dueDate: dueBefore.includes(status) ? '06/01/2026' : '12/01/2026',
});

describe.each(Object.entries(told))('The story of %s', (_, story) => {
  test.each(statuses)('with the status %s', async (status) => {
    const [here, there] = await both(story, ['Regular Company 1', form(status)]);
    expect(there).toEqual(here);
  });

  test.each(logins)('with the login %s', async (login) => {
    // What is no test login is the same account for all who have it.
    const username = login === 'ada' ? `ada ${stories}` : login;
    const [here, there] = await both(story, ['Pebblerun Water', { username, password: 'x' }]);
    expect(there).toEqual(here);
  });
});
