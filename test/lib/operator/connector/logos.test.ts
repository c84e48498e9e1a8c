import { expect, test } from 'vitest';
import { fetchAll, MAX_AT_ONCE } from '../../../../lib/operator/connector/logos.ts';

const addressOf = (index: number) => `https://a.example/${index}.png`;
const some = (count: number) =>
  new Set(Array.from({ length: count }, (_, index) => addressOf(index)));
const got = (address: string) => ({
  address,
  url: `https://ours.example${new URL(address).pathname}`,
});

test('Logos are fetched in calls that the deployment takes', async () => {
  const calls: number[] = [];
  const told: string[] = [];
  const logos = await fetchAll(
    async (addresses) => {
      calls.push(addresses.length);
      return addresses.map(got);
    },
    some(2 * MAX_AT_ONCE + 1),
    (done, all) => told.push(`${done} of ${all}`),
  );
  expect(calls).toEqual([MAX_AT_ONCE, MAX_AT_ONCE, 1]);
  expect(logos.stored.size).toBe(2 * MAX_AT_ONCE + 1);
  expect(logos.stored.get(addressOf(80))).toBe('https://ours.example/80.png');
  expect([logos.failed.size, logos.mayPass]).toEqual([0, false]);
  expect(told.at(-1)).toBe('81 of 81');
});

test('A call that fails costs its own logos alone, and they are tried with the next import', async () => {
  let calls = 0;
  const logos = await fetchAll(
    async (addresses) => {
      calls += 1;
      if (calls === 1) throw new Error('Unhandled');
      return addresses.map(got);
    },
    some(MAX_AT_ONCE + 2),
  );
  expect([logos.stored.size, logos.failed.size, logos.mayPass]).toEqual([2, MAX_AT_ONCE, true]);
});

test('What will not get better is not tried again', async () => {
  const logos = await fetchAll(
    async (addresses) => addresses.map((address) => ({ address, because: 'too-large' as const })),
    some(1),
  );
  expect([logos.failed.get(addressOf(0)), logos.mayPass]).toEqual(['too-large', false]);
});
