import { keptSettings } from '@billhook/runtime/callers/origins';
import { expect, test } from 'vitest';

const SECOND = 1_000;

/** The origins alone of what is kept. */
function keptOrigins(read: (partnerId: string) => Promise<string[]>) {
  const find = keptSettings(async (partnerId) => ({ origins: await read(partnerId) }));
  return async (partnerId: string, now: number) => (await find(partnerId, now)).origins;
}

test('origins are read once a minute', async () => {
  let reads = 0;
  const originsOf = keptOrigins(async (partnerId) => [`https://${partnerId}-${++reads}.example`]);
  expect(await originsOf('a', 0)).toEqual(['https://a-1.example']);
  expect(await originsOf('a', 60 * SECOND - 1)).toEqual(['https://a-1.example']);
  expect(await originsOf('b', 0)).toEqual(['https://b-2.example']);
  expect(await originsOf('a', 60 * SECOND)).toEqual(['https://a-3.example']);
});

test('who has none is asked again after five seconds, for the first may just have been registered', async () => {
  const registered: string[] = [];
  const originsOf = keptOrigins(async () => [...registered]);
  expect(await originsOf('a', 0)).toEqual([]);
  registered.push('https://a.example');
  expect(await originsOf('a', 5 * SECOND - 1)).toEqual([]);
  expect(await originsOf('a', 5 * SECOND)).toEqual(['https://a.example']);
});

test('while the table fails those of before go on, and nobody new may frame a page', async () => {
  let fails = false;
  const originsOf = keptOrigins(async () => {
    if (fails) throw new Error('throttled');
    return ['https://a.example'];
  });
  await originsOf('a', 0);
  fails = true;
  expect(await originsOf('a', 600 * SECOND)).toEqual(['https://a.example']);
  expect(await originsOf('b', 600 * SECOND)).toEqual([]);
});

test('a thousand partners are kept, the oldest forgotten first', async () => {
  const reads: string[] = [];
  const originsOf = keptOrigins(async (partnerId) => {
    reads.push(partnerId);
    return ['https://a.example'];
  });
  for (let number = 0; number <= 1_000; number += 1) await originsOf(String(number), 0);
  await originsOf('1', 0);
  expect(reads).toHaveLength(1_001);
  await originsOf('0', 0);
  expect(reads).toHaveLength(1_002);
});
