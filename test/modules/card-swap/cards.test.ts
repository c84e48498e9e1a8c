import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { expect, test } from 'vitest';
import { fitnessOf } from '../../../modules/card-swap/cards.ts';

test('a card can be put on file until its month has ended everywhere', () => {
  const card = { number: 'XXXX1111', brand: 'visa', expDate: '2026-11-30T23:59:59.999Z' };
  const method: PaymentMethod = {
    ...{ _id: 'pm_1', type: 'card', status: 'verified', default: true, name: 'Ada', card },
    assignedBills: [],
  };
  const end = Date.parse('2026-12-01T12:00:00Z');
  expect(fitnessOf(method, end - 1)).toBe('good');
  expect(fitnessOf(method, end)).toBe('expired');
});
