/**
 * The small client next to the SDK's own: both call the same server, and have to send and to say the
 * same (decision: a-small-client-where-no-money-moves).
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DynamoDBDocumentClient,
  GetCommand,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb';
import { attributesOf, valuesOf } from '@billhook/runtime/aws/attribute-values';
import { refuseLateWrites } from '@billhook/runtime/aws/late-writes';
import {
  DeleteCommand,
  PutCommand,
  BatchGetCommand as SmallBatchGet,
  DynamoDBDocumentClient as SmallDocuments,
  DynamoDBClient as SmallDynamo,
  GetCommand as SmallGet,
  QueryCommand as SmallQuery,
  TransactWriteCommand,
  UpdateCommand,
} from '@billhook/runtime/aws/small-dynamo';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';

type Answer = {
  readonly status: number;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
};
type Outcome = {
  readonly output?: Readonly<Record<string, unknown>>;
  readonly error?: Error & Readonly<Record<string, unknown>>;
};
type Failing = {
  readonly type: string;
  readonly status: number;
  readonly more?: Readonly<Record<string, unknown>>;
};
type Sent = { readonly headers: Readonly<Record<string, unknown>>; readonly body: string };

/** What the server answers, the last one over and over; `undefined` cuts the connection. */
let answers: (Answer | undefined)[];
let sent: Sent[];
let server: Server;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    sent.push({ headers: request.headers, body });
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    if (!answer) return request.socket.destroy();
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  vi.stubEnv('AWS_REGION', 'eu-west-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'ASIATEST');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('AWS_SESSION_TOKEN', 'session');
  const { port } = server.address() as AddressInfo;
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', `http://127.0.0.1:${port}`);
});
afterAll(() => {
  vi.unstubAllEnvs();
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  // Retries wait for a random part of a second.
  vi.spyOn(Math, 'random').mockReturnValue(0.01);
  sent = [];
  answers = [{ status: 200, body: '{}' }];
});

const sdk = {
  Get: GetCommand,
  Query: QueryCommand,
  BatchGet: BatchGetCommand,
};
const small = {
  Get: SmallGet,
  Query: SmallQuery,
  BatchGet: SmallBatchGet,
};
type Call = keyof typeof small;

/** A new client each time: one that has met many failures gives up sooner. */
const clients = {
  sdk: () => {
    const client = refuseLateWrites(new DynamoDBClient({ maxAttempts: 3 }));
    const options = { marshallOptions: { removeUndefinedValues: true } };
    const documents = DynamoDBDocumentClient.from(client, options);
    return (call: Call, input: object) => documents.send(new sdk[call](input as never) as never);
  },
  small: () => {
    const client = refuseLateWrites(new SmallDynamo({ maxAttempts: 3 }) as never);
    const documents = SmallDocuments.from(client as never);
    return (call: Call, input: object) => documents.send(new small[call](input));
  },
};

/** What each of them makes of the same call, and what reaches the server. */
async function both(call: Call, input: object, answered: readonly (Answer | undefined)[]) {
  const results = [];
  for (const open of [clients.sdk, clients.small]) {
    sent = [];
    answers = [...answered];
    const outcome: Outcome = await open()(call, input).then(
      (output) => ({ output: output as Record<string, unknown> }),
      (error: Error) => ({ error: error as Error & Record<string, unknown> }),
    );
    results.push({ outcome, sent });
  }
  return results as [(typeof results)[number], (typeof results)[number]];
}

const key = { pk: 'cli_1', sk: 'bill_1' };
const said = {
  ...{ text: { S: 'ü' }, none: { NULL: true }, yes: { BOOL: true }, bytes: { B: 'AAEC/w==' } },
  list: { L: [{ N: '1' }, { M: { deep: { N: '-0.5' } } }] },
};

describe('A call by the small client', () => {
  const calls: readonly (readonly [Call, object, object])[] = [
    ['Get', { TableName: 't', Key: key, ConsistentRead: true }, { Item: said }],
    ['Get', { TableName: 't', Key: key, ConsistentRead: true }, {}],
    [
      'Query',
      {
        ...{ TableName: 't', IndexName: undefined, ScanIndexForward: false, Limit: 3 },
        KeyConditionExpression: '#p = :p AND #s <= :s',
        ExpressionAttributeNames: { '#p': 'pk', '#s': 'at' },
        ExpressionAttributeValues: { ':p': 'x', ':s': 12.5 },
        ExclusiveStartKey: key,
      },
      { Items: [said, said], Count: 2, LastEvaluatedKey: { pk: { S: 'x' } } },
    ],
    [
      'BatchGet',
      { RequestItems: { t: { Keys: [key], ConsistentRead: true } } },
      { Responses: { t: [said] }, UnprocessedKeys: { t: { Keys: [{ pk: { S: 'x' } }] } } },
    ],
  ];
  test.each(calls)('says and understands what the SDK does: %s', async (call, input, answer) => {
    const body = JSON.stringify(answer);
    const [theirs, ours] = await both(call, input, [{ status: 200, body }]);
    const { $metadata: sdkMeta, ...sdkOutput } = theirs.outcome.output ?? {};
    const { $metadata: ourMeta, ...ourOutput } = ours.outcome.output ?? {};
    expect(ourOutput).toEqual(sdkOutput);
    expect(ourMeta).toMatchObject({ httpStatusCode: 200, attempts: 1 });
    expect(sdkMeta).toMatchObject({ httpStatusCode: 200, attempts: 1 });
    expect(JSON.parse(ours.sent[0]?.body ?? '')).toEqual(JSON.parse(theirs.sent[0]?.body ?? ''));
    for (const name of ['x-amz-target', 'content-type', 'host', 'x-amz-security-token']) {
      expect(ours.sent[0]?.headers[name], name).toBe(theirs.sent[0]?.headers[name]);
    }
    expect(ours.sent[0]?.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=ASIATEST\/\d{8}\/eu-west-1\/dynamodb\/aws4_request, SignedHeaders=[^,]*host;[^,]*x-amz-target, Signature=[0-9a-f]{64}$/,
    );
  });

  const prefix = 'com.amazonaws.dynamodb.v20120810#';
  const failures: readonly Failing[] = [
    { type: `${prefix}ProvisionedThroughputExceededException`, status: 400 },
    { type: 'com.amazon.coral.service#ThrottlingException', status: 400 },
    { type: `${prefix}RequestLimitExceeded`, status: 400 },
    { type: `${prefix}InternalServerError`, status: 500 },
    { type: `${prefix}ResourceNotFoundException`, status: 400 },
    { type: 'com.amazon.coral.validate#ValidationException', status: 400 },
    { type: 'com.amazon.coral.service#AccessDeniedException', status: 400 },
    { type: 'com.amazon.coral.service#UnrecognizedClientException', status: 400 },
    { type: 'com.amazon.coral.service#ServiceUnavailable', status: 503 },
    { type: `${prefix}TransactionConflictException`, status: 400 },
    {
      ...{ type: `${prefix}ConditionalCheckFailedException`, status: 400 },
      more: { Item: { writeId: { S: 'one' } } },
    },
    {
      ...{ type: `${prefix}TransactionCanceledException`, status: 400 },
      more: { CancellationReasons: [{ Code: 'None' }, { Code: 'ConditionalCheckFailed' }] },
    },
  ];
  test.each(failures)('fails as with the SDK: $type', async ({ type, status, more }) => {
    const body = JSON.stringify({ __type: type, message: 'No', ...more });
    const [theirs, ours] = await both('Get', { TableName: 't', Key: key }, [{ status, body }]);
    const shown = ({ outcome: { error } }: typeof theirs) => ({
      ...{ name: error?.name, message: error?.message, fault: error?.$fault },
      ...{ item: error?.Item, reasons: error?.CancellationReasons, retryable: error?.$retryable },
      status: (error?.$metadata as Record<string, unknown>)?.httpStatusCode,
      attempts: (error?.$metadata as Record<string, unknown>)?.attempts,
    });
    expect(ours.outcome.error).toBeInstanceOf(Error);
    expect(shown(ours)).toEqual(shown(theirs));
    expect(ours.sent).toHaveLength(theirs.sent.length);
  });

  test.each([
    { what: 'a connection that is cut', answer: undefined },
    { what: 'a gateway in between', answer: { status: 502, body: '<html>' } },
    { what: 'a text that is no JSON', answer: { status: 200, body: '{"Item":' } },
    { what: 'a name in a header', answer: headed('ThrottlingException:http://x/') },
  ])('takes $what as the SDK does', async ({ answer }) => {
    const [theirs, ours] = await both('Get', { TableName: 't', Key: key }, [answer]);
    expect(ours.outcome.error?.name).toBe(theirs.outcome.error?.name);
    expect(ours.outcome.error?.code).toBe(theirs.outcome.error?.code);
    expect(ours.sent).toHaveLength(theirs.sent.length);
  });

  test('tries again what passes, and says how often', async () => {
    const throttled = { status: 400, body: JSON.stringify({ __type: 'ThrottlingException' }) };
    const answer = { status: 200, body: JSON.stringify({ Item: said }) };
    const [theirs, ours] = await both('Get', { TableName: 't', Key: key }, [throttled, answer]);
    expect(ours.outcome.output?.Item).toEqual(theirs.outcome.output?.Item);
    const attempts = ours.sent.map(({ headers }) => headers['amz-sdk-request']);
    expect(attempts).toEqual(['attempt=1; max=3', 'attempt=2; max=3']);
    expect(attempts).toEqual(theirs.sent.map(({ headers }) => headers['amz-sdk-request']));
  });

  test('follows the clock of AWS where that of this machine is wrong, as the SDK does', async () => {
    const late = {
      status: 400,
      body: JSON.stringify({ __type: 'com.amazon.coral.service#InvalidSignatureException' }),
      headers: { date: new Date(Date.now() + 3_600_000).toUTCString() },
    };
    const [theirs, ours] = await both('Get', { TableName: 't', Key: key }, [
      late,
      { ...late, status: 200, body: '{}' },
    ]);
    const hours = ({ sent: all }: typeof theirs) =>
      all.map(({ headers }) => String(headers['x-amz-date']).slice(0, 11));
    expect(ours.sent).toHaveLength(2);
    expect(hours(ours)).toEqual(hours(theirs));
    expect(new Set(hours(ours)).size).toBe(2);
  });

  test('is none that writes an item, deletes one, or commits several', () => {
    for (const [name, Command] of Object.entries({
      PutCommand,
      UpdateCommand,
      DeleteCommand,
      TransactWriteCommand,
    })) {
      expect(() => new Command()).toThrow(`${name} is not a call of this function`);
    }
  });
});

describe('Values of the small client', () => {
  const leaf = fc.oneof(
    ...[fc.string({ unit: 'grapheme' }), fc.boolean(), fc.constant(null), fc.maxSafeInteger()],
    ...[fc.double({ noNaN: true, min: -1e15, max: 1e15 }), fc.constant(undefined)],
    fc.uint8Array({ maxLength: 20 }),
  );
  // The one name that neither keeps, each in its own way: no record has it.
  const name = fc.string().filter((one) => one !== '__proto__');
  const { item } = fc.letrec((tie) => ({
    item: fc.dictionary(name, tie('value'), { maxKeys: 5, noNullPrototype: true }),
    value: fc.oneof({ depthSize: 'small' }, leaf, tie('item'), fc.array(tie('value'))),
  }));

  test('are written as the SDK writes them, and read as it reads them', async () => {
    const [sendTheirs, sendOurs] = [clients.sdk(), clients.small()];
    await fc.assert(
      fc.asyncProperty(item as fc.Arbitrary<object>, async (one) => {
        sent = [];
        const input = { TableName: 't', Key: { pk: one } };
        await sendTheirs('Get', input);
        await sendOurs('Get', input);
        const [theirs = '', body = ''] = sent.map((each) => each.body);
        expect(JSON.parse(body)).toEqual(JSON.parse(theirs));
        answers = [{ status: 200, body: JSON.stringify({ Item: attributesOf(one) }) }];
        const read = await sendTheirs('Get', input);
        expect((await sendOurs('Get', input)).Item).toEqual((read as { Item?: object }).Item);
      }),
      { numRuns: 60 },
    );
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, new Date(), () => 1, Symbol('x')])(
    'are refused where DynamoDB or a record of ours has no such thing: %s',
    (value) => {
      expect(() => attributesOf({ value })).toThrow("can't keep");
    },
  );

  test('are not guessed at', () => {
    expect(valuesOf({ big: { N: '9007199254740993' } })).toEqual({ big: 9007199254740993n });
    expect(() => valuesOf({ some: { SS: ['a'] } })).toThrow('unknown type: SS');
  });
});

function headed(type: string): Answer {
  return { status: 400, body: '{}', headers: { 'x-amzn-errortype': type } };
}
