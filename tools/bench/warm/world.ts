/** What is measured is about one bill, of a partner that signs and encrypts. */

import { newOwnedId } from '@billhook/core/base/ids';
import { rootKey } from '@billhook/core/base/table-keys';
import type { BillRecord } from '@billhook/core/bill/bill';
import { billStore } from '@billhook/runtime/stores/bill-store';
import { memoryTable } from '../../../test/support/memory-table.ts';
import { billRecord, clientId, partnerId } from '../../../test/support/records.ts';
import type { StubContent } from './aws-stub.ts';
import { type SignedCase, signedCase } from './signed-request.ts';

export type WarmWorld = {
  readonly partnerId: string;
  readonly clientId: string;
  readonly bill: BillRecord;
  readonly table: ReturnType<typeof memoryTable>;
  readonly signed: SignedCase;
  /** All of it, as the stub has it. */
  readonly content: StubContent;
};

export async function warmWorld(): Promise<WarmWorld> {
  const table = memoryTable();
  // One that the company pays itself: what a method would pay is read from elsewhere.
  const bill = billRecord(
    { newestPaymentId: newOwnedId('pay', clientId, (size) => new Uint8Array(size)) },
    { autopay: 'enabled' },
  );
  await table.write([billStore(table).save(bill, undefined)]);
  const signed = await signedCase(partnerId, bill);
  const { pk, sk } = rootKey(partnerId);
  const items = { ...Object.fromEntries(table.items), [`${pk} ${sk}`]: { ...signed.partner } };
  const content = { items, secret: signed.secret, privateKey: signed.privateKey };
  return { partnerId, clientId, bill, table, signed, content };
}
