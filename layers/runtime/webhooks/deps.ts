/** What deliveries need, as the stack provides it. */
import { deliveryTimes } from '@billhook/core/webhook/delivery';
import { openQueues } from '../aws/queues.ts';
import type { Outside } from '../table/outside.ts';
import type { BeginDeps, Wake } from './begin-delivery.ts';

/** A queue counts delays in whole seconds: a message is late rather than early. */
export function openWake({ aws }: Pick<Outside, 'aws'>): Wake {
  const sendTo = openQueues(aws);
  return (messages, delayMilliseconds = 0) =>
    sendTo('endpoints', messages, { delaySeconds: Math.ceil(delayMilliseconds / 1000) });
}

export function openBeginDeps(outside: Outside): BeginDeps {
  const { table, clock } = outside;
  return { table, clock, times: deliveryTimes, wake: openWake(outside) };
}
