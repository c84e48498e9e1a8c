/** All items of a partition, page after page. */
import type { Key, Table } from '../table/types.ts';

export async function everything<T>(
  table: Table,
  partition: string,
  prefix?: string,
): Promise<(T & Key)[]> {
  const items: (T & Key)[] = [];
  for await (const page of pagesOf<T>(table, partition, prefix)) items.push(...page);
  return items;
}

export async function* pagesOf<T>(
  table: Table,
  partition: string,
  prefix?: string,
): AsyncGenerator<readonly (T & Key)[]> {
  let after: Record<string, string> | undefined;
  do {
    const rows = await table.query<T & Key>({ partition, prefix, after });
    yield rows.items;
    after = rows.next;
  } while (after);
}
