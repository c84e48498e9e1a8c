/** What a link names beside its account: whether it is there, and the client's own. */
import type { Owner } from '@billhook/core/owner';
import type { GivenAuth } from '@billhook/core/schemas/auth';
import { paymentDeps } from '../payments/deps.ts';
import { swapStore } from '../stores/swap-store.ts';
import type { Table } from '../table/table.ts';

type Named = Pick<GivenAuth, 'clientId' | 'companyId' | 'meta'>;

/** @returns the error of what `meta` names and is not there. */
export async function findMissing(
  table: Table,
  { clientId, companyId, meta }: Named,
  owner: Owner,
) {
  const { methods, bills } = paymentDeps(table);
  if (meta?.swapId !== undefined) {
    const swap = await swapStore(table).find(meta.swapId, owner);
    if (swap?.clientId !== clientId || swap.company._id !== companyId) return 'swap_not_found';
  }
  if (meta?.paymentMethodId !== undefined) {
    const method = await methods.find(meta.paymentMethodId, owner);
    if (method?.clientId !== clientId) return 'payment_method_not_found';
  }
  if (meta?.billId !== undefined) {
    const bill = await bills.find(meta.billId, owner);
    if (bill?.clientId !== clientId) return 'bill_not_found';
  }
  return undefined;
}

/** A swap stays with its auth: another login at the company is another account. */
export async function isOfAuth(
  table: Table,
  swapId: string | undefined,
  authId: string,
): Promise<boolean> {
  return swapId === undefined || (await swapStore(table).findAny(swapId))?.authId === authId;
}
