import type { AnyEvent } from '@billhook/core/schemas/event';
import { expect, test } from 'vitest';
import {
  followEvents,
  LONG_OVERLAP_MILLISECONDS,
  ROUNDS_BETWEEN_LONG,
  SHORT_OVERLAP_MILLISECONDS,
} from '../../../../lib/operator/listen/follow-events.ts';
import { eventAt } from '../../../support/events.ts';

const NOON = Date.parse('2026-11-21T12:00:00.000Z');
const at = (id: string, milliseconds: number) =>
  eventAt(id, new Date(NOON + milliseconds).toISOString());

/** A log in pages of two, that tells what it was asked for. */
function logOf(events: AnyEvent[]) {
  const asked: (string | undefined)[] = [];
  return {
    asked,
    events,
    list: async ({ createdFrom = '', cursor }: { createdFrom?: string; cursor?: string }) => {
      if (cursor === undefined) asked.push(createdFrom || undefined);
      const found = events
        .filter(({ created }) => created >= createdFrom)
        .toSorted((one, other) => (one.created < other.created ? 1 : -1));
      const start = Number(cursor ?? 0);
      const isMore = start + 2 < found.length;
      return {
        events: found.slice(start, start + 2),
        ...(isMore && { nextCursor: String(start + 2) }),
      };
    },
  };
}

const idsOf = (events: readonly AnyEvent[]) => events.map(({ _id }) => _id);

test('What stands in the log at first is passed over, what comes then is told once', async () => {
  const log = logOf([at('old', 0), at('older', -1_000), at('oldest', -500_000)]);
  const { next } = followEvents(log.list);
  expect(await next()).toEqual([]);
  expect(await next()).toEqual([]);
  log.events.push(at('new', 2_000), at('newer', 3_000));
  expect(idsOf(await next())).toEqual(['new', 'newer']);
  expect(await next()).toEqual([]);
});

test('The first events of a log that was empty are told', async () => {
  const log = logOf([]);
  const { next } = followEvents(log.list);
  expect(await next()).toEqual([]);
  log.events.push(at('first', 0));
  expect(idsOf(await next())).toEqual(['first']);
  expect(await next()).toEqual([]);
});

test('From an instant on, what stands in the log is told, and nothing before', async () => {
  const log = logOf([at('before', -1), at('then', 0), at('since', 90_000)]);
  const { next } = followEvents(log.list, new Date(NOON).toISOString());
  expect(idsOf(await next())).toEqual(['then', 'since']);
  expect(await next()).toEqual([]);
});

test('More than a page at once is told in the order in which it was made', async () => {
  const log = logOf([at('old', 0)]);
  const { next } = followEvents(log.list);
  await next();
  const ids = ['a', 'b', 'c', 'd', 'e'];
  log.events.push(...ids.map((id, index) => at(id, index)));
  expect(idsOf(await next())).toEqual(ids);
});

test('One that comes to be seen after a later one is told all the same', async () => {
  const log = logOf([at('old', 0)]);
  const { next } = followEvents(log.list);
  await next();
  log.events.push(at('later', 20_000));
  expect(idsOf(await next())).toEqual(['later']);
  log.events.push(at('late', 20_000 - SHORT_OVERLAP_MILLISECONDS));
  expect(idsOf(await next())).toEqual(['late']);
});

test('One that comes to be seen minutes late is told by a round that looks further', async () => {
  const log = logOf([at('old', -600_000)]);
  const { next } = followEvents(log.list);
  await next();
  log.events.push(at('later', 0));
  expect(idsOf(await next())).toEqual(['later']);
  log.events.push(at('very late', -LONG_OVERLAP_MILLISECONDS));
  const told: string[] = [];
  for (let round = 0; round <= ROUNDS_BETWEEN_LONG; round += 1) told.push(...idsOf(await next()));
  expect(told).toEqual(['very late']);
});

test('A round asks for its overlap and no more', async () => {
  const log = logOf([at('old', 0)]);
  const { next } = followEvents(log.list);
  await next();
  await next();
  const since = new Date(NOON - SHORT_OVERLAP_MILLISECONDS).toISOString();
  expect(log.asked.at(-1)).toBe(since);
});

test('A round that failed, be it amid its pages, is made up for by the next', async () => {
  const log = logOf([at('old', 0)]);
  let fails = false;
  const { next } = followEvents(async (given) => {
    if (fails && given.cursor !== undefined) throw new Error('No answer');
    return log.list(given);
  });
  await next();
  log.events.push(at('a', 1), at('b', 2), at('c', 3));
  fails = true;
  await expect(next()).rejects.toThrow('No answer');
  fails = false;
  expect(idsOf(await next())).toEqual(['a', 'b', 'c']);
});

test('Nothing is told twice over hours of polling, though ids are forgotten', async () => {
  const log = logOf([]);
  const { next } = followEvents(log.list, new Date(NOON).toISOString());
  const told: string[] = [];
  for (let minute = 0; minute < 200; minute += 1) {
    log.events.push(at(`event ${minute}`, minute * 60_000));
    told.push(...idsOf(await next()));
  }
  expect(told).toEqual(log.events.map(({ _id }) => _id));
});
