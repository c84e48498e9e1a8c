/** What deliveries need, as the stack provides it. */
import { deliveryTimes } from '@billhook/core/webhook/delivery';
import { sendTo } from '../aws/queues.ts';
import type { Table } from '../table/table.ts';
import type { BeginDeps, Wake } from './begin-delivery.ts';

/** A queue counts delays in whole seconds: a message is late rather than early. */
export const wakeDeliverers: Wake = (messages, delayMilliseconds = 0) =>
  sendTo('endpoints', messages, Math.ceil(delayMilliseconds / 1000));

export function beginDeps(table: Table): BeginDeps {
  return { table, clock: Date.now, times: deliveryTimes, wake: wakeDeliverers };
}
