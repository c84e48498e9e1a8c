import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiClient } from '../../lib/client/api-client.ts';
import { type Answers, payAsPlanned, type Subject } from '../support/chaos-trial.ts';
import type { AnyResult } from '../support/world.ts';

vi.mock('node:timers/promises', () => ({
  setTimeout: async (milliseconds: number) => {
    vi.advanceTimersByTime(milliseconds);
  },
}));

const HELD_MILLISECONDS = 60_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const inProgress = { ok: false, status: 409, problem: { code: 'request_in_progress' } };
const accepted = { ok: true, status: 200, value: {} };

/** A service that dies so often amid the order, each time with the order's key in its hands. */
function dyingService(deaths: number): ApiClient {
  let left = deaths;
  let heldUntil = 0;
  const schedulePayment = async () => {
    if (Date.now() < heldUntil) return inProgress as AnyResult;
    if (left === 0) return accepted as AnyResult;
    left -= 1;
    heldUntil = Date.now() + HELD_MILLISECONDS;
    throw new TypeError('fetch failed');
  };
  return { payment: { schedulePayment } } as unknown as ApiClient;
}

const order = async (api: ApiClient) => {
  const subject: Subject = { clientId: 'cl_1', billId: 'bill_1', plan: 'once', pays: true };
  const answers: Answers = {};
  await payAsPlanned(api, subject, answers, { newKey: () => 'key' });
  return { answer: subject.answer, answers };
};

test('Callers wait for a request that was killed again and again until it is through', async () => {
  const { answer, answers } = await order(dyingService(5));
  expect(answer).toBe('200');
  expect(answers['cut off']).toBe(5);
});

test('Callers give a request up that is in progress for good', async () => {
  const schedulePayment = async () => inProgress as AnyResult;
  const api = { payment: { schedulePayment } } as unknown as ApiClient;
  expect((await order(api)).answer).toBe('409 request_in_progress');
});

test('What an operation must not answer ends the run: it is no outage', async () => {
  const schedulePayment = async () => {
    throw new Error('POST /payment/schedule returned what its contract does not declare');
  };
  const api = { payment: { schedulePayment } } as unknown as ApiClient;
  await expect(order(api)).rejects.toThrow('contract');
});
