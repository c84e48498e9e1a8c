import { DAY_MILLISECONDS, instantText } from '@billhook/core/base/dates';
import { checkDeletion, presentListed, presentMethod } from '@billhook/core/method/payment-method';
import { expect, test } from 'vitest';
import { methodRecord, NOW } from '../../../support/records.ts';

test.each([
  ['that has paid nothing', undefined, 0, false],
  ['that has just paid', instantText(NOW), 0, true],
  ['a moment before 24 hours are over', instantText(NOW), DAY_MILLISECONDS - 1, true],
  ['after 24 hours', instantText(NOW), DAY_MILLISECONDS, false],
])('a method %s can be deleted from when its list says', (_what, lastUsedAt, later, isRefused) => {
  const method = methodRecord({ lastUsedAt });
  const now = NOW + later;
  expect(checkDeletion(method, now) !== undefined).toBe(isRefused);
  const { deletableFrom } = presentListed(method, undefined);
  expect(deletableFrom !== undefined && now < Date.parse(deletableFrom)).toBe(isRefused);
  // Events tell nothing that changes with time.
  expect(presentMethod(method, undefined)).not.toHaveProperty('deletableFrom');
});

test('a method that pays a bill can’t be deleted', () => {
  expect(checkDeletion(methodRecord({ inFlight: ['pay_1'] }), NOW)).toBeDefined();
});
