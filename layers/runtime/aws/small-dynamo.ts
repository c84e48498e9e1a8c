/**
 * A client of the table that stands in for the SDK's in the bundles of functions that move no money
 * (`lib/build/small-client.ts`): the few calls that these make, by the SDK's own signer, requests, retries
 * and names of errors (decision: a-small-client-where-no-money-moves). What it exports has the names that
 * `@aws-sdk/client-dynamodb` and `@aws-sdk/lib-dynamodb` have for it.
 */

import type { Readable } from 'node:stream';
import type { Clock } from '@billhook/core/base/dates';
import { HttpRequest, type HttpResponse } from '@smithy/core/protocols';
import { retryMiddleware, StandardRetryStrategy } from '@smithy/core/retry';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import { SignatureV4 } from '@smithy/signature-v4';
import { attributesOf, valuesOf } from './attribute-values.ts';
import { defaultProvider } from './environment-credentials.ts';
import { Sha256 } from './sha256.ts';

type Fields = Record<string, unknown>;
type Translate = (value: never) => unknown;
type Translations = Readonly<Record<string, Translate>>;

const eachOf = (translate: Translate) => (values: readonly unknown[]) =>
  values.map((value) => translate(value as never));
const eachNamed = (translate: Translate) => (values: object) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, translate(value as never)]),
  );
const within = (translations: Translations) => (given: Fields) => translated(given, translations);

/** Where a call has values of ours, and where its answer has DynamoDB's. The rest goes as it is. */
const given: Translations = {
  Key: attributesOf,
  ExclusiveStartKey: attributesOf,
  ExpressionAttributeValues: attributesOf,
  RequestItems: eachNamed(within({ Keys: eachOf(attributesOf) })),
};
const answered: Translations = {
  Item: valuesOf,
  Items: eachOf(valuesOf),
  LastEvaluatedKey: valuesOf,
  Responses: eachNamed(eachOf(valuesOf)),
  UnprocessedKeys: eachNamed(within({ Keys: eachOf(valuesOf) })),
};

function translated(fields: Fields, translations: Translations): Fields {
  const result: Fields = {};
  for (const name in fields) {
    const value = fields[name];
    const translate = Object.hasOwn(translations, name) ? translations[name] : undefined;
    if (value !== undefined) result[name] = translate ? translate(value as never) : value;
  }
  return result;
}

class Command {
  readonly operation: string;
  readonly input: object;

  constructor(operation: string, input: object) {
    this.operation = operation;
    this.input = input;
  }
}
const command = (operation: string) =>
  class extends Command {
    constructor(input: object) {
      super(operation, input);
    }
  };
export const GetCommand = command('GetItem');
export const QueryCommand = command('Query');
export const BatchGetCommand = command('BatchGetItem');

/** Nothing that these functions may do: their roles would refuse it as well. */
const refused = (name: string) =>
  class {
    constructor() {
      throw new Error(`${name} is not a call of this function`);
    }
  };
export const PutCommand = refused('PutCommand');
export const UpdateCommand = refused('UpdateCommand');
export const DeleteCommand = refused('DeleteCommand');
export const TransactWriteCommand = refused('TransactWriteCommand');

export class DynamoDBClient {
  readonly maxAttempts: number;
  /** `late-writes.ts` adds to it what refuses writes, of which there are none. */
  readonly middlewareStack = { add: () => {} };

  constructor({ maxAttempts }: { readonly maxAttempts: number }) {
    this.maxAttempts = maxAttempts;
  }
}

export const DynamoDBDocumentClient = {
  from: (client: DynamoDBClient) => ({ send: openSend(client) }),
};

type Attempt = { readonly request: HttpRequest };
type Answer = { readonly response: HttpResponse; readonly output: Fields };

function openSend(client: DynamoDBClient, clock: Clock = Date.now) {
  const region = process.env.AWS_REGION ?? '';
  const endpoint = endpointOf(region);
  const handler = new NodeHttpHandler();
  const signer = new SignatureV4({
    credentials: defaultProvider(),
    region,
    service: 'dynamodb',
    sha256: Sha256,
  });
  const retries = {
    maxAttempts: async () => client.maxAttempts,
    retryStrategy: (() => {
      // Of all calls together, as in the SDK: what is lost to retries is shared by them.
      const strategy = Promise.resolve(
        new StandardRetryStrategy({ maxAttempts: client.maxAttempts, baseDelay: BASE_DELAY }),
      );
      return () => strategy;
    })(),
  };
  let clockOffset = 0;

  async function attempt({ request }: Attempt): Promise<Answer> {
    const before = clockOffset;
    const signed = await signer.sign(request, { signingDate: new Date(clock() + before) });
    const { response } = await handler.handle(signed as HttpRequest);
    const date = Date.parse(response.headers.date ?? '');
    if (!Number.isNaN(date) && response.headers.age === undefined) clockOffset = date - clock();
    const body = await textOf(response.body);
    const corrected = clockOffset !== before && Math.abs(clockOffset) >= NOTABLE_OFFSET;
    return { response, output: outputOf(response, body, corrected) };
  }

  return async ({ operation, input }: Command): Promise<Fields> => {
    const request = requestOf(
      endpoint,
      operation,
      JSON.stringify(translated(input as Fields, given)),
    );
    const run = retryMiddleware(retries as never)(attempt as never, {} as never);
    const { output } = await run({ request, input } as never);
    return output as unknown as Fields;
  };
}

/** What the SDK's client of DynamoDB waits before it tries again, at first. */
const BASE_DELAY = 25;
/** Milliseconds from which on the SDK takes it that a refusal came from this machine's clock. */
const NOTABLE_OFFSET = 240_000;

/** `AWS_ENDPOINT_URL` is set by the local service; AWS itself sets none. */
function endpointOf(region: string): URL {
  const { AWS_ENDPOINT_URL_DYNAMODB: own, AWS_ENDPOINT_URL: any } = process.env;
  const suffix = region.startsWith('cn-') ? 'amazonaws.com.cn' : 'amazonaws.com';
  return new URL(own ?? any ?? `https://dynamodb.${region}.${suffix}`);
}

function requestOf(endpoint: URL, operation: string, body: string): HttpRequest {
  const { protocol, hostname, port, host } = endpoint;
  return new HttpRequest({
    ...{ protocol, hostname, method: 'POST', path: '/', body },
    ...(port && { port: Number(port) }),
    headers: {
      host,
      'content-type': 'application/x-amz-json-1.0',
      'content-length': String(Buffer.byteLength(body)),
      'x-amz-target': `DynamoDB_20120810.${operation}`,
      'user-agent': 'billhook',
    },
  });
}

/** By events: going over a stream with `for await` takes more than reading it. */
function textOf(body: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    body.on('data', (chunk: Buffer) => chunks.push(chunk));
    body.on('end', () => resolve(Buffer.concat(chunks).toString()));
    body.on('error', reject);
  });
}

/** @throws Error as the SDK does: by the name that DynamoDB gives it. */
function outputOf(response: HttpResponse, text: string, clockSkewCorrected: boolean): Fields {
  const { statusCode, headers } = response;
  const $metadata = {
    httpStatusCode: statusCode,
    requestId: headers['x-amzn-requestid'],
    ...(clockSkewCorrected && { clockSkewCorrected }),
  };
  let body: Fields;
  try {
    body = text === '' ? {} : (JSON.parse(text) as Fields);
  } catch (error) {
    throw withResponse(Object.assign(error as Error, { $metadata }), response);
  }
  if (statusCode < 300) return { ...translated(body, answered), $metadata };
  const error = new Error(String(body.message ?? body.Message ?? 'UnknownError'));
  error.name = errorNameOf(body.__type ?? body.code ?? headers['x-amzn-errortype']);
  throw withResponse(
    Object.assign(error, {
      ...Object.fromEntries(Object.entries(body).filter(([name]) => !KEPT.has(name))),
      $fault: statusCode < 500 ? 'client' : 'server',
      $metadata,
    }),
    response,
  );
}

/** Of an error, and not to be replaced by what an answer says. */
const KEPT: ReadonlySet<string> = new Set(['name', 'message', 'Message', 'stack']);

/** `com.amazonaws.dynamodb.v20120810#ThrottlingException:http://…` is a `ThrottlingException`. */
function errorNameOf(said: unknown): string {
  const [, name = 'Unknown'] = /(?:.*#)?([^:,#]+)/.exec(String(said ?? 'Unknown')) ?? [];
  return name;
}

/** Where the retries look for how long to wait. Not shown when an error is printed. */
function withResponse<T extends Error>(error: T, response: HttpResponse): T {
  return Object.defineProperty(error, '$response', { value: response, enumerable: false });
}
