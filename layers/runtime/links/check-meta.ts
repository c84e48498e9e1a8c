/** What a link names beside its account: whether it is there, and the client's own. */
import type { Owner } from '@billhook/core/base/owner';
import type { GivenAuth } from '@billhook/core/schemas/auth';
import type { Stores } from '../stores/open-stores.ts';

type Named = Pick<GivenAuth, 'clientId' | 'companyId' | 'meta'>;

/** @returns the bill that `meta` names, or the error of what it names and is not there. */
export async function findNamed(
  { methods, bills, swaps }: Stores,
  { clientId, companyId, meta }: Named,
  owner: Owner,
) {
  if (meta?.swapId !== undefined) {
    const swap = await swaps.find(meta.swapId, owner);
    if (swap?.clientId !== clientId || swap.company._id !== companyId) return 'swap_not_found';
  }
  if (meta?.paymentMethodId !== undefined) {
    const method = await methods.find(meta.paymentMethodId, owner);
    if (method?.clientId !== clientId) return 'payment_method_not_found';
  }
  if (meta?.billId !== undefined) {
    const bill = await bills.find(meta.billId, owner);
    return bill?.clientId === clientId ? bill : 'bill_not_found';
  }
  return undefined;
}

/** A swap stays with its auth: another login at the company is another account. */
export async function isOfAuth(
  { swaps }: Stores,
  swapId: string | undefined,
  authId: string,
): Promise<boolean> {
  return swapId === undefined || (await swaps.findAny(swapId))?.authId === authId;
}
