import { randomUUID } from 'node:crypto';
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Callers, isOperator } from '../access/callers.ts';
import type { AccessRequest } from '../access/policies.ts';
import type { Chaos } from '../chaos/chaos.ts';
import { answerFault, type Call, disturb, failureOf } from '../chaos/endpoint-faults.ts';
import { awsFailure } from '../failures.ts';
import { createIndexLag, type IndexLag, type Item, itemsOf } from '../tables/index-lag.ts';
import { answerFailure, writeAnswer } from './answers.ts';
import type { AwsService, Input } from './aws-service.ts';

/** The one address that functions know as AWS. Services are set once they exist. */
export type Endpoint = {
  readonly url: string;
  readonly connect: (services: EndpointServices) => void;
  /** Of what functions wrote past this address. */
  readonly written: EndpointServices['tables']['written'];
  /** Creates a URL for one response of a custom resource's function. */
  readonly expectAnswer: () => {
    readonly url: string;
    readonly answer: Promise<unknown>;
    readonly cancel: () => void;
  };
  readonly close: () => Promise<void>;
};

type EndpointServices = {
  readonly callers: Callers;
  /** Services by the name in their requests' signature. */
  readonly services: Readonly<Record<string, AwsService | undefined>>;
  readonly tables: {
    readonly url: string;
    readonly access: (operation: string, input: Input) => readonly AccessRequest[];
    /** Told of what was written, with its keys at least. */
    readonly written: (items: readonly Item[]) => void;
  };
};

const MAX_BODY_BYTES = 16 * 1024 * 1024;
const ANSWER_PATH = '/custom-resource-answer/';

/** Opens the endpoint on loopback only, whatever address the gateway listens on. */
export async function openEndpoint(chaos: Chaos): Promise<Endpoint> {
  const answers = new Map<string, (answer: unknown) => void>();
  const upstream = { agent: new Agent({ keepAlive: true, maxSockets: 64 }), lag: createIndexLag() };
  let connected: EndpointServices | undefined;
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    void serve(request, response);
  });
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    let service = '';
    try {
      const body = await readBody(request);
      if (request.method === 'PUT' && request.url?.startsWith(ANSWER_PATH)) {
        takeAnswer(answers, request.url.slice(ANSWER_PATH.length).split('?')[0] ?? '', body);
        response.writeHead(200).end();
        return;
      }
      const call = disturb(chaos, identify(request, body, connected));
      service = call.service;
      if (call.fault?.error && !call.fault.carriedOut) throw failureOf(call.fault, call.input);
      if (service === 'dynamodb') {
        const lags = chaos.rate() > 0 && !isOperator(call.caller);
        forward(call, connected as EndpointServices, { ...upstream, lags }, response);
      } else await answer(call, connected as EndpointServices, response);
    } catch (error) {
      answerFailure(response, service, error);
    }
  };
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    connect: (services) => {
      connected = services;
    },
    written: (items) => connected?.tables.written(items),
    expectAnswer: () => {
      const token = randomUUID();
      const { promise, resolve } = Promise.withResolvers<unknown>();
      answers.set(token, resolve);
      return {
        url: `${url}${ANSWER_PATH}${token}`,
        answer: promise,
        cancel: () => answers.delete(token),
      };
    },
    close: () =>
      new Promise((resolve) => {
        upstream.agent.destroy();
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function takeAnswer(
  answers: Map<string, (answer: unknown) => void>,
  token: string,
  body: Buffer,
): void {
  const resolve = answers.get(token);
  if (!resolve) throw awsFailure('AccessDenied', 'Nothing is waiting for this response.', 403);
  resolve(JSON.parse(body.toString()));
  answers.delete(token);
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES)
      throw awsFailure('RequestEntityTooLargeException', 'Too large.', 413);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const CREDENTIAL = /^AWS4-HMAC-SHA256 Credential=([^/]+)\/\d{8}\/[^/]+\/([^/]+)\/aws4_request/;

/** Tells caller and service by the signature's scope, and the operation by target or path. */
function identify(
  request: IncomingMessage,
  body: Buffer,
  connected: EndpointServices | undefined,
): Call {
  const [, accessKeyId = '', service = ''] =
    CREDENTIAL.exec(request.headers.authorization ?? '') ?? [];
  const caller = connected?.callers.find(accessKeyId);
  if (!caller) {
    throw awsFailure(
      'UnrecognizedClientException',
      'The security token included in the request is invalid.',
    );
  }
  const rest = Object.hasOwn(restServices, service) ? restServices[service] : undefined;
  if (rest) {
    const { operation, read } = rest;
    return { caller, service, operation, request, body, input: read(request, body) };
  }
  const target = String(request.headers['x-amz-target'] ?? '');
  const operation = target.slice(target.lastIndexOf('.') + 1);
  return { caller, service, operation, request, body, input: parse(body) };
}

type Upstream = { readonly agent: Agent; readonly lag: IndexLag; readonly lags: boolean };

function forward(
  call: Call,
  { callers, tables }: EndpointServices,
  { agent, lag, lags }: Upstream,
  response: ServerResponse,
) {
  const { operation, input, fault } = call;
  callers.authorize(call.caller, tables.access(operation, input));
  const { host: _host, connection: _connection, ...headers } = call.request.headers;
  const upstream = httpRequest(tables.url, { method: 'POST', headers, agent }, (answer) => {
    if (lags) lag.note(operation, input);
    if (answer.statusCode === 200) tables.written(itemsOf(operation, input));
    if (fault) {
      answer.resume();
      answer.once('end', () => answerFault(response, call, fault));
    } else if (lags && operation === 'Query' && input.IndexName !== undefined) {
      void answerLate(lag, call, answer, response);
    } else {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    }
  });
  upstream.on('error', (error) => answerFailure(response, 'dynamodb', error));
  upstream.end(call.body);
}

async function answerLate(
  lag: IndexLag,
  { operation, input }: Call,
  answer: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const body = parse(await readBody(answer));
    writeAnswer(response, answer.statusCode ?? 502, lag.delay(operation, input, body), {});
  } catch (error) {
    answerFailure(response, 'dynamodb', error);
  }
}

async function answer(
  call: Call,
  { callers, services }: EndpointServices,
  response: ServerResponse,
) {
  const service = Object.hasOwn(services, call.service) ? services[call.service] : undefined;
  if (!service) {
    throw awsFailure(
      'UnknownOperationException',
      `The service ${call.service} is not supported by the local runtime.`,
    );
  }
  callers.authorize(call.caller, service.access(call.operation, call.input));
  const partly = call.fault?.partly === true;
  const result = await service.run(call.operation, call.input, partly);
  if (call.fault && !partly) answerFault(response, call, call.fault);
  else if (call.service === 'lambda') writeInvoke(response, result as InvokeAnswer);
  else if (call.service === 's3') response.writeHead(200, result as Record<string, string>).end();
  else writeAnswer(response, 200, result ?? {}, {});
}

type InvokeAnswer = {
  readonly status: number;
  readonly payload: string;
  readonly functionError?: string;
};

type RestService = {
  /** The one that is supported. */
  readonly operation: string;
  readonly read: (request: IncomingMessage, body: Buffer) => Input;
};

/** Services whose operations are methods and paths. */
const restServices: Readonly<Record<string, RestService>> = {
  lambda: { operation: 'Invoke', read: readInvoke },
  s3: { operation: 'PutObject', read: readPut },
};

/** PUT /{bucket}/{key}, as S3's client asks of an endpoint that is an address. */
function readPut({ method, url = '', headers }: IncomingMessage, body: Buffer): Input {
  const [, bucket, key] = /^\/([^/?]+)\/([^?]+)/.exec(url) ?? [];
  // Such a body is cut into signed chunks.
  const isWhole = !String(headers['content-encoding'] ?? '').includes('aws-chunked');
  if (method !== 'PUT' || key === undefined || !isWhole) {
    throw awsFailure('NotImplemented', 'The local runtime supports only PutObject.', 501);
  }
  return {
    Bucket: bucket,
    Key: decodeURIComponent(key),
    Body: body.toString('base64'),
    ContentType: headers['content-type'],
    CacheControl: headers['cache-control'],
  };
}

/** POST /2015-03-31/functions/{name}/invocations. */
function readInvoke(request: IncomingMessage, body: Buffer): Input {
  const [, name] = /^\/2015-03-31\/functions\/([^/]+)\/invocations/.exec(request.url ?? '') ?? [];
  if (request.method !== 'POST' || name === undefined) {
    throw awsFailure('UnknownOperationException', 'The local runtime supports only Invoke.', 404);
  }
  return {
    FunctionName: decodeURIComponent(name),
    InvocationType: request.headers['x-amz-invocation-type'] ?? 'RequestResponse',
    Payload: body.length === 0 ? null : JSON.parse(body.toString()),
  };
}

function writeInvoke(
  response: ServerResponse,
  { status, payload, functionError }: InvokeAnswer,
): void {
  const headers: Record<string, string> = { 'content-type': 'application/json' };
  if (functionError !== undefined) headers['x-amz-function-error'] = functionError;
  response.writeHead(status, { ...headers, 'x-amzn-requestid': randomUUID() }).end(payload);
}

function parse(body: Buffer): Input {
  try {
    const input = JSON.parse(body.toString() || '{}');
    if (input !== null && typeof input === 'object') return input as Input;
  } catch {
    // Falls through to the one response for anything that is not a JSON object.
  }
  throw awsFailure('SerializationException', 'The request is not a JSON object.');
}
