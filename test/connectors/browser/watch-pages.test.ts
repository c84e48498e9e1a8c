/** Looking at companies' pages every hour, without a login. */
import { expect, test } from 'vitest';
import { companiesAt } from '../../../connectors/browser/companies/all.ts';
import type { Look } from '../../../connectors/browser/recording/look.ts';
import { watchPages } from '../../../connectors/browser/watch-pages.ts';

const MINUTE = 60_000;
const structure = { lines: ['body'], hash: '0123456789abcdef', more: 0 };

function watched(state: Look['state'] = 'as-known') {
  let now = Date.parse('2026-11-25T10:00:00.000Z');
  const seen: string[] = [];
  const pages = watchPages(
    companiesAt(),
    async ({ row }) => {
      seen.push(row.id);
      const at = new Date(now).toISOString();
      return state === 'changed' ? { at, state, missing: ['User ID'], structure } : { at, state };
    },
    () => now,
  );
  return { pages, seen, later: (minutes: number) => (now += minutes * MINUTE) };
}

test('Each page is looked at once an hour, however often it is asked for', async () => {
  const { pages, seen, later } = watched();
  expect((await pages.looks()).looks).toHaveLength(3);
  await Promise.all([pages.looks(), pages.looks()]);
  later(50);
  await pages.looks();
  expect(seen).toHaveLength(3);
  later(10);
  const { looks } = await pages.looks();
  expect(seen).toHaveLength(6);
  expect(looks.map(({ state }) => state)).toEqual(['as-known', 'as-known', 'as-known']);
});

test('A page that has changed is told with what is missing, and what it is made of apart from that', async () => {
  const { pages } = watched('changed');
  const { looks, pages: met } = await pages.looks();
  expect(looks[0]).toMatchObject({ state: 'changed', missing: ['User ID'] });
  expect(JSON.stringify(looks)).not.toContain('body');
  expect(met.map(({ company }) => company).sort()).toEqual(
    companiesAt()
      .map(({ row }) => row.id)
      .sort(),
  );
});

test('What a session has met is told once, the latest first, for a week', async () => {
  const { pages, later } = watched();
  pages.met('marlow-valley-electric', structure);
  later(1);
  pages.met('marlow-valley-electric', { ...structure, hash: 'fedcba9876543210' });
  pages.met('marlow-valley-electric', structure);
  pages.met('marlow-valley-electric', undefined);
  const { pages: met } = await pages.looks();
  expect(met.map(({ hash }) => hash)).toEqual([structure.hash, 'fedcba9876543210']);
  later(8 * 24 * 60);
  expect((await pages.looks()).pages).toEqual([]);
});
