import { type Author, memoryStore, type ServerOptions, type Store } from '@billhook/connector-kit';
import { newNonce } from '@billhook/connector-kit/wire/signature';
import { describe, expect, test } from 'vitest';
import { manifest } from '../../../../../connectors/kit/template/manifest.ts';
import { callerOf, card, findOf, loginOf, payOf } from '../../../support/caller.ts';
import { goodConnector } from '../../../support/good-connector.ts';

const SECOND = 1_000;
const ROUNDS = 40;
const paid = (cents = 100) => ({
  kind: 'paid' as const,
  amount: { cents, currency: 'USD' as const },
  paidAt: '2027-01-31T12:00:00.000Z',
  confirmation: 'of the company',
});

type Pay = NonNullable<Author['pay']>;
const never = () => new Promise<never>(() => {});

/** A company that says what became of each submission, and counts how often it was asked to pay. */
function companyOf(pay: Pay = () => paid(), find?: Author['findPayment']) {
  const calls: string[] = [];
  const author: Author = {
    companies: () => ({ companies: [], asOf: new Date().toISOString() }),
    logIn: () => ({ kind: 'verified' }),
    pay: (...given) => {
      calls.push(given[1].payment);
      return pay(...given);
    },
    ...(find && { findPayment: find }),
  };
  return { author, calls };
}

/** A process of the connector. Several may share a store. */
function processOf(author: Author, store: Store, more: Partial<ServerOptions> = {}) {
  return callerOf(goodConnector({ author, store, answerSeconds: 0.02, ...more }));
}

const DAY = 24 * 60 * 60 * SECOND;

describe('What is known of a submission', () => {
  test.each([59, 99])('is kept as long as it may come back: after %i days', async (days) => {
    let now = Date.now();
    const { author } = companyOf(
      () => paid(),
      () => ({ kind: 'not-known' }),
    );
    const { capabilities } = manifest;
    const more: Partial<ServerOptions> = {
      author,
      store: memoryStore(() => now),
      now: () => now,
      manifest: { ...manifest, capabilities: { ...capabilities, returnsWithinDays: 90 } },
    };
    const connector = goodConnector(more);
    const payment = newNonce();
    expect(await callerOf(connector).kind('pay', payOf(payment))).toBe('paid');
    now += days * DAY;
    const result = { kind: 'returned', reason: 'account_closed', on: '2027-03-02' } as const;
    const update = {
      caller: 'suite',
      kind: 'payment',
      id: payment,
      submission: 1,
      result,
    } as const;
    expect(await connector.update(update)).toBe(true);
  });
});

describe('A submission that goes on being accepted', () => {
  test('says anew when to ask again', async () => {
    let asked = 0;
    const accepted = () => {
      asked += 1;
      const askAgainAt = `2027-02-0${asked}T12:00:00.000Z`;
      return { kind: 'accepted', reference: 'R-1', expectBy: '2027-02-09', askAgainAt } as const;
    };
    const { author } = companyOf(accepted, accepted);
    const { ask } = processOf(author, memoryStore());
    const payment = newNonce();
    await ask('pay', payOf(payment));
    for (const day of ['2', '3']) {
      const { state } = await ask('findPayment', findOf(payment));
      expect(state).toMatchObject({ result: { askAgainAt: `2027-02-0${day}T12:00:00.000Z` } });
    }
  });
});

describe('A store that fails', () => {
  test('is answered for without a signature, and nothing is paid', async () => {
    const { author, calls } = companyOf();
    const store: Store = { ...memoryStore(), put: () => Promise.reject(new Error('It failed')) };
    const { status, isSigned } = await processOf(author, store).ask('pay', payOf(newNonce()));
    expect({ status, isSigned, calls }).toEqual({ status: 500, isSigned: false, calls: [] });
  });
});

describe('Another deployment', () => {
  test('is named to the functions that have no session', async () => {
    const named: string[] = [];
    const { author } = companyOf();
    const { kind, ask } = processOf(
      {
        ...author,
        settlements: (_day, _cursor, { caller }) => {
          named.push(caller);
          return { settlements: [] };
        },
        forget: (_what, { caller }) => void named.push(caller),
      },
      memoryStore(),
    );
    await ask('settlements', { query: { day: '2027-01-31' } });
    const document = { company: 'example-power', auth: newNonce() };
    await kind('forget', { document, secrets: { connection: 'device' } });
    expect(named).toEqual(['suite', 'suite']);
  });
});

describe('A submission', () => {
  test('is paid once by two processes that get it at the same time', async () => {
    const { author, calls } = companyOf();
    const store = memoryStore();
    const payment = newNonce();
    const processes = [processOf(author, store), processOf(author, store)];
    await Promise.all([...processes, ...processes].map(({ kind }) => kind('pay', payOf(payment))));
    expect(calls).toEqual([payment]);
    expect(await processes[0]?.kind('pay', payOf(payment))).toBe('paid');
  });

  test('is not begun again by the process that starts after one that died', async () => {
    const store = memoryStore();
    const payment = newNonce();
    const dead = companyOf(never);
    expect(await processOf(dead.author, store).kind('pay', payOf(payment))).toBe('running');
    const { author, calls } = companyOf();
    const restarted = processOf(author, store);
    expect(await restarted.kind('pay', payOf(payment))).toBe('running');
    expect(await restarted.kind('findPayment', findOf(payment))).toBe('not-known');
    expect(calls).toEqual([]);
  });

  test('whose process died is unknown once its time is over, and then what the company says', async () => {
    const shift = { milliseconds: 0 };
    const clock = { now: () => Date.now() + shift.milliseconds, manifest: shortManifest() };
    const store = memoryStore();
    const payment = newNonce();
    const dead = companyOf(never);
    expect(await processOf(dead.author, store, clock).kind('pay', payOf(payment))).toBe('running');
    shift.milliseconds = 10 * SECOND;
    const { author, calls } = companyOf(undefined, () => paid());
    const restarted = processOf(author, store, clock);
    expect(await restarted.kind('pay', payOf(payment))).toBe('unknown');
    expect(await restarted.kind('findPayment', findOf(payment))).toBe('paid');
    expect(await restarted.kind('pay', payOf(payment))).toBe('paid');
    expect(calls).toEqual([]);
  });

  test('that takes too long is ended, and unknown', async () => {
    const ended: boolean[] = [];
    const { author } = companyOf((_session, _order, { signal }) => {
      signal.addEventListener('abort', () => ended.push(true));
      return never();
    });
    const connector = processOf(author, memoryStore(), {
      manifest: shortManifest(),
      answerSeconds: 3,
    });
    expect(await connector.kind('pay', payOf(newNonce()))).toBe('unknown');
    expect(ended).toEqual([true]);
  });

  test.each<[string, Pay]>([
    ['throws', () => Promise.reject(new Error('The connection was cut'))],
    [
      'throws at once',
      () => {
        throw new Error('The connection was cut');
      },
    ],
    ['returns another amount', () => paid(99)],
    ['returns what is no result', () => ({ kind: 'settled' }) as never],
    ['returns nothing', () => undefined as never],
  ])('is unknown if the author %s', async (_, pay) => {
    const connector = processOf(companyOf(pay).author, memoryStore());
    const payment = newNonce();
    expect(await connector.kind('pay', payOf(payment))).toBe('unknown');
    expect(await connector.kind('findPayment', findOf(payment))).toBe('not-known');
  });

  test('is not paid if what is done can’t be stored', async () => {
    const store = memoryStore();
    const broken: Store = {
      ...store,
      put: (key, ...rest) =>
        key.startsWith('submission/')
          ? Promise.reject(new Error('The disk is full'))
          : store.put(key, ...rest),
    };
    const { author, calls } = companyOf();
    expect(await processOf(author, broken).kind('pay', payOf(newNonce()))).toBe('failed');
    expect(calls).toEqual([]);
  });

  test.each([
    ['another amount', { amount: { cents: 200, currency: 'USD' } }],
    ['another account', { accountKey: 'b' }],
    ['another company', { company: 'another-company' }],
    ['another link', { auth: 'auth-0000000000000002' }],
  ])('with %s is another body', async (_, change) => {
    const { author, calls } = companyOf();
    const connector = processOf(author, memoryStore());
    const payment = newNonce();
    await connector.kind('pay', payOf(payment));
    expect(await connector.kind('pay', payOf(payment, 1, change))).toBe('another_body');
    expect(calls).toEqual([payment]);
  });

  test('without the card code is the same body, and with another card it is not', async () => {
    const connector = processOf(companyOf().author, memoryStore());
    const payment = newNonce();
    const ask = payOf(payment);
    const { form } = ask.secrets as { form: unknown };
    const { cardCode: _, ...withoutCode } = card;
    await connector.kind('pay', ask);
    const again = { ...ask, secrets: { form, method: withoutCode } };
    expect(await connector.kind('pay', again)).toBe('paid');
    const other = { ...card, cardNumber: '5555555555554444' };
    expect(await connector.kind('pay', { ...ask, secrets: { form, method: other } })).toBe(
      'another_body',
    );
  });

  test('keeps no card in its store', async () => {
    const store = memoryStore();
    const stored: string[] = [];
    const watched: Store = {
      ...store,
      put: (key, value, ...rest) => {
        stored.push(`${key} ${JSON.stringify(value)}`);
        return store.put(key, value, ...rest);
      },
    };
    await processOf(companyOf().author, watched).kind('pay', payOf(newNonce()));
    expect(stored.length).toBeGreaterThan(1);
    expect(stored.join()).not.toMatch(/4111111111111111|correct horse/);
  });
});

describe('A question about a submission', () => {
  test('that never came refuses it from then on', async () => {
    const { author, calls } = companyOf();
    const connector = processOf(author, memoryStore());
    const payment = newNonce();
    expect(await connector.kind('findPayment', findOf(payment))).toBe('never-taken');
    expect(await connector.kind('pay', payOf(payment))).toBe('never-taken');
    expect(await connector.kind('pay', payOf(payment, 2))).toBe('paid');
    expect(calls).toEqual([payment]);
  });

  test('of another caller says nothing', async () => {
    const connector = processOf(companyOf().author, memoryStore());
    const payment = newNonce();
    await connector.kind('pay', payOf(payment));
    expect(await connector.kind('poll', { operation: newNonce() })).toBe('not_found');
  });

  test('that can’t sign in says so, and changes nothing', async () => {
    const login = { kind: 'authenticate' as const };
    const { author } = companyOf(
      () => Promise.reject(new Error('Lost')),
      () => ({ kind: 'not-logged-in', login }),
    );
    const connector = processOf(author, memoryStore());
    const payment = newNonce();
    expect(await connector.kind('pay', payOf(payment))).toBe('unknown');
    expect(await connector.kind('findPayment', findOf(payment))).toBe('not-logged-in');
    expect(await connector.kind('pay', payOf(payment))).toBe('unknown');
  });

  test('is not answered by an author who denies what was paid', async () => {
    const { author } = companyOf(undefined, () => ({ kind: 'never-taken' }));
    const connector = processOf(author, memoryStore());
    const payment = newNonce();
    expect(await connector.kind('pay', payOf(payment))).toBe('paid');
    expect(await connector.kind('findPayment', findOf(payment))).toBe('paid');
  });
});

/** Waits a little before and after each access, each time another while. */
function slowStore(random: () => number): Store {
  const store = memoryStore();
  const pause = () => new Promise((resolve) => setTimeout(resolve, random() * 3));
  return {
    get: async (key) => {
      await pause();
      const found = await store.get(key);
      await pause();
      return found;
    },
    put: async (...given) => {
      await pause();
      const done = await store.put(...given);
      await pause();
      return done;
    },
  };
}

/** The same numbers in every run. */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return state / 2_147_483_648;
  };
}

test('Whatever comes in which order: what was called never-taken is not paid, and nothing twice', async () => {
  const random = numbersFrom(7);
  const seen = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const store = slowStore(random);
    const { author, calls } = companyOf();
    const [one, other] = [processOf(author, store), processOf(author, store)];
    const payment = newNonce();
    const soon = (most: number) => new Promise((resolve) => setTimeout(resolve, random() * most));
    const said = await Promise.all([
      one.kind('pay', payOf(payment)),
      soon(40).then(() => other.kind('findPayment', findOf(payment))),
      other.kind('pay', payOf(payment)),
      soon(40).then(() => one.kind('findPayment', findOf(payment))),
    ]);
    await new Promise((resolve) => setTimeout(resolve, 20));
    const last = await one.kind('pay', payOf(payment));
    expect(calls.length).toBeLessThanOrEqual(1);
    if (said.includes('never-taken')) expect([calls.length, last]).toEqual([0, 'never-taken']);
    else expect([calls.length, last]).toEqual([1, 'paid']);
    seen.add(String(last));
  }
  // Both ways were tried.
  expect([...seen].sort()).toEqual(['never-taken', 'paid']);
});

describe('A login', () => {
  test.each([
    ['nothing was tried', 'NothingTried', false],
    ['it may have been tried', 'Error', true],
  ])('that throws says whether %s', async (_, name, tried) => {
    const { author } = companyOf();
    const logIn = () => Promise.reject(Object.assign(new Error('Not there'), { name }));
    const connector = processOf({ ...author, logIn }, memoryStore());
    const { state } = await connector.ask('logIn', loginOf(newNonce()));
    expect(state).toMatchObject({ state: 'done', result: { kind: 'failed', tried } });
  });

  test('is tried again by the same operation only if nothing was tried', async () => {
    const { author } = companyOf();
    let calls = 0;
    const failing = (name: string) => () => {
      calls += 1;
      return Promise.reject(Object.assign(new Error('Not there'), { name }));
    };
    const untried = processOf({ ...author, logIn: failing('NothingTried') }, memoryStore());
    const operation = newNonce();
    await untried.ask('logIn', loginOf(operation));
    await untried.ask('logIn', loginOf(operation));
    expect(calls).toBe(2);
    const tried = processOf({ ...author, logIn: failing('Error') }, memoryStore());
    await tried.ask('logIn', loginOf(operation));
    await tried.ask('logIn', loginOf(operation));
    expect(calls).toBe(3);
  });

  test('returns its connection encrypted to the caller, for this operation', async () => {
    const { author } = companyOf();
    const logIn = () => ({ kind: 'verified' as const, connection: { value: 'cookie' } });
    const connector = processOf({ ...author, logIn }, memoryStore());
    const operation = newNonce();
    const { state } = await connector.ask('logIn', loginOf(operation));
    const secrets = (state as { secrets?: string }).secrets ?? '';
    expect(await connector.probe.open(secrets, operation)).toEqual({
      value: { connection: { value: 'cookie' } },
    });
    expect(await connector.probe.open(secrets, newNonce())).toBeUndefined();
  });
});

function shortManifest() {
  const { protocols: _p, keys: _k, ...manifest } = callerOf({ handle: never }).probe.manifest;
  return { ...manifest, timeouts: { login: 1, bills: 1, payment: 1, swap: 1 } };
}
