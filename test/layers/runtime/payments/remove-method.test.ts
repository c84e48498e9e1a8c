/** Removing a method of so many bills that they are not changed in one transaction. */
import type { BillRecord } from '@billhook/core/bill';
import { billStore } from '@billhook/runtime/stores/bill-store';
import { paymentMethodStore } from '@billhook/runtime/stores/payment-method-store';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { deletePaymentMethod } from '../../../../functions/payment/contract.ts';
import { handler } from '../../../../functions/payment/delete-payment-method.ts';
import { beginAnew, call, table } from '../../../support/lost-answers.ts';
import { billRecord, methodRecord, unnoticed } from '../../../support/records.ts';

beforeEach(beginAnew);
afterAll(() => {
  vi.unstubAllEnvs();
});

const BILLS = 45;

test('leaves no bill behind that names it, though one changed meanwhile', async () => {
  const method = methodRecord();
  const bills = Array.from({ length: BILLS }, (_, index) =>
    billRecord({ accountFingerprint: `${index}`, methodId: method._id }),
  );
  const store = billStore(table);
  await table.write([paymentMethodStore(table).save(...unnoticed(method))]);
  for (const bill of bills) await table.write([store.save(...unnoticed(bill))]);
  const { write } = table;
  let others = 1;
  table.write = async (writes) => {
    const [first] = writes.flatMap((one) =>
      'put' in one ? [one.put as unknown as BillRecord] : [],
    );
    if (others > 0 && first?._id.startsWith('bill_')) {
      others -= 1;
      const standing = (await store.findAny(first._id)) as BillRecord;
      const labelled = { ...standing, version: standing.version + 1, customLabel: 'Flat' };
      expect(await write([store.save(labelled, standing)])).toBe('written');
    }
    return write(writes);
  };
  const path = { paymentMethodId: method._id };
  const { outcome } = await call({ operation: deletePaymentMethod, handler, path });
  expect(outcome).toEqual({ success: true });
  expect(others).toBe(0);
  const left = await Promise.all(bills.map(({ _id }) => store.findAny(_id)));
  expect(left.filter((bill) => bill?.methodId !== undefined)).toEqual([]);
  expect(left.filter((bill) => bill?.customLabel === 'Flat')).toHaveLength(1);
});
