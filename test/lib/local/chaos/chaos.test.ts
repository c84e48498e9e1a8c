import { expect, test } from 'vitest';
import { createChaos } from '../../../../lib/local/chaos/chaos.ts';
import { type DeliveredBy, faultsOf } from '../../../../lib/local/chaos/faults.ts';
import { createIndexLag } from '../../../../lib/local/tables/index-lag.ts';

const strike = (chaos: ReturnType<typeof createChaos>, operation: string, number: number) =>
  chaos.strikeCall({ service: 'dynamodb', operation, callId: `${operation}-${number}` })?.name;

const numbers = Array.from({ length: 5_000 }, (_, index) => index);

test('a tenth of the calls are struck at a rate of a tenth, and none at 0', () => {
  const chaos = createChaos({ rate: 0.1, seed: 1 });
  const struck = numbers.filter((number) => strike(chaos, 'GetItem', number));
  expect(struck.length / numbers.length).toBeCloseTo(0.1, 1);
  chaos.setRate(0);
  expect(numbers.some((number) => strike(chaos, 'PutItem', number))).toBe(false);
});

test('the same seed strikes the same calls, however those of others interleave', () => {
  const [alone, mixed, other] = [7, 7, 8].map((seed) => createChaos({ rate: 0.5, seed }));
  if (!alone || !mixed || !other) throw new Error('Three were made');
  const fates = numbers.map((number) => strike(alone, 'PutItem', number));
  const amid = numbers.map((number) => {
    strike(mixed, 'GetItem', number);
    return strike(mixed, 'PutItem', number);
  });
  expect(amid).toEqual(fates);
  expect(numbers.map((number) => strike(other, 'PutItem', number))).not.toEqual(fates);
});

test('another attempt at a call goes through, or meets the same fault each time', () => {
  const chaos = createChaos({ rate: 1, seed: 3 });
  const attempts = numbers.map((number) => [0, 1, 2].map(() => strike(chaos, 'GetItem', number)));
  for (const [first, second, third] of attempts) {
    expect([undefined, first]).toContain(second);
    expect(third).toBe(second);
  }
  const lasting = attempts.filter(([, second]) => second !== undefined);
  expect(lasting.length).toBeGreaterThan(0);
  expect(lasting.length).toBeLessThan(attempts.length / 2);
});

test.each([-0.1, 1.1, Number.NaN])('a rate of %s is refused', (rate) => {
  expect(() => createChaos({ rate })).toThrow(RangeError);
});

test('schedules are delivered twice at worst, all else fails as well', () => {
  const chaos = createChaos({ rate: 1, seed: 1 });
  const met = (by: DeliveredBy) => new Set(numbers.map(() => chaos.strikeDelivery(by, 'name')));
  expect(met('schedule')).toEqual(new Set(['twice']));
  for (const by of ['task', 'stream', 'queue'] as const) {
    expect(met(by)).toEqual(new Set(['twice', 'throttled', 'lost']));
  }
});

test('only transactions are cancelled, and only single writes meet one', () => {
  const names = (operation: string) => faultsOf('dynamodb', operation).map(({ name }) => name);
  expect(names('TransactWriteItems')).toContain('TransactionConflict');
  expect(names('TransactWriteItems')).not.toContain('TransactionConflictException');
  expect(names('PutItem')).toContain('TransactionConflictException');
  expect(names('GetItem')).not.toContain('TransactionConflict');
  expect(faultsOf('unknown', 'GetItem')).toEqual([]);
});

test('an index lacks what was written within the last two seconds', () => {
  let now = 0;
  const lag = createIndexLag(() => now);
  const item = (pk: string) => ({ pk: { S: pk }, sk: { S: 'x' } });
  lag.note('PutItem', { Item: item('old') });
  now = 1_000;
  lag.note('TransactWriteItems', {
    TransactItems: [{ Put: { Item: item('put') } }, { Update: { Key: item('updated') } }],
  });
  lag.note('GetItem', { Key: item('read') });
  now = 2_000;
  const answer = { Items: ['old', 'put', 'updated', 'read'].map(item), Count: 4 };
  const seen = { Items: [item('old'), item('read')], Count: 2 };
  expect(lag.delay('Query', { IndexName: 'byDue' }, answer)).toMatchObject(seen);
  expect(lag.delay('Query', {}, answer)).toBe(answer);
  now = 3_000;
  expect(lag.delay('Query', { IndexName: 'byDue' }, answer)).toMatchObject(answer);
});

test('only calls of many entries have some of them refused', () => {
  const partly = (service: string, operation: string) =>
    faultsOf(service, operation).some((fault) => fault.partly === true);
  expect(partly('events', 'PutEvents')).toBe(true);
  expect(partly('sqs', 'SendMessageBatch')).toBe(true);
  expect(partly('sqs', 'SendMessage')).toBe(false);
  expect(partly('dynamodb', 'BatchWriteItem')).toBe(false);
});
