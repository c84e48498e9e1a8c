/** The client of the API. */
import { createOn, machine } from './client.ts';
import type { Operations } from './generated/operations.ts';
import type { BillhookOptions } from './options.ts';

/** `billhook.<group>.<operation>(given, options)`, by the names of the API's description. */
export interface Billhook extends Operations {}

/** @throws TypeError if the address or a credential can't be one. */
export function createBillhook(options: BillhookOptions): Billhook {
  return createOn(machine, options);
}
