/** Moving when a record is due, as long as nobody else has. Its version stays: nothing else changes. */
import { instantText } from '@billhook/core/base/dates';
import { ownedKey } from '@billhook/core/base/table-keys';
import { writeUnlessChanged } from './intended-writes.ts';
import type { Table } from './types.ts';

export async function lookAgain(
  { table }: { readonly table: Table },
  kind: 'auth' | 'pay' | 'pm' | 'swap',
  record: { readonly _id: string; readonly dueAt?: string },
  at: number,
): Promise<undefined> {
  const key = ownedKey(kind, record._id);
  if (!key || record.dueAt === undefined) return undefined;
  const when = { equals: { dueAt: record.dueAt } };
  await writeUnlessChanged(table, [{ update: key, set: { dueAt: instantText(at) }, when }]);
  return undefined;
}
