import {
  type IdempotencyRecord,
  isIdempotencyKey,
  LEASE_SECONDS,
  newLease,
  planRequest,
  stateAfter,
} from '@billhook/core/api/idempotency';
import { type ErrorCode, errors, fail } from '@billhook/core/base/errors';
import { describe, expect, test } from 'vitest';
import { builtFunctions } from '../../../../lib/build/built-functions.ts';
import { allOperations } from '../../../support/operations.ts';

const now = Date.parse('2026-11-21T12:00:00Z');
const DAY = 86_400_000;
const fresh = { leaseId: 'lease-1', seed: 'seed-1' };
const lease = newLease('asked', fresh, now);
const standing = (state: IdempotencyRecord['state']): IdempotencyRecord => ({ ...lease, state });

describe('a key', () => {
  test.each([
    ['one character', 'a', true],
    ['255 characters', 'a'.repeat(255), true],
    ['256 characters', 'a'.repeat(256), false],
    ['nothing', '', false],
    ['the first visible character', '!', true],
    ['a space', 'a b', false],
    ['the last visible character', '~', true],
    ['a control character', 'a\x7f', false],
    ['a line break', 'a\n', false],
    ['a letter beyond ASCII', 'é', false],
  ])('of %s is taken or not', (_what, key, taken) => {
    expect(isIdempotencyKey(key)).toBe(taken);
  });
});

describe('a request under a key', () => {
  test('that is new is carried out', () => {
    expect(planRequest(undefined, 'asked', now)).toBe('carry-out');
  });

  test.each([
    ['running', 'request_in_progress'],
    ['released', 'carry-out'],
    ['answered', 'replay'],
    ['carried-out', 'answer_not_kept'],
  ] as const)('that is %s: %s', (state, plan) => {
    const given = planRequest(standing(state), 'asked', now);
    expect(typeof given === 'string' ? given : given.failure).toBe(plan);
  });

  test.each(['running', 'released', 'answered', 'carried-out'] as const)(
    'that is %s is none of another request',
    (state) => {
      const plan = planRequest(standing(state), 'asked otherwise', now);
      expect(plan).toEqual(fail('idempotency_key_reused'));
    },
  );

  test('is in progress for 60 seconds, and then taken for crashed', () => {
    const end = now + 60_000;
    expect(planRequest(lease, 'asked', end - 1)).toEqual(fail('request_in_progress'));
    expect(planRequest(lease, 'asked', end)).toBe('carry-out');
  });

  test.each([
    ['answered', 'asked', 'replay'],
    ['answered', 'asked otherwise', fail('idempotency_key_reused')],
    ['carried-out', 'asked', fail('answer_not_kept')],
  ] as const)('that is %s is kept for 24 hours, asked as "%s"', (state, request, plan) => {
    const end = now + DAY;
    expect(planRequest(standing(state), request, end - 1)).toEqual(plan);
    expect(planRequest(standing(state), request, end)).toBe('carry-out');
  });
});

describe('a lease', () => {
  const other = { leaseId: 'lease-2', seed: 'seed-2' };

  test.each(['released', 'running'] as const)(
    'that follows one that was %s has its seed',
    (state) => {
      const next = newLease('asked', other, now + DAY - 1, standing(state));
      expect(next).toMatchObject({ seed: 'seed-1', attempt: 2, leaseId: 'lease-2' });
    },
  );

  test('that follows what counts no more has a seed of its own', () => {
    const next = newLease('asked', other, now + DAY, standing('answered'));
    expect(next).toMatchObject({ seed: 'seed-2', attempt: 1 });
  });
});

describe('what stands after', () => {
  const shown = { showsSecret: true } as const;

  test('a success is its answer, unless it shows a secret', () => {
    expect(stateAfter({ success: true }, {})).toBe('answered');
    expect(stateAfter({ apiKey: 'x' }, shown)).toBe('carried-out');
  });

  const passing = [
    'too_many_requests',
    'request_conflict',
    'internal_error',
    'service_unavailable',
    'payments_paused',
  ];

  test.each(Object.keys(errors) as ErrorCode[])('%s is the refusal, or another try', (code) => {
    const others = code === 'answer_not_kept' ? 'carried-out' : 'answered';
    const state = passing.includes(code) ? 'released' : others;
    expect(stateAfter(fail(code), {})).toBe(state);
    expect(stateAfter(fail(code), shown)).toBe(state);
  });
});

test('a lease is longer than any function that the gateway calls may run', () => {
  const groups = new Set(allOperations.map(({ group }) => group));
  for (const { group, path, declaration } of builtFunctions) {
    if (!groups.has(group)) continue;
    expect(declaration.timeoutSeconds ?? 10, path).toBeLessThan(LEASE_SECONDS);
  }
});
