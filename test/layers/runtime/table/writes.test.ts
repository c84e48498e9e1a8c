import { writeOne, writeTogether } from '@billhook/runtime/table/writes';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const key = { pk: 'a', sk: 'b' };

/** Fails as told, a failure a call, and succeeds from then on. */
function failing(failures: readonly object[]) {
  const left = [...failures];
  const send = vi.fn(async (_: unknown) => {
    const failure = left.shift();
    if (failure) throw Object.assign(new Error('any'), failure);
    return {};
  });
  return send;
}

const one = (send: (input: unknown) => Promise<unknown>) =>
  writeOne(
    { send } as unknown as Parameters<typeof writeOne>[0],
    () => 'table',
    { put: key },
    'id',
  );
const together = (send: (input: unknown) => Promise<unknown>) =>
  writeTogether(() => 'table', [{ put: key }, { check: key, when: { exists: true } }], 'id', send);

const met = { name: 'TransactionConflictException' };
const cancelled = (...codes: string[]) => ({
  name: 'TransactionCanceledException',
  CancellationReasons: codes.map((Code) => ({ Code })),
});

test.each([
  ['a write that met a transaction', one, met],
  ['a transaction that met another', together, cancelled('TransactionConflict', 'None')],
  ['a transaction that was throttled', together, cancelled('None', 'ThrottlingError')],
])('%s is tried again', async (_, write, failure) => {
  const send = failing([failure, failure]);
  const written = write(send);
  await vi.runAllTimersAsync();
  expect(await written).toBe('written');
  expect(send).toHaveBeenCalledTimes(3);
});

test('what always meets a transaction is given up', async () => {
  const send = failing(Array.from({ length: 20 }, () => met));
  const refused = expect(one(send)).rejects.toMatchObject(met);
  await vi.runAllTimersAsync();
  await refused;
  expect(send).toHaveBeenCalledTimes(6);
});

test.each([
  ['a throttled write', one, { name: 'ThrottlingException' }],
  ['a transaction in progress', together, { name: 'TransactionInProgressException' }],
])('%s was tried again by the SDK already', async (_, write, failure) => {
  const send = failing([failure]);
  await expect(write(send)).rejects.toMatchObject(failure);
  expect(send).toHaveBeenCalledTimes(1);
});

test('a condition that does not hold is a conflict at once, whatever else was in the way', async () => {
  const send = failing([cancelled('TransactionConflict', 'ConditionalCheckFailed')]);
  expect(await together(send)).toBe('conflict');
  expect(send).toHaveBeenCalledTimes(1);
});

test('a write that was made although its answer was lost knows itself', async () => {
  const lost = { name: 'ConditionalCheckFailedException', Item: { writeId: { S: 'id' } } };
  const others = { name: 'ConditionalCheckFailedException', Item: { writeId: { S: 'other' } } };
  expect(await one(failing([lost]))).toBe('written');
  expect(await one(failing([others]))).toBe('conflict');
});

test('an attribute that is named by what others say is written under a placeholder that DynamoDB takes', async () => {
  const send = failing([]);
  const client = { send } as unknown as Parameters<typeof writeOne>[0];
  const set = { 'lease_login-1.x': 1, 'lease_login-1-x': 2 };
  await writeOne(client, () => 'table', { update: key, set, remove: ['lease_a-b'] }, 'id');
  type Phrased = {
    readonly input: {
      readonly ExpressionAttributeNames: Record<string, string>;
      readonly ExpressionAttributeValues: Record<string, unknown>;
    };
  };
  const { input } = send.mock.calls.flat()[0] as Phrased;
  const names = Object.entries(input.ExpressionAttributeNames);
  expect(new Set(names.map(([, name]) => name))).toEqual(
    new Set(['lease_login-1.x', 'lease_login-1-x', 'lease_a-b', 'writeId']),
  );
  for (const [placeholder] of names) expect(placeholder).toMatch(/^#\w+$/);
  for (const placeholder of Object.keys(input.ExpressionAttributeValues))
    expect(placeholder).toMatch(/^:\w+$/);
});
