import { afterLook, type LookRecord, withPage } from '@billhook/core/company/looks';
import { expect, test } from 'vitest';

const at = (minute: number) => `2026-11-25T10:${String(minute).padStart(2, '0')}:00.000Z`;
const first = afterLook(undefined, { at: at(0), state: 'as-known', page: 'signIn' });

test('a page is in its state since it came into it', () => {
  const still = afterLook(first, { at: at(10), state: 'as-known' });
  expect(still).toMatchObject({ since: at(0), at: at(10), version: 2 });
  const changed = afterLook(still, { at: at(20), state: 'changed', missing: ['User ID'] });
  expect(changed).toMatchObject({ since: at(20), missing: ['User ID'], version: 3 });
  // What was missing once isn't any more.
  expect(afterLook(changed, { at: at(30), state: 'as-known' }).missing).toBeUndefined();
});

test.each([0, -1])('what was seen %i minutes later or earlier changes nothing', (minute) => {
  const standing = afterLook(first, { at: at(10), state: 'away' });
  expect(afterLook(standing, { at: at(10 + minute), state: 'changed' })).toBe(standing);
});

test('of pages that nobody knew the five latest are remembered, each once', () => {
  let record: LookRecord = first;
  for (let minute = 0; minute < 7; minute += 1)
    record = withPage(record, { hash: `hash-${minute}`, at: at(minute) });
  expect(record.pages?.map(({ hash }) => hash)).toEqual([
    'hash-6',
    'hash-5',
    'hash-4',
    'hash-3',
    'hash-2',
  ]);
  expect(withPage(record, { hash: 'hash-4', at: at(4) })).toBe(record);
  const again = withPage(record, { hash: 'hash-4', at: at(9) });
  expect(again.pages?.[0]).toEqual({ hash: 'hash-4', at: at(9) });
  expect(again.pages).toHaveLength(5);
});
