import { type Author, type Bill, memoryStore } from '@billhook/connector-kit';
import { describe, expect, test } from 'vitest';
import {
  checks,
  type RunOptions,
  runChecks,
} from '../../../../../connectors/kit/src/verify/run.ts';
import { createAuthor } from '../../../../../connectors/kit/template/connector.ts';
import { manifest } from '../../../../../connectors/kit/template/manifest.ts';
import { badConnector, dropsUnknownFields } from '../../../support/bad-connector.ts';
import { faults, withOtherKid } from '../../../support/faults.ts';
import { BASE_URL, goodConnector, suiteKeys } from '../../../support/good-connector.ts';
import { lockingCompany } from '../../../support/locking-company.ts';

const TODAY = '2026-11-23';

type Listed = NonNullable<Bill['recentPayments']>;
type Connector = Pick<ReturnType<typeof goodConnector>, 'handle'>;

function run(connector: Connector, more: Partial<RunOptions> = {}) {
  return runChecks({
    baseUrl: BASE_URL,
    send: (request) => connector.handle(request),
    keys: suiteKeys,
    today: TODAY,
    secondMilliseconds: 100,
    ...more,
  });
}

async function resultsOf(connector: Connector, more: Partial<RunOptions> = {}) {
  const ran = await run(connector, more);
  if (!('results' in ran)) throw new Error(ran.unreachable);
  return ran.results;
}

describe('A good connector', () => {
  test('passes every check', async () => {
    const results = await resultsOf(goodConnector());
    const others = results.filter(({ verdict }) => verdict !== 'PASS');
    expect(others.map(({ id, verdict, detail }) => ({ id, verdict, detail }))).toEqual([
      { id: 'report.arrives', verdict: 'SKIP', detail: 'There is no receiver: see --receive' },
      {
        id: 'bills.no-payments',
        verdict: 'SKIP',
        detail: 'No company of its test logins says so',
      },
      { id: 'pay.survives', verdict: 'SKIP', detail: 'Nothing restarts it: see --restart' },
    ]);
    expect(results.map(({ id }) => id)).toEqual(checks.map(({ id }) => id));
  });
});

/** A company that keeps count owes nothing any more once the suite has run often enough. */
test('Says of a test login whose bill is paid off what to do about it', async () => {
  const author = createAuthor(0);
  const listBills: Author['listBills'] = async (session, given) => {
    const read = await author.listBills?.(session, given);
    if (read?.kind !== 'bills') return read ?? { kind: 'failed', tried: true };
    return { ...read, bills: read.bills.map((bill) => ({ ...bill, balanceCents: 0 })) };
  };
  const results = await resultsOf(goodConnector({ author: { ...author, listBills } }));
  const detail = 'The login pays-card leads to no bill with a balance: give it one again';
  expect(results).toContainEqual(
    expect.objectContaining({ id: 'pay.card', verdict: 'FAIL', detail }),
  );
});

/** As of many a loan and many a phone bill. */
test.each(['balance', 'dollar'] as const)(
  'At a company that takes all that is owed or nothing, the suite that pays a %s passes or says so',
  async (amount) => {
    const author = createAuthor(0);
    const owed = 4_200;
    const pay: Author['pay'] = async (session, order, run) => {
      const isLetIn = session.form.password !== 'wrong';
      if (isLetIn && order.amount.cents !== owed) return { kind: 'declined', reason: 'refused' };
      return (await author.pay?.(session, order, run)) ?? { kind: 'unknown' };
    };
    const testLogins = manifest.testLogins?.map((login) => ({ ...login, amount }));
    // The bill stands, however often it is paid.
    const listBills: Author['listBills'] = async (session, run) => {
      const read = await author.listBills?.(session, run);
      if (read?.kind !== 'bills') return read ?? { kind: 'failed', tried: true };
      return { ...read, bills: read.bills.map((bill) => ({ ...bill, balanceCents: owed })) };
    };
    const connector = goodConnector({
      author: { ...author, pay, listBills },
      manifest: { ...manifest, testLogins },
    });
    const paying = ['pay.card', 'pay.bank', 'pay.repeated', 'pay.other-amount', 'pay.found'];
    const only = [...paying, 'pay.fenced', 'pay.not-logged-in', 'pay.settled', 'pay.totals'];
    const results = await resultsOf(connector, { only });
    const failed = results.filter(({ verdict }) => verdict !== 'PASS').map(({ id }) => id);
    if (amount === 'balance') expect(failed).toEqual([]);
    else expect(failed).toEqual(expect.arrayContaining(['pay.card', 'pay.bank', 'pay.settled']));
  },
);

test('Says of a reading that fails where to look, and not that it was repeated', async () => {
  const author = { ...createAuthor(0), listBills: () => Promise.reject(new Error('No page')) };
  const results = await resultsOf(goodConnector({ author }));
  const detail = "The result is failed. The connector's log should say why";
  for (const id of ['bills.read', 'bills.repeated', 'pay.card']) {
    expect(results).toContainEqual(expect.objectContaining({ id, verdict: 'FAIL', detail }));
  }
});

describe('Of the payments that a company shows', () => {
  const author = createAuthor(0);
  const showing = (change: (bill: Bill) => Bill): Author => ({
    ...author,
    listBills: async (session, run) => {
      const read = await author.listBills?.(session, run);
      if (read?.kind !== 'bills') return read ?? { kind: 'failed', tried: true };
      return { ...read, bills: read.bills.map(change) };
    },
  });
  const verdictOf = async (id: string, more: Parameters<typeof goodConnector>[0]) => {
    const [result] = await resultsOf(goodConnector(more), { only: [id] });
    return result?.verdict;
  };
  const row = (showsPayments?: boolean): Author['companies'] => {
    const { companies } = author;
    return async (...given) => {
      const page = await companies(...given);
      const rows = page.companies.map((one) => ({ ...one, capabilities: { showsPayments } }));
      return { ...page, companies: rows };
    };
  };

  test.each([
    ['neither', undefined, undefined, 'SKIP'],
    ['the manifest says so', false, undefined, 'FAIL'],
    ['the row says so', undefined, false, 'FAIL'],
    ['the row says so against the manifest', true, false, 'FAIL'],
    ['the row says otherwise', false, true, 'SKIP'],
  ])('that it shows none is checked where it is said: %s', async (_, all, own, verdict) => {
    const capabilities = { ...manifest.capabilities, showsPayments: all };
    const more = { manifest: { ...manifest, capabilities } };
    const companies = own === undefined ? author.companies : row(own);
    const found = await verdictOf('bills.no-payments', {
      ...more,
      author: { ...author, companies },
    });
    expect(found).toBe(verdict);
  });

  test.each([
    ['an empty list', { recentPayments: [], lastPaidOn: undefined }, 'PASS'],
    ['no list', { recentPayments: undefined, lastPaidOn: undefined }, 'PASS'],
    ['the last payment alone', { recentPayments: undefined, lastPaidOn: '2026-01-31' }, 'FAIL'],
  ])('%s at one that says it shows none', async (_, shown, verdict) => {
    const capabilities = { ...manifest.capabilities, showsPayments: false };
    const more = { manifest: { ...manifest, capabilities } };
    const silent = showing((bill) => ({ ...bill, ...shown }));
    expect(await verdictOf('bills.no-payments', { ...more, author: silent })).toBe(verdict);
  });

  const inDays = (days: number) =>
    new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

  test.each([
    ['tomorrow', 1, 'PASS'],
    ['the day after tomorrow', 2, 'FAIL'],
  ])('one of %s', async (_, days, verdict) => {
    const recentPayments = [{ amountCents: 1, paidOn: inDays(days) }];
    const listing = showing((bill) => ({ ...bill, recentPayments }));
    expect(await verdictOf('bills.payment-days', { author: listing })).toBe(verdict);
  });

  test.each([
    [29, 'FAIL'],
    [31, 'PASS'],
  ])('one of %s days ago that goes away', async (days, verdict) => {
    let readings = 0;
    const forgets = showing((bill) => {
      readings += 1;
      const recentPayments = readings === 1 ? [{ amountCents: 1, paidOn: inDays(-days) }] : [];
      return { ...bill, recentPayments };
    });
    expect(await verdictOf('bills.payments-stay', { author: forgets })).toBe(verdict);
  });

  test.each([
    ['is not listed', () => [], 'SKIP'],
    ['is listed as received', (list: Listed) => list.map(({ posted: _, ...one }) => one), 'SKIP'],
    [
      'is posted, and has no name',
      (list: Listed) => list.map(({ confirmation: _, ...one }) => one),
      'FAIL',
    ],
    [
      'is posted, with another name',
      (list: Listed) => list.map((one) => ({ ...one, confirmation: 'other' })),
      'FAIL',
    ],
  ])('one that the balance does not have and that %s', async (_, change, verdict) => {
    const wrong = showing((bill) => ({
      ...bill,
      balanceCents: 100_000,
      recentPayments: change(bill.recentPayments ?? []),
    }));
    expect(await verdictOf('pay.posted', { author: wrong })).toBe(verdict);
  });
});

/** A network says days later what became of a payment, so every payment is accepted first. */
describe('A connector whose payments all settle later', () => {
  const author = createAuthor(0);
  const { pay, findPayment } = author;
  const refused: string[] = [];
  const late: Author = {
    ...author,
    pay: async (session, order, run) => {
      const form = { ...session.form, username: 'accepts' };
      if (session.form.username === 'declines') refused.push(order.payment);
      return (await pay?.({ ...session, form }, order, run)) ?? { kind: 'unknown' };
    },
    findPayment: async (session, submission, run) => {
      if (refused.includes(submission.payment)) return { kind: 'declined', reason: 'refused' };
      const form = { ...session.form, username: 'accepts' };
      return (await findPayment?.({ ...session, form }, submission, run)) ?? { kind: 'not-known' };
    },
  };

  test.each(['pay.declined', 'pay.settled'])('passes %s once they have', async (id) => {
    const results = await resultsOf(goodConnector({ author: late }), { only: [id] });
    expect(results.map(({ verdict, detail }) => [verdict, detail])).toEqual([['PASS', undefined]]);
  });

  test('passes pay.unclear once it has by the user’s clock, two days later', async () => {
    const askAgainAt = new Date(Date.now() + 2 * 24 * 60 * 60 * 1000).toISOString();
    const accepted = {
      kind: 'accepted',
      reference: 'R1',
      expectBy: '2099-01-01',
      askAgainAt,
    } as const;
    const byClock: Author = {
      ...author,
      findPayment: async (...given) =>
        given[0].at < askAgainAt ? accepted : ((await findPayment?.(...given)) ?? accepted),
    };
    const only = ['pay.unclear'];
    const [result] = await resultsOf(goodConnector({ author: byClock }), { only });
    expect([result?.verdict, result?.detail]).toEqual(['PASS', undefined]);
  });
});

/** As at many companies: a card is charged at once, and a bank account is debited in days. */
describe('A connector where what is paid from a bank account alone settles later', () => {
  const author = createAuthor(0);
  const asCard = (username: string) =>
    ['accepts', 'returns', 'unclear'].includes(username) ? `card of ${username}` : username;
  const fromCards = new Set<string>();
  type Asked = { readonly form: Readonly<Record<string, string>> };
  const at = <Session extends Asked>(session: Session, payment: string): Session => {
    const { username = '' } = session.form;
    const form = {
      ...session.form,
      username: fromCards.has(payment) ? asCard(username) : username,
    };
    return { ...session, form };
  };
  const mixed: Author = {
    ...author,
    pay: async (session, order, run) => {
      if (order.method.type === 'card') fromCards.add(order.payment);
      return (await author.pay?.(at(session, order.payment), order, run)) ?? { kind: 'unknown' };
    },
    findPayment: async (session, asked, run) =>
      (await author.findPayment?.(at(session, asked.payment), asked, run)) ?? { kind: 'not-known' },
    cancelPayment: async (session, asked, run) =>
      (await author.cancelPayment?.(at(session, asked.payment), asked, run)) ?? {
        kind: 'not-known',
      },
  };
  const only = ['pay.accepted', 'pay.returned', 'pay.unclear', 'pay.cancelled'];

  test('passes the checks of that', async () => {
    const results = await resultsOf(goodConnector({ author: mixed }), { only });
    const others = results.filter(({ verdict }) => verdict !== 'PASS');
    expect(others.map(({ id, detail }) => ({ id, detail }))).toEqual([]);
  });

  test('is told what came of both, if nothing does', async () => {
    const asked = new Set<string>();
    const none: Author = {
      ...author,
      pay: async (session, order, run) => {
        asked.add(order.method.type);
        const form = { ...session.form, username: asCard(session.form.username ?? '') };
        return (await author.pay?.({ ...session, form }, order, run)) ?? { kind: 'unknown' };
      },
    };
    const results = await resultsOf(goodConnector({ author: none }), { only: ['pay.accepted'] });
    const detail = 'The result is paid with a bank account, and paid with a card';
    expect(results).toEqual([expect.objectContaining({ verdict: 'FAIL', detail })]);
    expect([...asked].sort()).toEqual(['bank', 'card']);
  });
});

describe('A connector that asks for a code, and no questions', () => {
  const testLogins = manifest.testLogins?.filter(({ scenario }) => scenario !== 'questions');
  const only = ['login.wrong-answers', 'login.stale-round'];
  const believes: Author = {
    ...createAuthor(0),
    logIn: ({ round, attended }) => {
      if (round > 1) return { kind: 'verified' };
      const question = { question: 'Which code?', identifier: 'code' };
      return {
        kind: 'mfa-required',
        challenge: { kind: 'code-entry', question, sent: attended },
      };
    },
  };

  test.each([
    ['passes if it looks at the code', {}, ['PASS', 'PASS']],
    ['fails if it believes any code', { author: believes }, ['FAIL', 'PASS']],
  ])('%s', async (_what, more, wanted) => {
    const codes = goodConnector({ manifest: { ...manifest, testLogins }, ...more });
    const results = await resultsOf(codes, { only });
    expect(results.map(({ verdict }) => verdict)).toEqual(wanted);
  });
});

/** A connector in another language may drop what it does not know before it compares. */
test('Tries other credentials in the fields that there are', async () => {
  const results = await resultsOf(badConnector(dropsUnknownFields), {
    only: ['login.another-body', 'login.unknown-field'],
  });
  expect(results.map(({ id, verdict }) => [id, verdict])).toEqual([
    ['login.another-body', 'PASS'],
    ['login.unknown-field', 'PASS'],
  ]);
});

/** As most networks do it. */
test('A connector whose report of a day comes in the night after it passes', async () => {
  const author = createAuthor(0);
  const today = new Date().toISOString().slice(0, 10);
  const settlements: Author['settlements'] = (day, ...given) =>
    day < today ? author.settlements?.(day, ...given) : undefined;
  const only = ['pay.settled', 'pay.totals', 'pay.settled-day', 'pay.not-yet'];
  const results = await resultsOf(goodConnector({ author: { ...author, settlements } }), { only });
  expect(results.map(({ id, verdict, detail }) => [id, verdict, detail])).toEqual([
    ['pay.settled', 'SKIP', `${today} is not reported yet`],
    ['pay.totals', 'PASS', undefined],
    ['pay.settled-day', 'PASS', undefined],
    ['pay.not-yet', 'PASS', undefined],
  ]);
});

describe('A connector that is started again', () => {
  /** Stopped and started again, with what it keeps in its store and nothing else. */
  const started = (keeps: boolean) => {
    const [author, store] = [createAuthor(0), memoryStore()];
    const start = () => goodConnector({ author, store: keeps ? store : memoryStore() });
    let connector = start();
    const restart = async () => {
      connector = start();
    };
    return { connector: { handle: (request) => connector.handle(request) } as Connector, restart };
  };

  test.each([
    ['passes if it keeps what was done', true, 'PASS', undefined],
    ['fails if it has forgotten it', false, 'FAIL', 'It was paid twice'],
  ])('%s', async (_, keeps, verdict, detail) => {
    const { connector, restart } = started(keeps);
    const [result] = await resultsOf(connector, { only: ['pay.survives'], restart });
    expect([result?.verdict, result?.detail]).toEqual([verdict, detail]);
  });
});

describe('Of a company that counts wrong passwords', () => {
  const wrongAt = (usernames: readonly string[]) => [
    ...(manifest.testLogins ?? []).filter(({ scenario }) => scenario !== 'wrong-password'),
    ...usernames.map((username) => ({
      scenario: 'wrong-password' as const,
      company: 'example-power',
      form: { username, password: 'wrong' },
    })),
  ];

  const runs = [2, 3, 5].flatMap((most) => [
    ['one login, whose account another login signs in to', most, ['signs-in'], 2],
    ['a login for each check', most, ['signs-in', 'bills', 'pays-card'], 0],
    ['accounts of their own, as many as three runs lock', most, ['lost-1', 'lost-2'], 2],
  ]) as [string, number, string[], number][];

  test.each(runs)('%s, the suite passes three runs if it locks after %i', async (...given) => {
    const [, most, usernames, skipped] = given;
    const counting = lockingCompany(createAuthor(150), most);
    const connector = goodConnector({
      author: counting.author,
      manifest: { ...manifest, testLogins: wrongAt(usernames) },
    });
    for (const time of [1, 2, 3]) {
      const before = counting.tried();
      const only = ['secrets', 'login', 'poll', 'bills', 'pay.not-logged-in', 'pay.card'];
      const results = await resultsOf(connector, { only });
      const failed = results.filter(({ verdict }) => verdict === 'FAIL');
      expect(failed.map(({ id, detail }) => ({ time, id, detail }))).toEqual([]);
      const tried = results.flatMap(({ detail = '' }) =>
        detail.startsWith('Wrong passwords tried: ') ? [Number(detail.slice(-1))] : [],
      );
      // What the suite says is what the company has seen.
      expect(tried.reduce((sum, one) => sum + one, 0)).toBe(counting.tried() - before);
      const asked = results.filter(({ detail }) => detail?.includes('could lock an account'));
      expect(asked.map(({ verdict }) => verdict)).toEqual(Array(skipped).fill('SKIP'));
    }
  });

  test('it says how many were tried, and what to do once all are locked', async () => {
    const { author } = lockingCompany(createAuthor(0), 1);
    const testLogins = wrongAt(['lost-1', 'lost-2']);
    const connector = goodConnector({ author, manifest: { ...manifest, testLogins } });
    const only = ['login.wrong-password'];
    const said: unknown[] = [];
    for (let time = 0; time < 3; time += 1) {
      const [result] = await resultsOf(connector, { only });
      said.push([result?.verdict, result?.detail]);
    }
    const last =
      'Wrong passwords tried: 2. The account is locked: unlock it, or list more test logins for wrong-password';
    expect(said).toEqual([
      ['PASS', 'Wrong passwords tried: 1'],
      ['PASS', 'Wrong passwords tried: 2'],
      ['FAIL', last],
    ]);
  });

  test('a run that goes on tries no login again that it had', async () => {
    const counting = lockingCompany(createAuthor(0), 2);
    const testLogins = wrongAt(['lost-1']);
    const connector = goodConnector({
      author: counting.author,
      manifest: { ...manifest, testLogins },
    });
    const had = new Set<string>();
    for (let step = 0; step < 3; step += 1) {
      let isOver = false;
      await resultsOf(connector, {
        only: ['login.wrong-password', 'bills.not-logged-in', 'pay.not-logged-in'],
        ...{ had, isOver: () => isOver },
        onResult: ({ id }) => {
          had.add(id);
          isOver = true;
        },
      });
    }
    expect(had.size).toBe(3);
    expect(counting.tried()).toBe(1);
  });
});

describe('A bad connector', () => {
  test('has a fault for each check', () => {
    expect(Object.keys(faults).sort()).toEqual(checks.map(({ id }) => id).sort());
    expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
  });

  test.each(['A', '-', '_'])('has another kid, though its thumbprint begins with %s', (first) => {
    const text = (kid: string) => JSON.stringify({ keys: [{ kid }] });
    expect(withOtherKid(text(`${first}kid`))).toMatch(/^\{"keys":\[\{"kid":".kid"\}\]\}$/);
    expect(withOtherKid(text(`${first}kid`))).not.toBe(text(`${first}kid`));
  });

  test.each(checks)('is found by $id', async ({ id, onlyWarns }) => {
    const bad = badConnector(faults[id] ?? {});
    const reportsOf = id === 'report.arrives' ? () => [] : undefined;
    const restart = id === 'pay.survives' ? async () => undefined : undefined;
    const results = await resultsOf(bad, {
      only: [id],
      secondMilliseconds: 20,
      reportsOf,
      restart,
    });
    expect(results.map((result) => [result.id, result.verdict])).toEqual([
      [id, onlyWarns ? 'WARN' : 'FAIL'],
    ]);
    expect(results[0]?.detail).toMatch(/^(?!The connection broke)./);
  });
});

describe('Nothing is checked', () => {
  test('of a connector that is not in test mode', async () => {
    const { testLogins: _, ...live } = manifest;
    const ran = await run(goodConnector({ manifest: { ...live, mode: 'live' } }));
    expect(ran).toEqual({ unreachable: 'The connector is not in test mode' });
  });

  test('of one that does not respond', async () => {
    const ran = await run({ handle: () => Promise.reject(new Error('Nobody there')) });
    expect(ran).toEqual({ unreachable: expect.stringContaining('Nothing responds') });
  });
});
