import { expect, test } from 'vitest';
import type { Tried, Verdict } from './vectors.ts';
import { judge, wycheproof } from './wycheproof.ts';

const tried = (result: string, verdict: Verdict, deviation?: string) =>
  ({
    vector: { tcId: 7, comment: 'why', result, flags: [] },
    verdict,
    deviation,
  }) as unknown as Tried;
const failuresOf = (one: Tried) => {
  const outcome = judge([{ name: 'Suite', tried: [one] }]);
  return 'skipped' in outcome ? undefined : outcome.failures.length;
};

test.each([
  ['valid', 'accepted', undefined, 0],
  ['valid', 'refused', undefined, 1],
  ['valid', 'refused', 'oaep-label', 0],
  ['valid', 'other', 'oaep-label', 1],
  ['invalid', 'refused', undefined, 0],
  ['invalid', 'accepted', undefined, 1],
  ['invalid', 'accepted', 'oaep-label', 1],
  ['acceptable', 'refused', undefined, 0],
  ['acceptable', 'accepted', undefined, 0],
] as const)('a vector that is %s and was %s (%s) is %d failures', (result, verdict, why, count) => {
  expect(failuresOf(tried(result, verdict, why))).toBe(count);
});

test('each deviation is counted under its reason', () => {
  const some = [tried('valid', 'refused', 'oaep-label'), tried('valid', 'accepted')];
  expect(judge([{ name: 'Suite', tried: some }])).toEqual({
    figures: [
      'Suite: 2 of 2 as expected; 1 valid refused: OAEP with a label, which KMS does not have',
    ],
    failures: [],
  });
});

test('without its folder it is skipped, and says which', async () => {
  const before = process.env.WYCHEPROOF;
  delete process.env.WYCHEPROOF;
  try {
    const outcome = await wycheproof.run({} as never);
    expect(outcome).toHaveProperty('skipped', expect.stringContaining('WYCHEPROOF'));
  } finally {
    if (before !== undefined) process.env.WYCHEPROOF = before;
  }
});
