import { expect, test } from 'vitest';
import { badRequests, outcomeOf, textOfRequest } from '../support/bad-requests.ts';
import { sendRaw } from '../support/raw.ts';

/** `vitest.config.ts` says how many: 300, and 10,000 in the long run. `npm run tools -- requests` sends a million. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS);
const SEED = Number(process.env.FUZZ_SEED ?? 20_260_101);
const PARALLEL = 8;

test(`${REQUESTS} generated bad requests are all answered, none with 5xx`, {
  timeout: 60_000 + REQUESTS * 100,
}, async () => {
  const requests = badRequests(SEED, REQUESTS);
  const counts = new Map<string, number>();
  const failures: string[] = [];
  let next = 0;
  const worker = async () => {
    while (next < requests.length) {
      const number = next;
      next += 1;
      const one = requests[number];
      if (!one) break;
      try {
        const code = await outcomeOf(one, await sendRaw(one.request));
        counts.set(code, (counts.get(code) ?? 0) + 1);
      } catch (error) {
        failures.push(`${number}: ${textOfRequest(one)}: ${(error as Error).message}`);
      }
    }
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  expect(failures.slice(0, 10), `of seed ${SEED}`).toEqual([]);
  expect([...counts.values()].reduce((sum, one) => sum + one, 0)).toBe(REQUESTS);
  // Requests that are all refused for the same reason would prove little.
  expect(counts.size).toBeGreaterThan(5);
  expect(counts.get('success') ?? 0).toBeLessThan(REQUESTS / 4);
});
