/**
 * The attack: somebody sets the main table back by up to 35 days, or has a copy of it, and opens the
 * codes of cards with the vault's key (decision: passing-table).
 */
import { hasPassed } from '@billhook/core/auth/passing';
import {
  codeCounts,
  hasCardCode,
  newPaymentMethod,
  type PaymentMethodRecord,
  renewCard,
  withBill,
  withCardCode,
  withoutCardCode,
} from '@billhook/core/method/payment-method';
import { openRuntime } from '@billhook/runtime/companies/runtime';
import { openMethod } from '@billhook/runtime/payments/submit';
import { dropCardCode } from '@billhook/runtime/sweeps/due-work';
import { openOutside } from '@billhook/runtime/table/outside';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { fakeKms } from '../../../support/kms.ts';
import { memoryTable } from '../../../support/memory-table.ts';
import { clientId, methodRecord, NOW } from '../../../support/records.ts';

const DAY = 24 * 60 * 60 * 1000;
const card = { cardNumber: '4111111111111111', cardCode: '123' };

beforeEach(() => {
  vi.stubEnv('VAULT_KEY_ARN', 'arn:vault');
  return () => vi.unstubAllEnvs();
});

async function open() {
  const table = memoryTable();
  const runtime = openRuntime(openOutside({ table, aws: { kms: fakeKms().kms } }));
  const given = methodRecord();
  const context = { clientId, recordId: given._id };
  const made = newPaymentMethod({ ...given, sealed: await runtime.vault.seal(context, card) }, NOW);
  const save = async (after: PaymentMethodRecord, before?: PaymentMethodRecord) => {
    expect(await table.write([runtime.methods.save(after, before)])).toBe('written');
    return stored();
  };
  const stored = async () => {
    const method = await runtime.methods.findAny(given._id);
    if (!method) throw new Error('The method is gone');
    return method;
  };
  const itemsOf = (passing: boolean) =>
    [...table.items.values()].filter(({ pk }) => String(pk).startsWith('passing#') === passing);
  return { table, runtime, made, context, save, stored, itemsOf };
}

/** As release 0.1.0 stored it: with its code. */
async function storedByOldRelease() {
  const service = await open();
  await service.table.write([
    { put: { pk: clientId, sk: service.made._id, ...service.made } as never },
  ]);
  return service;
}

describe('the code of a card', () => {
  test('is in no copy of the main table, whatever is opened of it', async () => {
    const { save, made, itemsOf, runtime, context } = await open();
    const method = await save(made);
    expect(JSON.stringify(itemsOf(false))).not.toContain('cardCode');
    // What a restored table has, opened with the key.
    expect(await runtime.vault.open(context, method.sealed)).toEqual({
      cardNumber: card.cardNumber,
    });
    expect(hasCardCode(method)).toBe(true);
    expect(await openMethod(runtime, method, NOW)).toMatchObject(card);
  });

  test('is refused from its last moment on, though nothing has deleted it yet', async () => {
    const { save, made, itemsOf, runtime } = await open();
    const method = await save(made);
    expect(await openMethod(runtime, method, NOW + DAY - 1)).toHaveProperty('cardCode');
    expect(await openMethod(runtime, method, NOW + DAY)).not.toHaveProperty('cardCode');
    expect(codeCounts(method, NOW + DAY)).toBe(false);
    expect(itemsOf(true)).toHaveLength(1);
  });

  test('is refused by its own item too, should the record say another time', async () => {
    const { save, made, runtime, table } = await open();
    const method = await save(made);
    const later = new Date(NOW + 9 * DAY).toISOString();
    const forged = { ...method, codeDropsAt: later };
    await table.write([{ put: { pk: clientId, sk: method._id, ...forged } as never }]);
    expect(await openMethod(runtime, forged, NOW + DAY)).not.toHaveProperty('cardCode');
  });

  test('is deleted by the sweep, and its item says so to the table as well', async () => {
    const { save, made, itemsOf, runtime, stored } = await open();
    await save(made);
    expect(itemsOf(true)).toMatchObject([{ expiresAt: (NOW + DAY) / 1000 }]);
    await dropCardCode(runtime, made._id, NOW + DAY);
    expect(itemsOf(true)).toEqual([]);
    expect(hasCardCode(await stored())).toBe(false);
  });

  test('goes in the same write in which its record lets go of it', async () => {
    const { save, made, itemsOf, stored } = await open();
    await save(made);
    const before = await stored();
    await save(withoutCardCode(before), before);
    expect(itemsOf(true)).toEqual([]);
  });

  test('goes with its method', async () => {
    const { save, made, itemsOf, runtime, stored, table } = await open();
    await save(made);
    await table.write([runtime.methods.erase(await stored())]);
    expect(itemsOf(true)).toEqual([]);
  });

  test('stays when something else of the method changes', async () => {
    const { save, made, itemsOf, stored, runtime } = await open();
    await save(made);
    const before = await stored();
    const after = await save(withBill(before, 'bill_1'), before);
    expect(itemsOf(true)).toHaveLength(1);
    expect(await openMethod(runtime, after, NOW)).toMatchObject(card);
  });

  test('is the new one after it was given again, or the card renewed', async () => {
    const { save, made, stored, runtime, context } = await open();
    await save(made);
    const first = await stored();
    const sealed = await runtime.vault.sealMore(context, first.sealed, { cardCode: '456' });
    await save(withCardCode(first, sealed, NOW + DAY / 2), first);
    const again = await stored();
    expect(await openMethod(runtime, again, NOW + DAY)).toHaveProperty('cardCode', '456');
    const fields = { ...card, cardCode: '789' };
    const sent = newPaymentMethod(
      { ...methodRecord(), sealed: await runtime.vault.seal(context, fields) },
      NOW + DAY,
    );
    await save(renewCard(again, sent), again);
    expect(await openMethod(runtime, await stored(), NOW + DAY)).toMatchObject(fields);
  });
});

describe('a code that release 0.1.0 stored with its card', () => {
  test('opens until it expires, through other changes of the card', async () => {
    const { runtime, save, stored, itemsOf } = await storedByOldRelease();
    const before = await stored();
    expect(await openMethod(runtime, before, NOW + DAY - 1)).toMatchObject(card);
    const after = await save(withBill(before, 'bill_1'), before);
    expect(await openMethod(runtime, after, NOW + DAY - 1)).toMatchObject(card);
    expect(await openMethod(runtime, after, NOW + DAY)).not.toHaveProperty('cardCode');
    expect(itemsOf(true)).toEqual([]);
  });

  test('is dropped as before, and given again it is stored apart', async () => {
    const { runtime, save, stored, itemsOf, context } = await storedByOldRelease();
    await dropCardCode(runtime, (await stored())._id, NOW + DAY);
    const dropped = await stored();
    expect(Object.keys(dropped.sealed.fields)).toEqual(['cardNumber']);
    const sealed = await runtime.vault.sealMore(context, dropped.sealed, { cardCode: '456' });
    await save(withCardCode(dropped, sealed, NOW + DAY), dropped);
    expect(JSON.stringify(itemsOf(false))).not.toContain('cardCode');
    expect(await openMethod(runtime, await stored(), NOW + DAY)).toHaveProperty('cardCode', '456');
  });
});

test('what lies there counts until its second begins', () => {
  expect(hasPassed({ expiresAt: 100 }, 99_999)).toBe(false);
  expect(hasPassed({ expiresAt: 100 }, 100_000)).toBe(true);
});
