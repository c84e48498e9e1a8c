/** A few of the histories of `npm run tools -- histories`, and that they find what is wrong. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDirectory } from '../model/run-walks.ts';
import { takeOverProcess } from '../model/service.ts';
import type { WalkTable } from '../model/table.ts';
import { sumOf } from './frame/tally.ts';
import { runStory, type StoryOptions } from './histories/run-story.ts';

const STORIES = Math.ceil(Number(process.env.BATTERY_ROUNDS) / 3);
const SEED = 1;
const MINUTE = 60_000;

let giveBack: () => void;
let directory: WalkTable;
beforeAll(async () => {
  giveBack = takeOverProcess();
  directory = await openDirectory();
});
afterAll(() => giveBack());

async function runStories(count: number, options: Partial<StoryOptions> = {}) {
  const tallies = [];
  for (let story = 0; story < count; story += 1) {
    tallies.push(await runStory(directory, { seed: SEED, story, ...options }));
  }
  return sumOf(tallies);
}

test(`nothing is wrong wherever a process dies (${STORIES} stories)`, {
  timeout: 60 * MINUTE,
}, async () => {
  const { done, counts, wrongs } = await runStories(STORIES);
  expect(wrongs).toEqual([]);
  // Else the histories would show nothing.
  expect(done).toBeGreaterThan(STORIES * 20);
  expect(counts.charges).toBeGreaterThan(done / 10);
});

test('a story is the same again, and one of its histories alone', {
  timeout: MINUTE,
}, async () => {
  const whole = await runStory(directory, { seed: SEED, story: 2 });
  expect(await runStory(directory, { seed: SEED, story: 2 })).toEqual(whole);
  const alone = await runStory(directory, { seed: SEED, story: 2, only: '2:1:1:again' });
  expect(alone.done).toBe(1);
});

test('a service that is not safe to repeat is found out', { timeout: MINUTE }, async () => {
  const { wrongs } = await runStories(6, {
    tamper: (beyond) => ({
      ...beyond,
      connectorOf: (company) => {
        const connector = beyond.connectorOf(company);
        let number = 0;
        return {
          ...connector,
          // A company that takes each request for another payment.
          pay: (session, request) => {
            number += 1;
            const submissionId = `${request.submissionId}-${number}`;
            return connector.pay(session, { ...request, submissionId });
          },
          findPayment: async () => ({ kind: 'never-taken' }) as never,
        };
      },
    }),
  });
  expect(wrongs.length).toBeGreaterThan(0);
});
