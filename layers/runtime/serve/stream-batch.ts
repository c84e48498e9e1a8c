/** What Lambda hands over from the table's stream, and what it is answered. */
import type { ItemKey } from '@billhook/core/base/table-keys';
import * as v from 'valibot';

const text = v.object({ S: v.string() });
const record = v.object({
  dynamodb: v.object({ Keys: v.object({ pk: text, sk: text }), SequenceNumber: v.string() }),
});
const batch = v.object({ Records: v.array(record) });

/** Lambda hands over again from the first of these on. */
export type BatchAnswer = { readonly batchItemFailures: { readonly itemIdentifier: string }[] };

/** `handle` is given where something was written, and answers the keys that it could not handle. */
export async function handleStream(
  event: unknown,
  handle: (keys: readonly ItemKey[]) => Promise<readonly ItemKey[]>,
): Promise<BatchAnswer> {
  const { Records } = v.parse(batch, event);
  const records = Records.map(({ dynamodb: { Keys, SequenceNumber } }) => ({
    key: { pk: Keys.pk.S, sk: Keys.sk.S },
    itemIdentifier: SequenceNumber,
  }));
  const failed = new Set(await handle(records.map(({ key }) => key)));
  return {
    batchItemFailures: records
      .filter(({ key }) => failed.has(key))
      .map(({ itemIdentifier }) => ({ itemIdentifier })),
  };
}
