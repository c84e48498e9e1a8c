/** What Lambda hands over from a queue, and what it is answered. */
import * as v from 'valibot';
import { logFailure } from '../aws/logger.ts';

const batch = v.object({
  Records: v.array(
    v.object({
      messageId: v.string(),
      body: v.string(),
      attributes: v.optional(v.object({ ApproximateReceiveCount: v.optional(v.string()) })),
    }),
  ),
});

export function isBatch(event: unknown): boolean {
  return v.is(batch, event);
}

/** Lambda hands these over again. */
export type QueueAnswer = { readonly batchItemFailures: { readonly itemIdentifier: string }[] };

/** All at once: one that fails comes again, and holds up no other. */
export async function handleMessages<S extends v.GenericSchema>(
  event: unknown,
  message: S,
  handle: (message: v.InferOutput<S>, receives: number) => Promise<unknown>,
): Promise<QueueAnswer> {
  const { Records } = v.parse(batch, event);
  const handled = await Promise.allSettled(
    Records.map(async ({ body, attributes }) => {
      const receives = Number(attributes?.ApproximateReceiveCount ?? 1);
      return handle(v.parse(message, JSON.parse(body)), receives);
    }),
  );
  const failed = Records.filter((_, index) => {
    const one = handled[index];
    if (one?.status === 'rejected') logFailure('A message could not be handled', one.reason);
    return one?.status === 'rejected';
  });
  return { batchItemFailures: failed.map(({ messageId }) => ({ itemIdentifier: messageId })) };
}
