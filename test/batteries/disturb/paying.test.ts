import { expect, test } from 'vitest';
import type { ApiClient } from '../../../lib/client/api-client.ts';
import type { AnyResult } from '../../support/world.ts';
import { type Answers, payAsPlanned, type Subject, type Time } from './paying.ts';

const HELD_MILLISECONDS = 60_000;

/** Passes as callers wait for it. */
function quickTime(): Time {
  let now = 0;
  const sleep = async (milliseconds: number) => {
    now += milliseconds;
  };
  return { now: () => now, sleep };
}

const inProgress = { ok: false, status: 409, problem: { code: 'request_in_progress' } };
const accepted = { ok: true, status: 200, value: {} };

/** A service that dies so often amid the order, each time with the order's key in its hands. */
function dyingService(deaths: number, { now }: Time): ApiClient {
  let left = deaths;
  let heldUntil = 0;
  const schedulePayment = async () => {
    if (now() < heldUntil) return inProgress as AnyResult;
    if (left === 0) return accepted as AnyResult;
    left -= 1;
    heldUntil = now() + HELD_MILLISECONDS;
    throw new TypeError('fetch failed');
  };
  return { payment: { schedulePayment } } as unknown as ApiClient;
}

const order = async (api: ApiClient, time = quickTime()) => {
  const subject: Subject = { clientId: 'cl_1', billId: 'bill_1', plan: 'once', pays: true };
  const answers: Answers = {};
  await payAsPlanned(api, subject, answers, { newKey: () => 'key', time });
  return { answer: subject.answer, answers };
};

test('Callers wait for a request that was killed again and again until it is through', async () => {
  const time = quickTime();
  const { answer, answers } = await order(dyingService(5, time), time);
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
