import type { AnyEvent } from '@billhook/core/schemas/event';
import { describe, expect, test } from 'vitest';
import { eventLine } from '../../../../lib/operator/listen/event-line.ts';
import { type Listening, listen } from '../../../../lib/operator/listen/listen.ts';
import { eventAt } from '../../../support/events.ts';

const event = (id: string) => eventAt(id, '2026-11-21T12:00:00.000Z');

type Round = readonly AnyEvent[] | Error;

/** Listens for as many rounds as there are, then ends. */
async function hear(rounds: Round[], more: Partial<Listening> = {}) {
  const ended = new AbortController();
  const printed: string[] = [];
  const remarks: string[] = [];
  const next = async () => {
    const round = rounds.shift();
    if (round instanceof Error) throw round;
    if (!round) ended.abort();
    return round ?? [];
  };
  const heard = await listen({
    follower: { next },
    json: false,
    print: (line) => printed.push(line),
    remark: (line) => remarks.push(line),
    signal: ended.signal,
    pollMilliseconds: 1,
    ...more,
  });
  return { heard, printed, remarks };
}

test('Events are printed in their order, and counted', async () => {
  const { heard, printed } = await hear([[event('evt_1'), event('evt_2')], [], [event('evt_3')]]);
  expect(heard).toEqual({ events: 3, accepted: 0 });
  expect(printed).toEqual(['evt_1', 'evt_2', 'evt_3'].map((id) => eventLine(event(id))));
});

test('What the receiver makes of each is printed too', async () => {
  const { heard, printed } = await hear([[event('evt_1')], [event('evt_2')], []], {
    forward: async ({ _id }) =>
      _id === 'evt_1' ? { status: 204, milliseconds: 7 } : { failure: 'broken', milliseconds: 9 },
  });
  expect(heard).toEqual({ events: 2, accepted: 1 });
  expect(printed).toHaveLength(4);
  expect(printed[1]).toBe('          -> 204, 7 ms  (evt_1)');
  expect(printed[3]).toBe('          -> broken, 9 ms  (evt_2)');
});

test('A line of JSON has the event and what became of it', async () => {
  const forwarded = { status: 500, milliseconds: 7 };
  const { printed } = await hear([[event('evt_1')], []], {
    json: true,
    forward: async () => forwarded,
  });
  expect(printed.map((line) => JSON.parse(line))).toEqual([{ event: event('evt_1'), forwarded }]);
  const alone = await hear([[event('evt_1')]], { json: true });
  expect(alone.printed.map((line) => JSON.parse(line))).toEqual([{ event: event('evt_1') }]);
});

test('A receiver that hangs on one is told the others meanwhile', async () => {
  const told: string[] = [];
  let release = () => {};
  const forward: Listening['forward'] = async ({ _id }) => {
    told.push(_id);
    if (_id === 'evt_1') await new Promise<void>((resolve) => (release = resolve));
    if (told.length === 3) release();
    return { status: 204, milliseconds: 1 };
  };
  const { heard } = await hear([[event('evt_1'), event('evt_2')], [event('evt_3')], []], {
    forward,
  });
  expect(told).toEqual(['evt_1', 'evt_2', 'evt_3']);
  expect(heard.accepted).toBe(3);
});

test('No more than eight are handed on at a time', async () => {
  let under = 0;
  let most = 0;
  const forward = async () => {
    under += 1;
    most = Math.max(most, under);
    await new Promise((resolve) => setTimeout(resolve, 1));
    under -= 1;
    return { status: 204, milliseconds: 1 };
  };
  const many = Array.from({ length: 50 }, (_, index) => event(`evt_${index}`));
  const pauses: Round[] = Array.from({ length: 60 }, () => []);
  const { heard } = await hear([many, ...pauses], { forward });
  expect(most).toBe(8);
  expect(heard.accepted).toBe(50);
});

describe('A service that does not answer', () => {
  test('is spoken of once, waited for, and spoken of when it is back', async () => {
    const gone = () => new Error('The service is gone.');
    const { heard, remarks } = await hear([[], gone(), gone(), [event('evt_1')], gone(), []]);
    expect(heard.events).toBe(1);
    expect(remarks).toEqual([
      'Listening. Press Ctrl-C to stop.',
      'The service is gone. Trying again.',
      'The service responds again.',
      'The service is gone. Trying again.',
      'The service responds again.',
    ]);
  });

  test('ends the listening when it never did', async () => {
    await expect(hear([new Error('The key is refused.')])).rejects.toThrow('The key is refused.');
  });
});
