import { describe, expect, test } from 'vitest';
import { sinceOf } from '../../../lib/operator/event-options.ts';

const NOW = Date.parse('2026-11-28T12:00:00Z');

describe('--since', () => {
  test.each([
    ['10m', '2026-11-28T11:50:00.000Z'],
    ['3d', '2026-11-25T12:00:00.000Z'],
    ['2026-11-01', '2026-11-01T00:00:00.000Z'],
    ['2026-11-01T10:00:00+02:00', '2026-11-01T08:00:00.000Z'],
    ['2026-11-01T10:00', '2026-11-01T10:00:00.000Z'],
  ])('%s is %s', (given, since) => {
    expect(sinceOf(given, NOW)).toBe(since);
  });

  test.each(['2026-02-30', '2026-02-30T10:00:00Z', '2026-11-01T24:00:00Z', '10 m', 'yesterday'])(
    '%s is refused',
    (given) => {
      expect(() => sinceOf(given, NOW)).toThrow('--since must be');
    },
  );
});
