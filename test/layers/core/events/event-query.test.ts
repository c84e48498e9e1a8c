import { parseInstant } from '@billhook/core/base/dates';
import { eventQuery } from '@billhook/core/schemas/event';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';

describe('A bound of the list of events', () => {
  test.each([
    ['2026-11-21T12:00:00Z', '2026-11-21T12:00:00Z'],
    ['2026-11-21T14:00:00.000+02:00', '2026-11-21T12:00:00Z'],
  ])('is an instant: %s', (given, same) => {
    const { createdFrom = '' } = v.parse(eventQuery, { createdFrom: given });
    expect(parseInstant(createdFrom)).toBe(Date.parse(same));
  });

  test.each([
    '2026-02-30T00:00:00Z',
    '2026-11-21T14:00:00+0200',
    '2026-11-21T14:00:00+02',
    '2026-11-21 12:00:00Z',
    // An offset whose plus sign was not encoded.
    '2026-11-21T14:00:00 02:00',
    'yesterday',
  ])('is refused rather than left out: %s', (given) => {
    expect(v.is(eventQuery, { createdFrom: given })).toBe(false);
    expect(v.is(eventQuery, { createdBefore: given })).toBe(false);
  });
});
