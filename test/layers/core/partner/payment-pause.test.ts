import {
  isPaused,
  listPauses,
  lookAfterPause,
  newPause,
  type PauseScope,
  pausedFailure,
  pauseName,
} from '@billhook/core/partner/payment-pause';
import { describe, expect, test } from 'vitest';
import { NOW } from '../../../support/records.ts';

const payment = { partnerId: 'ptn_a', companyId: 'co_a' };
const pausesOf = (...scopes: PauseScope[]) =>
  Object.fromEntries(scopes.map((scope) => [pauseName(scope), newPause('local:ada', NOW)]));

describe('a payment', () => {
  test.each<[string, boolean, PauseScope[]]>([
    ['waits while everything is paused', true, [{ kind: 'everything' }]],
    ['waits while its stage is paused', true, [{ kind: 'stage' }]],
    ['waits while its partner is paused', true, [{ kind: 'partner', id: 'ptn_a' }]],
    ['waits while its partner is suspended', true, [{ kind: 'suspended', id: 'ptn_a' }]],
    ['waits while its company is paused', true, [{ kind: 'company', id: 'co_a' }]],
    ['is free of the pause of another partner', false, [{ kind: 'partner', id: 'ptn_b' }]],
    ['is free of the suspension of another', false, [{ kind: 'suspended', id: 'ptn_b' }]],
    ['is free of the pause of another company', false, [{ kind: 'company', id: 'co_b' }]],
    ['is free where every pause has ended', false, []],
  ])('%s: %s', (_, paused, scopes) => {
    expect(isPaused({ pk: 'payments', sk: 'pauses', ...pausesOf(...scopes) }, payment)).toBe(
      paused,
    );
  });

  test('is free where nothing was ever paused', () => {
    expect(isPaused(undefined, payment)).toBe(false);
  });
});

test('pauses are listed with their scope, the oldest first, and nothing else of the item', () => {
  const item = {
    pk: 'payments',
    sk: 'pauses',
    writeId: 'w',
    company_co_a: newPause('local:ada', NOW),
    everything: newPause('local:eve', NOW - 1),
  };
  const since = (at: number) => new Date(at).toISOString();
  expect(listPauses(item)).toEqual([
    { kind: 'everything', since: since(NOW - 1), by: 'local:eve' },
    { kind: 'company', id: 'co_a', since: since(NOW), by: 'local:ada' },
  ]);
  expect(listPauses(undefined)).toEqual([]);
});

test('what waits is looked at again within the hour, and a caller is told when to try again', () => {
  expect(lookAfterPause(NOW)).toBe(NOW + 60 * 60 * 1000);
  expect(pausedFailure()).toMatchObject({ failure: 'payments_paused', retryAfterSeconds: 600 });
});
