/**
 * AWS that answers at once, in a process of its own, so that what its caller does can be measured alone:
 * a table that gives what it was told and forgets what is written, one secret, and a key that unwraps.
 * Its parent tells it what it has, and is told the port that it listens on.
 */
import { privateDecrypt } from 'node:crypto';
import { createServer } from 'node:http';

export type StubContent = {
  /** By `pk sk`. */
  readonly items: Readonly<Record<string, object>>;
  readonly secret: string;
  /** PEM, PKCS #8. Made for one run. */
  readonly privateKey: string;
};

type Asked = {
  readonly Key?: { readonly pk: { S: string }; readonly sk: { S: string } };
  readonly CiphertextBlob?: string;
};

process.once('message', (content: StubContent) => {
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray();
    const asked = JSON.parse(Buffer.concat(chunks).toString()) as Asked;
    const operation = String(request.headers['x-amz-target']).split('.').at(-1);
    response.setHeader('content-type', 'application/x-amz-json-1.0');
    response.end(JSON.stringify(answers[operation ?? '']?.(content, asked) ?? {}));
  });
  server.listen(0, '127.0.0.1', () => {
    process.send?.((server.address() as { readonly port: number }).port);
  });
});
process.once('disconnect', () => process.exit());

const answers: Readonly<Record<string, (content: StubContent, asked: Asked) => object>> = {
  GetItem({ items }, { Key }) {
    const item = items[`${Key?.pk.S} ${Key?.sk.S}`];
    return item ? { Item: attributesOf(item) } : {};
  },
  GetSecretValue: ({ secret }) => ({ SecretString: secret }),
  Decrypt({ privateKey }, { CiphertextBlob = '' }) {
    const wrapped = Buffer.from(CiphertextBlob, 'base64');
    const key = privateDecrypt({ key: privateKey, oaepHash: 'sha256' }, wrapped);
    return { Plaintext: key.toString('base64') };
  },
};

/** As DynamoDB writes them. */
function attributesOf(item: object): Record<string, object> {
  const given = Object.entries(item).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, attributeOf(value)]));
}

function attributeOf(value: unknown): object {
  if (value === null) return { NULL: true };
  if (value instanceof Uint8Array) return { B: Buffer.from(value).toString('base64') };
  if (Array.isArray(value)) return { L: value.map(attributeOf) };
  if (typeof value === 'object') return { M: attributesOf(value) };
  if (typeof value === 'number') return { N: String(value) };
  return typeof value === 'boolean' ? { BOOL: value } : { S: value };
}
