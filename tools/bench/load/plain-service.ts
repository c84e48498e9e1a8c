/**
 * The same routes as a plain Fastify service over the same table, made the usual way: one process, the
 * document client, JSON schemas. It authenticates by a stored digest, reads the service's own records, and
 * writes as many items of its own kind as the service does of its. It has no workflows, no webhooks, no
 * rate limits and no encryption but that of what is secret. `TABLE_NAME` and `TABLE_URL` name the table;
 * its address is sent to whoever started it.
 */
import {
  createCipheriv,
  createHash,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
} from '@aws-sdk/lib-dynamodb';
import Fastify, { type FastifyRequest } from 'fastify';

type Item = Record<string, unknown>;
type Params = Record<string, string>;
type Body = Record<string, string>;

const TableName = process.env.TABLE_NAME ?? '';
const client = new DynamoDBClient({
  endpoint: process.env.TABLE_URL,
  region: 'us-east-1',
  credentials: { accessKeyId: 'plain', secretAccessKey: 'plain' },
});
const documents = DynamoDBDocumentClient.from(client, {
  marshallOptions: { removeUndefinedValues: true },
});
const key = randomBytes(32);
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const companies = await scanCompanies();
const app = Fastify({ logger: false });

app.decorateRequest('partnerId', '');
app.addHook('onRequest', async (request, reply) => {
  if (request.url.startsWith('/v1/client/access-token')) return;
  const bearer = request.headers.authorization?.slice('Bearer '.length) ?? '';
  const digest = createHash('sha256').update(bearer).digest('hex');
  const found = await get(`plain#key#${digest}`, 'plain#key');
  if (!found) await reply.code(401).send({ code: 'api_key_invalid' });
  else (request as FastifyRequest & { partnerId: string }).partnerId = String(found.partnerId);
});

const text = { type: 'string', minLength: 1, maxLength: 256 };
const bodyOf = (...names: string[]) => ({
  schema: {
    body: {
      type: 'object',
      required: names,
      properties: Object.fromEntries(names.map((name) => [name, text])),
    },
  },
});
const paramsOf = ({ params }: FastifyRequest) => params as Params;
const given = ({ body }: FastifyRequest) => body as Body;

app.get('/v1/bill/list/:clientId', async (request) => {
  const bills = await list(paramsOf(request).clientId, 'bill_');
  return { data: bills.map(showBill) };
});
app.get('/v1/bill/:billId', async (request) => {
  const billId = paramsOf(request).billId ?? '';
  const [bill, methods] = await Promise.all([
    get(clientOf(billId), billId),
    list(clientOf(billId), 'pm'),
  ]);
  return { ...showBill(bill ?? {}), methods: methods.length };
});
app.get('/v1/bill/:billId/payment/:paymentId', async (request) => {
  const { billId = '', paymentId = '' } = paramsOf(request);
  const [, payment] = await Promise.all([
    get(clientOf(billId), billId),
    get(clientOf(billId), paymentId),
  ]);
  return { payment: { ...payment, amount: money(payment?.amountCents) } };
});
app.get('/v1/bill/listByPartner/:partnerId', async (request) => {
  const data: Item[] = [];
  for (let shard = 0; data.length < 20 && shard < 4; shard += 1) {
    const { Items = [] } = await documents.send(
      new QueryCommand({
        TableName,
        IndexName: 'byPartner',
        KeyConditionExpression: 'partnerShard = :shard',
        ExpressionAttributeValues: { ':shard': `${paramsOf(request).partnerId}#${shard}` },
        Limit: 20 - data.length,
      }),
    );
    data.push(...Items.map(showBill));
  }
  return { data };
});
app.get('/v1/auth/list/:clientId', async (request) => ({
  data: await list(paramsOf(request).clientId, 'auth_'),
}));
app.get('/v1/auth/:authId', async (request) => {
  const authId = paramsOf(request).authId ?? '';
  return { auth: await get(clientOf(authId), authId) };
});
app.get('/v1/payment/list/:clientId', async (request) => ({
  data: await list(paramsOf(request).clientId, 'pm_'),
}));
app.get('/v1/company/categories', async () => ({ data: ['electricity', 'phone', 'water'] }));
app.get('/v1/company/:companyId', async (request) => {
  const companyId = paramsOf(request).companyId ?? '';
  return (await get(companyId, companyId)) ?? companies.find(({ _id }) => _id === companyId) ?? {};
});
app.post('/v1/company/search', bodyOf('query'), async (request) => {
  const query = given(request).query?.toLowerCase() ?? '';
  const data = companies.filter(({ name }) => String(name).toLowerCase().includes(query));
  return { data, resultCount: data.length };
});
app.get('/v1/event/list', async (request) => {
  const { clientId, limit } = request.query as Params;
  const { Items = [] } = await documents.send(
    new QueryCommand({ ...inCollection(clientId, 'evt#'), Limit: Number(limit) }),
  );
  return { data: Items.map((event) => ({ event })) };
});
app.get('/v1/partner', async (request) => {
  const { partnerId } = request as FastifyRequest & { partnerId: string };
  return get(partnerId, partnerId);
});

app.post('/v1/client', bodyOf('identifier'), async (request) => {
  const clientId = newId('cl');
  await put([
    [`plain#identifier#${given(request).identifier}`, { clientId }],
    [`plain#${clientId}`, { meta: sealed(JSON.stringify(request.body)) }],
  ]);
  return { clientId };
});
app.post('/v1/payment', bodyOf('clientId', 'cardNumber'), async (request) => {
  const paymentMethodId = newId('pm');
  const secret = sealed(JSON.stringify(request.body));
  await put([
    [`plain#${paymentMethodId}`, { clientId: given(request).clientId, secret }],
    [`plain#${paymentMethodId}#code`, { code: sealed(given(request).cardCode ?? '') }],
  ]);
  return { paymentMethodId };
});
app.post('/v1/auth', bodyOf('clientId', 'companyId'), async (request) => {
  const authId = newId('auth');
  const { clientId, companyId } = given(request);
  await put([
    [`plain#${authId}`, { clientId, companyId, form: sealed(JSON.stringify(given(request).form)) }],
    [`plain#${authId}#event`, { type: 'auth.created', clientId }],
  ]);
  return { authId };
});
app.post('/v1/payment/schedule', bodyOf('billId'), async (request) => {
  const billId = given(request).billId ?? '';
  const bill = await get(clientOf(billId), billId);
  await list(clientOf(billId), 'pm');
  const paymentId = newId('pay');
  await put([
    [`plain#${paymentId}`, { billId, reported: bill?.reported }],
    [`plain#${billId}#pending`, { paymentId }],
    [`plain#${paymentId}#event`, { type: 'bill.payment.scheduled', billId }],
  ]);
  return { success: true };
});
app.post('/v1/bill/:billId/customize', bodyOf('customLabel'), async (request) => {
  const billId = paramsOf(request).billId ?? '';
  const bill = await get(clientOf(billId), billId);
  await put([
    [`plain#${billId}#label`, { label: given(request).customLabel, version: bill?.version }],
    [`plain#${billId}#event`, { type: 'bill.update', billId }],
  ]);
  return { success: true };
});
app.post('/v1/client/create-token', bodyOf('identifier'), async (request) => {
  const tokenId = newId('token');
  await put([[`plain#${tokenId}`, { identifier: given(request).identifier }]]);
  return { token: newToken({ tokenId, clientId: given(request).identifier }) };
});
app.post('/v1/client/access-token', bodyOf('token'), async (request, reply) => {
  const [head = '', signature = ''] = (given(request).token ?? '').split('.');
  const isOurs = verify(
    'sha256',
    Buffer.from(head),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isOurs) return reply.code(401).send({ code: 'token_invalid' });
  const claims = JSON.parse(Buffer.from(head, 'base64url').toString());
  await get(`plain#${claims.tokenId}`, `plain#${claims.tokenId}`);
  return { accessToken: newToken(claims), expiresIn: 300 };
});

await app.listen({ host: '127.0.0.1', port: 0 });
process.send?.({ url: `http://127.0.0.1:${(app.server.address() as { port: number }).port}/v1` });
process.on('disconnect', () => process.exit(0));

async function scanCompanies(): Promise<Item[]> {
  const found: Item[] = [];
  let ExclusiveStartKey: Item | undefined;
  do {
    const page = await documents.send(
      new ScanCommand({
        TableName,
        FilterExpression: 'begins_with(pk, :prefix)',
        ExpressionAttributeValues: { ':prefix': 'co_' },
        ExclusiveStartKey,
      }),
    );
    found.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return found;
}

async function get(pk: string, sk: string): Promise<Item | undefined> {
  const { Item: item } = await documents.send(
    new GetCommand({ TableName, Key: { pk, sk }, ConsistentRead: true }),
  );
  return item;
}

function inCollection(pk: string | undefined, prefix: string) {
  return {
    TableName,
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :prefix)',
    ExpressionAttributeValues: { ':pk': pk, ':prefix': prefix },
    ConsistentRead: true,
  };
}

async function list(pk: string | undefined, prefix: string): Promise<Item[]> {
  const { Items = [] } = await documents.send(new QueryCommand(inCollection(pk, prefix)));
  return Items;
}

async function put(items: readonly (readonly [string, Item])[]): Promise<void> {
  const created = new Date().toISOString();
  const TransactItems = items.map(([id, item]) => ({
    Put: { TableName, Item: { pk: id, sk: id, created, version: 1, ...item } },
  }));
  await documents.send(new TransactWriteCommand({ TransactItems }));
}

function newId(kind: string): string {
  return `${kind}_${randomBytes(12).toString('hex')}`;
}

function clientOf(id: string): string {
  return `cl_${id.split('_')[1]}`;
}

function sealed(secret: string): string {
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, nonce);
  const bytes = Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()]);
  return bytes.toString('base64');
}

function newToken(claims: object): string {
  const head = Buffer.from(JSON.stringify({ ...claims, at: Date.now() })).toString('base64url');
  const signature = sign('sha256', Buffer.from(head), {
    key: privateKey,
    dsaEncoding: 'ieee-p1363',
  });
  return `${head}.${signature.toString('base64url')}`;
}

function showBill(bill: Item): Item {
  const { _id, auth, company, customLabel, payments = [] } = bill;
  const history = payments as { amountCents: number; paidOn: string }[];
  return {
    bill: { _id, auth, company, customLabel },
    payments: history.map(({ amountCents, paidOn }) => ({ amount: money(amountCents), paidOn })),
  };
}

function money(cents: unknown): string {
  return (Number(cents) / 100).toFixed(2);
}
