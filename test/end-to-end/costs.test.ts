import { existsSync, readFileSync } from 'node:fs';
import { PARTNER_SHARDS } from '@billhook/core/base/table-keys';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { until } from '../../lib/base/until.ts';
import type { OperationCost } from '../support/costs.ts';
import { operationsNotIn } from '../support/operation-names.ts';
import { allCases } from './cases/all-cases.ts';
import type { MeasuredCosts } from './measure-costs.ts';

/** Seconds; about 60 on a quiet machine, and most of them are over when this file's turn comes. */
const MOST_SECONDS = 300;

let costs: readonly OperationCost[];

/** No authorizer stands before them. */
const openOperations: readonly string[] = allCases
  .filter(({ asClient }) => asClient === 'anyone')
  .map(({ name }) => name);

beforeAll(async () => {
  const file = inject('measuredCosts');
  await until('the costs to be measured', async () => existsSync(file), MOST_SECONDS);
  const measured: MeasuredCosts = JSON.parse(readFileSync(file, 'utf8'));
  if ('failure' in measured) throw new Error(measured.failure);
  ({ costs } = measured);
}, MOST_SECONDS * 1000);

const requestsOf = (name: string) => {
  const cost = costs.find((one) => one.name === name);
  if (!cost) throw new Error(`${name} was not measured`);
  return cost.requests.map(({ operation, index }) => (index ? `${operation} ${index}` : operation));
};

test('every operation is measured', () => {
  expect(operationsNotIn(costs.map(({ name }) => name))).toEqual([]);
});

test('no operation scans', () => {
  const scans = costs.filter(({ name }) => requestsOf(name).includes('Scan'));
  expect(scans).toEqual([]);
});

test('authorizing a request is one strongly consistent GetItem', () => {
  for (const { name, authorizer } of costs) {
    if (name.endsWith(', by a client')) continue;
    if (openOperations.includes(name.split(',')[0] ?? '')) continue;
    const [first, ...rest] = authorizer;
    expect(first, name).toMatchObject({ operation: 'GetItem', consistent: true });
    // A lease of the rate limit; the bucket is read when another authorizer took from it.
    const lease = rest.map(({ operation }) => operation).join(' ');
    expect(lease, name).toMatch(/^(UpdateItem( GetItem UpdateItem)*)?$/);
  }
});

test('counting the rate of requests is far less than a write each', () => {
  const writes = costs.flatMap(({ authorizer }) =>
    authorizer.filter(({ operation }) => operation === 'UpdateItem'),
  );
  expect(writes.length).toBeGreaterThan(0);
  expect(writes.length).toBeLessThan(costs.length / 2);
});

test('authorizing a client is its own GetItem and its partner’s, both strongly consistent', () => {
  const [own] = costs.filter(({ name }) => name.endsWith(', by a client'));
  const [client, partner, ...leases] = own?.authorizer ?? [];
  for (const read of [client, partner]) {
    expect(read).toMatchObject({ operation: 'GetItem', consistent: true });
  }
  // Of the client's own rate, and of its partner's.
  expect(leases.length).toBeLessThanOrEqual(4);
  for (const { operation } of leases) expect(operation).toMatch(/^(Update|Get)Item$/);
});

test('an exchange reads client and partner, and writes only what is spent', () => {
  expect(requestsOf('createAccessToken')).toEqual(['GetItem', 'GetItem']);
  expect(requestsOf('createAccessToken, one-time')).toEqual(['GetItem', 'GetItem', 'UpdateItem']);
});

// What shuts companies and connectors, too, is kept for some seconds (decision: company-gates).
// So is what users link most, of their partner and of all (decision: counted-links).
test('a module opens with a query, three reads by key, and six that are kept', () => {
  const opening = requestsOf('openModuleSession, of any company').toSorted();
  expect(opening).toEqual([
    'BatchGetItem',
    ...Array.from({ length: 6 }, () => 'GetItem'),
    ...['Query', 'Query', 'Query'],
  ]);
});

describe('a read by id', () => {
  test.each(['getAuth', 'getPartner', 'listApiKeys'])('%s is one GetItem', (name) => {
    expect(requestsOf(name)).toEqual(['GetItem']);
  });

  test('of a company reads its gate and its connector’s too', () => {
    expect(requestsOf('getCompany')).toEqual(['GetItem', 'GetItem', 'GetItem']);
  });
});

describe('a list', () => {
  test.each(['listAuths', 'listPaymentMethods'])('%s is one Query', (name) => {
    expect(requestsOf(name)).toEqual(['Query']);
  });

  // Its client's methods decide whether it will be paid, and pauses and limits (decision: one-decision).
  test('of bills, or one that will be paid, is one Query more for each client, and the limits', () => {
    expect(requestsOf('getBill')).toEqual(['GetItem', 'Query', 'GetItem']);
    expect(requestsOf('listBills')).toEqual(['Query', 'Query', 'GetItem']);
  });

  test('of companies is read once, and then kept', () => {
    expect(requestsOf('searchCompanies, the first of a process').toSorted()).toEqual([
      // The index and the records; what users link most; what is shut, of companies and of connectors.
      ...['BatchGetItem', 'GetItem', 'GetItem', 'GetItem', 'Query', 'Query'],
    ]);
    // What is shut is read again after 5 seconds.
    const again = requestsOf('searchCompanies');
    expect([[], ['Query', 'Query']]).toContainEqual(again);
  });

  test('of a partner’s bills is one Query a shard of the index', () => {
    const requests = requestsOf('listPartnerBills');
    expect(requests.filter((one) => one !== 'Query')).toEqual([
      ...Array.from({ length: PARTNER_SHARDS }, () => 'Query byPartner'),
      'GetItem',
    ]);
  });

  test('of categories reads nothing', () => {
    expect(requestsOf('listCategories')).toEqual([]);
  });
});

test('every request says what it consumed', () => {
  for (const { name, requests } of costs) {
    for (const one of requests) {
      expect(one.readUnits + one.writeUnits, `${name} ${one.operation}`).toBeGreaterThan(0);
    }
  }
});
