/** The client of the API. */
import { type Billhook, createOn, machine } from './client.ts';
import type { BillhookOptions } from './options.ts';

export type { Billhook } from './client.ts';

/** @throws TypeError if the address or a credential can't be one. */
export function createBillhook(options: BillhookOptions): Billhook {
  return createOn(machine, options);
}
