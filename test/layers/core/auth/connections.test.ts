import {
  countsStill,
  isLive,
  tellEnd,
  withConnection,
  withLive,
} from '@billhook/core/auth/connections';
import { DAY_MILLISECONDS, instantText } from '@billhook/core/base/dates';
import { describe, expect, test } from 'vitest';
import { authRecord, NOW } from '../../../support/records.ts';

const ending = (at: number) => ({ connector: 'sandbox', expiresAt: instantText(at) });

describe('a connection', () => {
  test.each([
    ['before its end', ending(NOW + 1), 'sandbox', true],
    ['at its end', ending(NOW), 'sandbox', false],
    ['of another connector', ending(NOW + DAY_MILLISECONDS), 'another', false],
    ['of a record that has none', undefined, 'sandbox', false],
  ])('%s: %#', (_when, connection, connector, counts) => {
    expect(countsStill(connection, connector, NOW)).toBe(counts);
  });

  test.each([
    [7 * DAY_MILLISECONDS + 1, undefined],
    [7 * DAY_MILLISECONDS, true],
    [1, true],
    [-DAY_MILLISECONDS, true],
  ])('that ends in %i ms is told of: %s', (left, told) => {
    const auth = authRecord({ connection: ending(NOW + left) });
    const after = tellEnd(auth, NOW);
    expect(after.connection?.told).toBe(told);
    expect(tellEnd(after, NOW)).toBe(after);
  });

  test('that is renewed is told of anew, and none is told of nothing', () => {
    const told = authRecord({ connection: { ...ending(NOW), told: true } });
    const renewed = withConnection(told, 'sandbox', { expiresAt: NOW + DAY_MILLISECONDS });
    expect(renewed.connection).toEqual(ending(NOW + DAY_MILLISECONDS));
    const none = withConnection(told, 'sandbox', undefined);
    expect(tellEnd(none, NOW)).toBe(none);
  });
});

describe('the session of a link', () => {
  const link = { linkId: 'link_2', requestedAt: instantText(NOW), items: ['payment'] as const };
  const auth = withLive(authRecord({ link }), 'sandbox', 600, NOW);
  const live = auth.link?.live;

  test.each([
    ['until its end', ['link_1', 'link_2'], 'sandbox', NOW + 599_999, true],
    ['not at its end', ['link_2'], 'sandbox', NOW + 600_000, false],
    ['not by another connector', ['link_2'], 'another', NOW, false],
    ['not once another link was asked for', ['link_2', 'link_3'], 'sandbox', NOW, false],
    ['not where no link is known', undefined, 'sandbox', NOW, false],
  ])('may be used %s', (_when, recentLinkIds, connector, now, may) => {
    expect(isLive(live, { recentLinkIds }, connector, now)).toBe(may);
  });

  test('is left by a link alone', () => {
    const without = authRecord();
    expect(withLive(without, 'sandbox', 600, NOW)).toBe(without);
    expect(isLive(undefined, auth, 'sandbox', NOW)).toBe(false);
  });
});
