/**
 * A table that answers reads of one item at once, in a process of its own, so that what its caller does
 * can be measured alone. Its parent tells it what it has, and is told the port that it listens on.
 */
import { createServer } from 'node:http';

/** By `pk sk`. */
type Items = Readonly<Record<string, object>>;
type Asked = { readonly Key: { readonly pk: { S: string }; readonly sk: { S: string } } };

process.once('message', (items: Items) => {
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const { Key } = JSON.parse(Buffer.concat(chunks).toString()) as Asked;
    const item = items[`${Key.pk.S} ${Key.sk.S}`];
    response.setHeader('content-type', 'application/x-amz-json-1.0');
    response.end(JSON.stringify(item ? { Item: attributesOf(item) } : {}));
  });
  server.listen(0, '127.0.0.1', () => {
    process.send?.((server.address() as { readonly port: number }).port);
  });
});
process.once('disconnect', () => process.exit());

/** As DynamoDB writes them. */
function attributesOf(item: object): Record<string, object> {
  const given = Object.entries(item).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, attributeOf(value)]));
}

function attributeOf(value: unknown): object {
  if (value === null) return { NULL: true };
  if (Array.isArray(value)) return { L: value.map(attributeOf) };
  if (typeof value === 'object') return { M: attributesOf(value) };
  if (typeof value === 'number') return { N: String(value) };
  return typeof value === 'boolean' ? { BOOL: value } : { S: value };
}
