import { holdCodes, holdSubcodes } from '@billhook/connector-kit/protocol/holds';
import { returnReasons } from '@billhook/connector-kit/protocol/payments';
import { holdCodeValues, holdSubcodeValues } from '@billhook/core/schemas/hold-codes';
import { returnReasonValues } from '@billhook/core/schemas/return-reasons';
import { expect, test } from 'vitest';

test('The kit has the hold codes of the service, and no others', () => {
  expect([...holdCodes]).toEqual([...holdCodeValues]);
  expect([...holdSubcodes]).toEqual([...holdSubcodeValues]);
});

test('The kit has the reasons of the service for payments that came back', () => {
  expect([...returnReasons]).toEqual([...returnReasonValues]);
});
