/** What is to be said of a company before it is chosen. */
import type { Company } from '@billhook/core/schemas/company';
import type { Swap } from '@billhook/core/schemas/swap';
import { isUnderWay } from './rows.ts';

export type BrandState = 'maintenance' | 'under-way' | 'on-file';

/** @param swaps of the client, the newest first. */
export function brandStateOf(
  { _id, status }: Pick<Company, '_id' | 'status'>,
  swaps: readonly Swap[],
  paymentMethodId: string | undefined,
): BrandState | undefined {
  if (status === 'maintenance') return 'maintenance';
  const newest = swaps.find(({ company }) => company._id === _id);
  if (!newest) return undefined;
  if (isUnderWay(newest)) return 'under-way';
  const { status: swapped, paymentMethod } = newest;
  const same = paymentMethod !== undefined && paymentMethod._id === paymentMethodId;
  return swapped.type === 'completed' && same ? 'on-file' : undefined;
}
