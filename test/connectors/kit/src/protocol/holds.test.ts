import { holdCodes, holdSubcodes } from '@billhook/connector-kit/protocol/holds';
import { holdCodeValues, holdSubcodeValues } from '@billhook/core/hold-codes';
import { expect, test } from 'vitest';

test('The kit has the hold codes of the service, and no others', () => {
  expect([...holdCodes]).toEqual([...holdCodeValues]);
  expect([...holdSubcodes]).toEqual([...holdSubcodeValues]);
});
