import { getMany } from '@billhook/runtime/table/get-many';
import { expect, test } from 'vitest';

type Input = {
  RequestItems: Record<string, { Keys: { pk: string; sk: string }[]; ConsistentRead?: boolean }>;
};

/** A table that returns at most `most` items of a batch. */
function stubbornClient(most: number) {
  const asked: Input[] = [];
  const send = async ({ input }: { input: Input }) => {
    asked.push(input);
    const [[name, { Keys }]] = Object.entries(input.RequestItems) as [
      [string, Input['RequestItems'][string]],
    ];
    if (Keys.length > 100) throw new Error('ValidationException');
    const left = Keys.slice(most);
    return {
      Responses: { [name]: Keys.slice(0, most).map((key) => ({ ...key })) },
      ...(left.length > 0 && { UnprocessedKeys: { [name]: { Keys: left } } }),
    };
  };
  return { asked, client: { send } as never };
}

const keys = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ pk: `co_${at}`, sk: 'x' }));

test.each([
  [0, 0],
  [1, 1],
  [100, 1],
  [101, 2],
])('%s items are read in %s batches', async (count, batches) => {
  const { asked, client } = stubbornClient(100);
  expect(await getMany(client, () => 'table', keys(count))).toHaveLength(count);
  expect(asked).toHaveLength(batches);
  expect(asked.every((one) => one.RequestItems.table?.ConsistentRead)).toBe(true);
});

test('What the table leaves out is asked for again, consistently', async () => {
  const { asked, client } = stubbornClient(40);
  const items = await getMany<{ pk: string }>(client, () => 'table', keys(100));
  expect(new Set(items.map(({ pk }) => pk)).size).toBe(100);
  expect(asked).toHaveLength(3);
  expect(asked.at(-1)?.RequestItems.table?.ConsistentRead).toBe(true);
});

test('A key that is named twice is read once', async () => {
  const { asked, client } = stubbornClient(100);
  expect(await getMany(client, () => 'table', [...keys(2), ...keys(2)])).toHaveLength(2);
  expect(asked[0]?.RequestItems.table?.Keys).toHaveLength(2);
});

test('A table that never returns all is no result', async () => {
  const { client } = stubbornClient(0);
  await expect(getMany(client, () => 'table', keys(1))).rejects.toThrow('did not return all');
});
