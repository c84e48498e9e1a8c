import { type Author, type LogEvent, memoryStore } from '@billhook/connector-kit';
import { newNonce } from '@billhook/connector-kit/wire/signature';
import { describe, expect, test } from 'vitest';
import { manifest } from '../../../../../connectors/kit/template/manifest.ts';
import { callerOf, loginOf, payOf } from '../../../support/caller.ts';
import { goodConnector } from '../../../support/good-connector.ts';

const SECRET = 'what the company said of ada@example.com';
const directory = { companies: [], asOf: '2027-01-31T12:00:00.000Z' };

function loggedBy(more: Partial<Author>) {
  const logged: LogEvent[] = [];
  const errors: unknown[] = [];
  const connector = goodConnector({
    author: { companies: () => directory, logIn: () => ({ kind: 'verified' }), ...more },
    store: memoryStore(),
    log: (event) => void logged.push(event),
    onError: (error) => void errors.push(error),
  });
  return { logged, errors, ...callerOf(connector) };
}

describe('The log of a connector', () => {
  test('says which member of a result is wrong, and never its value', async () => {
    const bill = { accountKey: SECRET, currency: 'USD', balanceCents: 42.17 };
    const autopay = { autopay: 'unknown', autopaySource: 'unknown' };
    const bills = [{ ...bill, ...autopay }];
    const { logged, ask } = loggedBy({
      listBills: () => ({ kind: 'bills', bills }) as never,
    });
    await ask('listBills', loginOf(newNonce()));
    const [refused] = logged;
    expect(refused).toMatchObject({ what: 'result-refused', name: 'listBills' });
    expect(refused).toMatchObject({
      member: 'bills.0.balanceCents',
      rule: 'safe_integer',
      got: 'number',
    });
    expect(JSON.stringify(logged)).not.toContain(SECRET);
    expect(JSON.stringify(logged)).not.toContain('42.17');
  });

  test('says which row of the directory is wrong, and gives it out for callers to see', async () => {
    const companies = [{ id: 'one', removed: true }, { id: 'two' }] as never;
    const { logged, ask } = loggedBy({ companies: () => ({ ...directory, companies }) });
    const { status } = await ask('companies', {});
    expect(status).toBe(200);
    expect(logged).toMatchObject([{ what: 'result-refused', name: 'companies' }]);
    expect(logged[0]?.member).toMatch(/^companies\.1/);
  });

  const bill = (accountKey: string, more: object = {}) => ({
    ...{ accountKey, currency: 'USD', autopay: 'unknown', autopaySource: 'unknown', ...more },
  });
  const reads = (...bills: object[]) =>
    loggedBy({ listBills: () => ({ kind: 'bills', bills }) as never });
  const asksBills = { ...loginOf(newNonce()), document: { ...loginOf(newNonce()).document } };

  test('says which bill is wrong, and the others are read in part', async () => {
    const { logged, ask } = reads(bill('a'), bill('b', { dueOn: '2027-02-30' }), bill('c'));
    const { state } = await ask('listBills', asksBills);
    const result = state?.state === 'done' ? state.result : undefined;
    const wrongMembers = ['bills.1.dueOn'];
    expect(result).toMatchObject({ kind: 'bills', partial: true, wrongMembers });
    const { bills } = result as unknown as { readonly bills: { readonly accountKey: string }[] };
    expect(bills.map(({ accountKey }) => accountKey)).toEqual(['a', 'c']);
    expect(logged).toMatchObject([{ what: 'result-refused', member: 'bills.1.dueOn' }]);
  });

  test('of a manifest which member is wrong, and what type it has', () => {
    const capabilities = { ...manifest.capabilities, reads: undefined as never };
    const wrong = () => goodConnector({ manifest: { ...manifest, capabilities } });
    expect(wrong).toThrow('manifest.capabilities.reads breaks the rule boolean: it is undefined');
  });

  test('of a reading whose bills are all wrong, which has failed', async () => {
    const { logged, kind } = reads(bill('a', { balanceCents: 1.5 }));
    expect(await kind('listBills', asksBills)).toBe('failed');
    expect(logged).toMatchObject([{ member: 'bills.0.balanceCents' }]);
  });

  test('says that another amount than the one asked for is wrong', async () => {
    const amount = { cents: 7, currency: 'USD' as const };
    const { logged, kind } = loggedBy({
      pay: () => ({ kind: 'paid', amount, paidAt: '2027-01-31T12:00:00.000Z' }),
    });
    expect(await kind('pay', payOf(newNonce()))).toBe('unknown');
    expect(logged).toMatchObject([{ what: 'result-refused', member: 'amount', rule: 'as_asked' }]);
  });

  test('has ids alone of an error, which is given to onError', async () => {
    const error = new Error(SECRET);
    const { logged, errors, ask } = loggedBy({
      logIn: () => Promise.reject(error),
      companies: () => Promise.reject(error),
    });
    await ask('logIn', loginOf(newNonce()));
    await ask('companies', {});
    expect(logged.map(({ what }) => what)).toEqual(['author-failed', 'author-failed']);
    expect(JSON.stringify(logged)).not.toContain(SECRET);
    expect(errors).toEqual([error, error]);
  });
});
