/**
 * A card's code is dropped 24 hours after it was given, at the latest
 * (decision: card-codes-are-short-lived).
 */
import { hasCardCode, newPaymentMethod, withCardCode } from '@billhook/core/method/payment-method';
import { openRuntime, type Runtime } from '@billhook/runtime/companies/runtime';
import { dropCardCode } from '@billhook/runtime/sweeps/due-work';
import { openOutside } from '@billhook/runtime/table/outside';
import { beforeEach, describe, expect, test } from 'vitest';
import { memoryTable } from '../../../support/memory-table.ts';
import { methodRecord, NOW, unnoticed } from '../../../support/records.ts';

const DAY = 24 * 60 * 60 * 1000;

let runtime: Runtime;

beforeEach(() => {
  const table = memoryTable();
  runtime = openRuntime(openOutside({ table }));
});

async function stored(method = newPaymentMethod(methodRecord(), NOW)): Promise<string> {
  await runtime.table.write([runtime.methods.save(...unnoticed(method))]);
  return method._id;
}

async function read(methodId: string) {
  const method = await runtime.methods.findAny(methodId);
  if (!method) throw new Error('The method is gone');
  return method;
}

describe('the code of a card', () => {
  test('is kept a millisecond before 24 hours', async () => {
    const methodId = await stored();
    await dropCardCode(runtime, methodId, NOW + DAY - 1);
    expect(hasCardCode(await read(methodId))).toBe(true);
  });

  test('is dropped after 24 hours, and the number stays', async () => {
    const methodId = await stored();
    await dropCardCode(runtime, methodId, NOW + DAY);
    const method = await read(methodId);
    expect(Object.keys(method.sealed.fields)).toEqual(['cardNumber']);
    expect(method).not.toHaveProperty('dueAt');
    await dropCardCode(runtime, methodId, NOW + DAY);
    expect((await read(methodId)).version).toBe(method.version);
  });

  test('is kept another 24 hours when it is given again', async () => {
    const first = newPaymentMethod(methodRecord(), NOW);
    const methodId = await stored(first);
    const given = withCardCode(first, first.sealed, NOW + DAY / 2);
    await runtime.table.write([runtime.methods.save(given, first)]);
    await dropCardCode(runtime, methodId, NOW + DAY);
    expect(hasCardCode(await read(methodId))).toBe(true);
    await dropCardCode(runtime, methodId, NOW + DAY + DAY / 2);
    expect(hasCardCode(await read(methodId))).toBe(false);
  });
});
