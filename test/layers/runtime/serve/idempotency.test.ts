import { randomBytes } from 'node:crypto';
import type { Operation } from '@billhook/core/api/operation';
import { errors, fail } from '@billhook/core/base/errors';
import { type AnswerBudget, openAnswerBudget } from '@billhook/runtime/serve/answer-budget';
import { answerOnce, type KeyedRequest } from '@billhook/runtime/serve/idempotency';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type FakeKms, fakeKms } from '../../../support/kms.ts';
import { type MemoryTable, memoryTable } from '../../../support/memory-table.ts';

const operation = {
  method: 'POST',
  path: '/thing/{thingId}',
  summary: 'Make a thing.',
  callers: ['partner', 'client'],
  scope: 'service',
  body: v.object({}),
  response: v.unknown(),
  errors: [],
  uses: {},
  impact: 'No things.',
} as const satisfies Operation;

const MINUTE = 60_000;
const now = Date.parse('2026-11-21T12:00:00Z');
const partner = { kind: 'partner', partnerId: 'ptn_a', keyId: 'key_a' } as const;
const client = { kind: 'client', partnerId: 'ptn_a', clientId: 'cl_a' } as const;
const asked: KeyedRequest = {
  operation,
  caller: partner,
  key: 'my-key',
  path: { thingId: 'thing_1' },
  body: { name: 'a thing' },
  now,
};

let table: MemoryTable;
let budget: AnswerBudget;
let kms: FakeKms;
let carriedOut = 0;

beforeEach(() => {
  vi.stubEnv('VAULT_KEY_ARN', 'arn:vault');
  vi.stubEnv('FINGERPRINT_KEY_ARN', 'arn:fingerprint');
  kms = fakeKms();
  table = memoryTable();
  budget = openAnswerBudget(table);
  carriedOut = 0;
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const outside = () => ({ table, budget, random: randomBytes, aws: { kms: kms.kms } });

/** Asks once; each time that it is carried out has an answer of its own. */
function ask(more: Partial<KeyedRequest> = {}, outcome?: unknown) {
  return answerOnce(outside(), { ...asked, ...more }, async () => {
    carriedOut += 1;
    return outcome ?? { thing: carriedOut };
  });
}

/** A request that is being carried out until it is told how that ends. */
function begin(more: Partial<KeyedRequest> = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const begun = Promise.withResolvers<void>();
  const answered = answerOnce(outside(), { ...asked, ...more }, () => {
    carriedOut += 1;
    begun.resolve();
    return promise;
  });
  return { begun: begun.promise, answered, resolve, reject };
}

const first = { outcome: { thing: 1 } };
const replayed = { outcome: { thing: 1 }, replayed: true };

describe('a repetition', () => {
  test('gets the first answer, and nothing is carried out', async () => {
    expect(await ask()).toEqual(first);
    expect(await ask()).toEqual(replayed);
    expect(await ask({ now: now + 86_399_999 })).toEqual(replayed);
    expect(carriedOut).toBe(1);
  });

  test('after 24 hours is a new request, though the table still has the old one', async () => {
    await ask();
    expect(await ask({ now: now + 86_400_000 })).toEqual({ outcome: { thing: 2 } });
    expect(await ask({ now: now + 86_400_000 })).toEqual({ ...replayed, outcome: { thing: 2 } });
  });

  test('of a refusal is the refusal, whole', async () => {
    const field = { field: 'name', code: 'required', message: 'Required' };
    const refusal = fail('invalid_request', { fields: [field] });
    await ask({}, refusal);
    expect(await ask()).toEqual({ outcome: refusal, replayed: true });
  });

  test('of an answer as large as the table cannot keep is told so', async () => {
    const noise = Array.from({ length: 60_000 }, () => Math.random().toString(36));
    await ask({}, { noise });
    expect(await ask()).toEqual({ outcome: fail('answer_not_kept') });
    expect(carriedOut).toBe(1);
  });

  test('of a large answer that repeats itself is the answer', async () => {
    const answer = { data: Array.from({ length: 20_000 }, () => 'the same again and again') };
    await ask({}, answer);
    expect(await ask()).toEqual({ outcome: answer, replayed: true });
  });

  test('of an answer that shows a secret is told so, and nothing of it is kept', async () => {
    const secretive = { ...operation, showsSecret: true } as const;
    await ask({ operation: secretive }, { apiKey: 'the-secret' });
    expect([...table.items.values()]).toEqual([
      expect.not.objectContaining({ answer: expect.anything() }),
    ]);
    const outcome = fail('answer_not_kept');
    expect(await ask({ operation: secretive })).toEqual({ outcome });
    expect(carriedOut).toBe(1);
  });

  test('of an answer that could not be sealed is told so, and nothing is done twice', async () => {
    const begun = begin();
    await begun.begun;
    vi.stubEnv('VAULT_KEY_ARN', '');
    begun.resolve({ thing: 1 });
    expect(await begun.answered).toEqual(first);
    expect(await ask()).toEqual({ outcome: fail('answer_not_kept') });
  });
});

describe('another request', () => {
  const others: [string, Partial<KeyedRequest>][] = [
    ['another path', { path: { thingId: 'thing_2' } }],
    ['another operation', { operation: { ...operation, path: '/other/{thingId}' } }],
    ['another body', { body: { name: 'another thing' } }],
    ['one more field', { body: { name: 'a thing', more: null } }],
    ['no body', { body: undefined }],
  ];

  test.each(others)('with the same key and %s is refused', async (_what, more) => {
    await ask();
    expect(await ask(more)).toEqual({ outcome: fail('idempotency_key_reused') });
    expect(carriedOut).toBe(1);
  });

  test.each([
    ['another key', { key: 'my-key2' }],
    ['another partner', { caller: { ...partner, partnerId: 'ptn_b' } }],
    ['a client of the partner', { caller: client }],
  ])('of %s is its own', async (_what, more) => {
    await ask();
    expect(await ask(more)).toEqual({ outcome: { thing: 2 } });
    expect(await ask()).toEqual(replayed);
  });

  test('of another API key of the partner is the same', async () => {
    await ask();
    expect(await ask({ caller: { ...partner, keyId: 'key_b' } })).toEqual(replayed);
  });
});

describe('what passes', () => {
  const passing = Object.entries(errors).filter(([, { status }]) => status === 429 || status > 499);

  test.each([...passing.map(([code]) => code), 'request_conflict'])(
    'as %s does is not kept: the same key tries again',
    async (code) => {
      const outcome = fail(code as 'internal_error');
      expect(await ask({}, outcome)).toEqual({ outcome });
      expect(await ask()).toEqual({ outcome: { thing: 2 } });
      expect(await ask()).toEqual({ outcome: { thing: 2 }, replayed: true });
    },
  );

  test('is tried again for the same request only', async () => {
    await ask({}, fail('service_unavailable'));
    const other = await ask({ body: { name: 'another thing' } });
    expect(other).toEqual({ outcome: fail('idempotency_key_reused') });
  });

  test('releases the key when the handler throws, and the error goes on', async () => {
    const one = begin();
    one.reject(new Error('broken'));
    await expect(one.answered).rejects.toThrow('broken');
    expect(await ask()).toEqual({ outcome: { thing: 2 } });
  });
});

describe('while it is carried out', () => {
  const inProgress = { outcome: fail('request_in_progress') };

  test('the same again waits, and gets the answer afterwards', async () => {
    const one = begin();
    await one.begun;
    expect(await ask({ now: now + MINUTE - 1 })).toEqual(inProgress);
    one.resolve({ thing: 1 });
    expect(await one.answered).toEqual(first);
    expect(await ask()).toEqual(replayed);
  });

  test('of 50 at once, one is carried out', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => ask()));
    expect(carriedOut).toBe(1);
    const whole = answers.filter(({ outcome }) => !('failure' in (outcome as object)));
    expect(new Set(whole.map(({ outcome }) => JSON.stringify(outcome)))).toEqual(
      new Set(['{"thing":1}']),
    );
    for (const { outcome } of answers) {
      if ('failure' in (outcome as object)) expect(outcome).toEqual(inProgress.outcome);
    }
  });

  test('a crash leaves a lease that runs out after a minute', async () => {
    const crashed = begin();
    await crashed.begun;
    expect(await ask({ now: now + MINUTE - 1 })).toEqual(inProgress);
    const later = await ask({ now: now + MINUTE });
    expect(later).toEqual({ outcome: { thing: 2 } });
  });

  test('of those that find a lease run out, one takes it', async () => {
    const crashed = begin();
    await crashed.begun;
    const again = Array.from({ length: 20 }, () => ask({ now: now + MINUTE }));
    await Promise.all(again);
    expect(carriedOut).toBe(2);
  });

  test('who was slower than his lease does not overwrite what the next one wrote', async () => {
    const slow = begin();
    await slow.begun;
    expect(await ask({ now: now + MINUTE })).toEqual({ outcome: { thing: 2 } });
    slow.resolve({ thing: 'slow' });
    expect(await slow.answered).toEqual({ outcome: { thing: 'slow' } });
    expect(await ask({ now: now + MINUTE })).toEqual({ outcome: { thing: 2 }, replayed: true });
  });

  test('who was slower than his lease does not free the key that the next one holds', async () => {
    const slow = begin();
    await slow.begun;
    const next = begin({ now: now + MINUTE });
    await next.begun;
    slow.resolve(fail('service_unavailable'));
    await slow.answered;
    expect(await ask({ now: now + MINUTE })).toEqual(inProgress);
    next.resolve({ thing: 'next' });
    await next.answered;
    const later = await ask({ now: now + MINUTE });
    expect(later).toEqual({ outcome: { thing: 'next' }, replayed: true });
  });

  test('who was slower than his lease, and alone, still writes his answer', async () => {
    const slow = begin();
    await slow.begun;
    slow.resolve({ thing: 1 });
    await slow.answered;
    expect(await ask({ now: now + 2 * MINUTE })).toEqual(replayed);
  });

  test('a table that fails at the end costs the caller nothing but a lease', async () => {
    const one = begin();
    await one.begun;
    const write = vi.spyOn(table, 'write').mockRejectedValue(new Error('away'));
    one.resolve({ thing: 1 });
    expect(await one.answered).toEqual(first);
    write.mockRestore();
    expect(await ask()).toEqual(inProgress);
  });

  test('a table that fails to count what is kept keeps it all the same', async () => {
    const one = begin();
    await one.begun;
    vi.spyOn(table, 'write').mockRejectedValueOnce(new Error('away'));
    one.resolve({ thing: 1 });
    expect(await one.answered).toEqual(first);
    expect(await ask()).toEqual(replayed);
  });
});

test('a table that fails at the start lets nothing be carried out', async () => {
  vi.spyOn(table, 'write').mockRejectedValueOnce(new Error('away'));
  await expect(ask()).rejects.toThrow('away');
  expect(carriedOut).toBe(0);
});

test('neither the key nor the body nor the answer stands in the table in clear', async () => {
  await ask({}, { thing: 'the-answer' });
  const items = JSON.stringify([...table.items.entries()], (_name, value) =>
    value instanceof Uint8Array ? Buffer.from(value).toString('latin1') : value,
  );
  for (const text of ['my-key', 'a thing', 'the-answer', 'thing_1']) {
    expect(items).not.toContain(text);
  }
  expect(items).toContain('ptn_a#idempotency#');
});

describe('the bytes that are kept for a caller', () => {
  const DAY = 86_400_000;
  /** As large as a kept answer may be, and not to be compressed. */
  const large = () => ({ noise: randomBytes(200_000).toString('base64') });
  const keptBytes = () => {
    const sizeOf = (value: unknown): number => {
      if (typeof value === 'string' || value instanceof Uint8Array) return value.length;
      return value && typeof value === 'object'
        ? Object.values(value).reduce((sum: number, one) => sum + sizeOf(one), 0)
        : 0;
    };
    return [...table.items.values()].reduce((sum, { answer }) => sum + sizeOf(answer), 0);
  };
  const flood = async (count: number, more: Partial<KeyedRequest>) => {
    for (let number = 1; number <= count; number += 1) {
      await ask({ ...more, key: `flood-${number}` }, large());
    }
  };

  test('of a client are at most 4 MiB a day, and what is not kept is not done twice', async () => {
    await flood(40, { caller: client });
    expect(keptBytes()).toBeLessThan(5 * 1024 * 1024);
    expect(carriedOut).toBe(40);
    const again = { caller: client, key: 'flood-40' };
    expect(await ask(again)).toEqual({ outcome: fail('answer_not_kept') });
    expect(carriedOut).toBe(40);
    expect(await ask({ caller: client, key: 'flood-1' })).toMatchObject({ replayed: true });
  });

  test('are counted over all instances, and found used up without a write each', async () => {
    await flood(40, { caller: client });
    budget = openAnswerBudget(table);
    await ask({ caller: client, key: 'another' }, large());
    const before = table.calls.write;
    await ask({ caller: client, key: 'one-more' }, large());
    expect(table.calls.write - before).toBe(2);
    expect(await ask({ caller: client, key: 'one-more' })).toEqual({
      outcome: fail('answer_not_kept'),
    });
  });

  test('of one caller are none of another’s', async () => {
    await flood(40, { caller: client });
    for (const caller of [partner, { ...client, clientId: 'cl_b' }]) {
      await ask({ caller });
      expect(await ask({ caller })).toMatchObject({ replayed: true });
    }
  });

  test('are counted anew the next day', async () => {
    await flood(40, { caller: client });
    const tomorrow = { caller: client, key: 'tomorrow', now: now + DAY };
    await ask(tomorrow);
    expect(await ask(tomorrow)).toMatchObject({ replayed: true });
  });

  test('of a refusal are not kept either: it did nothing, and is tried again', async () => {
    await flood(40, { caller: client });
    const request = { caller: client, key: 'refused' };
    await ask(request, fail('client_not_found'));
    expect(await ask(request)).toEqual({ outcome: { thing: carriedOut } });
  });

  test('are written down with a time to live of more than a day', async () => {
    await ask();
    const [count] = [...table.items.values()].filter(({ pk }) => String(pk).includes('#answers#'));
    expect(Number(count?.expiresAt) * 1000).toBeGreaterThan(now + DAY);
  });

  test('are taken in leases: most requests write no more for it', async () => {
    await ask({ key: 'first' });
    const before = table.calls.write;
    for (let count = 1; count <= 50; count += 1) await ask({ key: `small-${count}` });
    expect(table.calls.write - before).toBe(100);
  });
});

test('a new key takes two calls to KMS and two writes; a repetition two calls and a read', async () => {
  // The caller's first has a share of its budget counted.
  await ask({ key: 'first' });
  kms = fakeKms();
  Object.assign(table.calls, { get: 0, query: 0, write: 0 });
  carriedOut = 0;
  await ask();
  expect(kms.calls).toEqual(['GenerateMacCommand', 'GenerateDataKeyCommand']);
  expect(table.calls).toEqual({ get: 0, query: 0, write: 2 });
  await ask();
  expect(kms.calls.slice(2)).toEqual(['GenerateMacCommand', 'DecryptCommand']);
  expect(table.calls).toEqual({ get: 1, query: 0, write: 3 });
});
