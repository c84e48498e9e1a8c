import { eventTypes } from '@billhook/core/events/event';
import { expect, test } from 'vitest';
import { recipes } from '../../../lib/trigger/recipes.ts';

test('There is a recipe for every type of event, and for no other', () => {
  expect(Object.keys(recipes)).toEqual([...eventTypes]);
});

test.each(Object.entries(recipes))('%s says what it does in a sentence', (_, { does }) => {
  expect(does).toMatch(/^[A-Z][^.]+\.$/);
});

test('Only what takes days moves the test clock', () => {
  const moving = Object.entries(recipes).flatMap(([type, one]) => (one.movesClock ? [type] : []));
  expect(moving).toEqual([
    'auth.invalid',
    'auth.needs-resync',
    'bill.upcoming',
    'bill.scheduled-payment-notice',
    'bill.payment.waiting',
  ]);
});
