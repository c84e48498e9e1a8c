import { describe, expect, test } from 'vitest';
import { cancelPayment, findPayment } from '../../../connectors/method/find.ts';
import { pay } from '../../../connectors/method/pay.ts';
import type { Fault } from '../../../connectors/method/stand-in/stand-in.ts';
import { orderOf, PAYER, runOf, sessionOf } from './session.ts';
import { depsOver, standInOf } from './world.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A connector whose payments meet these faults, one after the other. */
function worldWith(faults: (Fault | undefined)[] = []) {
  const clock = { now: Date.UTC(2027, 0, 31) };
  const now = () => clock.now;
  const standIn = standInOf({
    now,
    stepMilliseconds: DAY,
    fault: (method, path) =>
      method === 'POST' && path === '/payments' ? faults.shift() : undefined,
  });
  const deps = depsOver(standIn, { now });
  const order = orderOf();
  return {
    clock,
    standIn,
    deps,
    pay: (more: Parameters<typeof orderOf>[0] = {}, signal?: AbortSignal) =>
      pay(deps, sessionOf(PAYER), orderOf(more), runOf(undefined, signal)),
    find: () => findPayment(deps, order, runOf()),
    cancel: () => cancelPayment(deps, order, runOf()),
    made: () => [...standIn.payments.values()].map(({ status }) => status),
  };
}

const always = (fault: Fault): Fault[] => new Array(9).fill(fault);

describe('A payment', () => {
  test.each<[string, (Fault | undefined)[], string, number]>([
    ['that meets nothing', [], 'accepted', 1],
    ['whose first request is lost', ['request-lost'], 'accepted', 1],
    ['whose first response is lost', ['response-lost'], 'accepted', 1],
    ['whose keys are out of order for once', ['no-idempotency'], 'accepted', 1],
    ['whose requests are all lost', always('request-lost'), 'unknown', 0],
    ['whose responses are all lost', always('response-lost'), 'unknown', 1],
    ['that fails before it is made', ['error-before'], 'unknown', 0],
    ['that fails after it is made', ['error-after'], 'unknown', 1],
    ['whose keys stay out of order', always('no-idempotency'), 'never-taken', 0],
  ])('%s', async (_, faults, kind, made) => {
    const world = worldWith(faults);
    expect((await world.pay()).kind).toBe(kind);
    expect(world.made()).toHaveLength(made);
  });

  test.each([
    ['of less than a dollar is held', { amount: { cents: 99, currency: 'USD' } }, 'held'],
    ['of a dollar is taken', { amount: { cents: 100, currency: 'USD' } }, 'accepted'],
    ['to an account that is not theirs is held', { accountKey: 'fp_other' }, 'held'],
  ] as const)('%s', async (_, more, kind) => {
    expect((await worldWith().pay(more)).kind).toBe(kind);
  });

  test('is not begun once nobody waits for it', async () => {
    const world = worldWith();
    const sent = await world.pay({}, AbortSignal.abort()).catch(() => ({ kind: 'threw' }));
    expect(sent.kind).toMatch(/never-taken|threw/);
    expect(world.made()).toEqual([]);
  });

  test('is not begun after it was called never taken', async () => {
    const world = worldWith();
    expect((await world.find()).kind).toBe('never-taken');
    expect((await world.pay()).kind).toBe('never-taken');
    expect(world.made()).toEqual([]);
  });

  test('waits out the minute for which Method is throttled', async () => {
    const clock = { now: Date.UTC(2027, 0, 31) };
    const standIn = standInOf({ now: () => clock.now, limits: { payments: 1 } });
    const wait = async (milliseconds: number) => {
      clock.now += milliseconds;
    };
    const deps = depsOver(standIn, { now: () => clock.now }, { wait });
    for (const payment of ['payment-000000001', 'payment-000000002']) {
      const { kind } = await pay(deps, sessionOf(PAYER), orderOf({ payment }), runOf());
      expect(kind).toBe('accepted');
    }
    expect(clock.now - Date.UTC(2027, 0, 31)).toBe(MINUTE);
  });
});

describe('What became of a payment whose response was lost', () => {
  test('is found by its metadata', async () => {
    const world = worldWith(['error-after']);
    await world.pay();
    expect((await world.find()).kind).toBe('accepted');
  });

  test('is not known at first, and then the key is spent: what still arrives pays nothing', async () => {
    const world = worldWith(always('request-lost'));
    await world.pay();
    expect((await world.find()).kind).toBe('not-known');
    world.clock.now += 6 * MINUTE;
    // The last of the faults have not come yet.
    for (let time = 0; time < 9; time += 1) await world.find();
    expect((await world.find()).kind).toBe('never-taken');
    expect(world.made()).toEqual([]);
  });

  test('is not known for a day if Method failed, and never taken if it is not there then', async () => {
    const world = worldWith(['error-before']);
    await world.pay();
    world.clock.now += 23 * 60 * MINUTE;
    expect((await world.find()).kind).toBe('not-known');
    world.clock.now += 2 * 60 * MINUTE;
    expect((await world.find()).kind).toBe('never-taken');
  });
});

describe('A payment that was accepted', () => {
  test('is canceled while it is pending', async () => {
    const world = worldWith();
    await world.pay();
    expect((await world.cancel()).kind).toBe('never-taken');
    expect(world.made()).toEqual(['canceled']);
    expect((await world.find()).kind).toBe('never-taken');
  });

  test('is not canceled later', async () => {
    const world = worldWith();
    await world.pay();
    world.clock.now += 2 * DAY;
    expect((await world.cancel()).kind).toBe('accepted');
    world.clock.now += 2 * DAY;
    expect((await world.find()).kind).toBe('paid');
  });
});
