import type { IncomingMessage, ServerResponse } from 'node:http';
import { isAwsFailure } from '../failures.ts';
import type { Functions } from '../lambda/lambda.ts';
import { openServer, type Server } from '../open-server.ts';
import { authorize } from './authorizer.ts';
import { compressed } from './compress.ts';
import {
  createProxyEvent,
  createRequestContext,
  createRequestIds,
  type GatewayRequest,
  type Match,
} from './event.ts';
import { readProxyResponse } from './proxy.ts';
import {
  createGatewayResponse,
  type HttpResponse,
  type ResponseType,
  withDetail,
} from './responses.ts';
import { openRoom, type Room } from './room.ts';
import { type Api, type ApiMethod, type ApiResource, findResource } from './routes.ts';

/** What the gateway serves now; `replace` swaps it while connections stay open. */
type Served = { readonly api: Api; readonly functions: Functions };

export type Gateway = Server & { readonly replace: (served: Served) => void };

const MAX_BODY_BYTES = 10 * 1024 * 1024;
const MAX_HEADER_BYTES = 10_240;
/** Lambda takes and gives at most 6 MB a synchronous call. */
const MAX_PAYLOAD_BYTES = 6 * 1024 * 1024;

/** @throws LocalFailure when the port is taken. */
export async function openGateway(host: string, port: number): Promise<Gateway> {
  let served: Served | undefined;
  const room = openRoom();
  const place = { host, port, usualPort: port, option: '--port' };
  const server = await openServer(place, (incoming, outgoing) => {
    respond(served, room, incoming, outgoing).catch((error) => giveUp(error, outgoing));
  });
  return {
    ...server,
    replace: (next) => {
      served = next;
    },
  };
}

async function respond(
  served: Served | undefined,
  room: Room,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
) {
  if (!served) {
    outgoing.writeHead(503, { 'retry-after': '1' }).end();
    return;
  }
  const { request, ...arrival } = await readRequest(incoming);
  const answer = await handle({ ...served, room }, request, arrival);
  const response = compressed(request, answer, served.api.minimumCompressionSize);
  if (outgoing.destroyed) return;
  const bytes = Buffer.byteLength(response.body);
  const headers = [...response.headers, ['content-length', String(bytes)]].flat() as string[];
  outgoing.writeHead(response.status, headers);
  // What is left unread of a body too large must not be taken for the next request.
  if (arrival.tooLarge) outgoing.shouldKeepAlive = false;
  outgoing.end(response.body);
}

/** An error of the gateway's own, which is to be seen; a caller that is gone is none. */
function giveUp(error: unknown, outgoing: ServerResponse): void {
  if (!outgoing.destroyed) console.error('The local gateway failed:', error);
  if (outgoing.headersSent) outgoing.destroy();
  else outgoing.writeHead(500, { connection: 'close' }).end();
}

async function readRequest(incoming: IncomingMessage) {
  const target = incoming.url ?? '/';
  const mark = target.indexOf('?');
  const fullPath = mark < 0 ? target : target.slice(0, mark);
  const [, stage = '', rest = ''] = /^\/([^/]*)(.*)$/s.exec(fullPath) ?? [];
  const rawHeaders: [string, string][] = [];
  for (let index = 0; index < incoming.rawHeaders.length; index += 2) {
    rawHeaders.push([
      incoming.rawHeaders[index] as string,
      incoming.rawHeaders[index + 1] as string,
    ]);
  }
  const { body, tooLarge } = await readBody(incoming);
  const request: GatewayRequest = {
    ...createRequestIds(),
    receivedAt: new Date(),
    method: incoming.method ?? 'GET',
    rawPath: rest || '/',
    rawQuery: mark < 0 ? '' : target.slice(mark + 1),
    rawHeaders,
    sourceIp: (incoming.socket.remoteAddress ?? '127.0.0.1').replace(/^::ffff:/, ''),
    body,
  };
  return { request, tooLarge, stage, fullPath };
}

async function readBody(incoming: IncomingMessage): Promise<{ body: Buffer; tooLarge: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  if (Number(incoming.headers['content-length'] ?? 0) > MAX_BODY_BYTES) {
    incoming.resume();
    return { body: Buffer.alloc(0), tooLarge: true };
  }
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
    else chunks.length = 0;
  }
  return { body: Buffer.concat(chunks), tooLarge: size > MAX_BODY_BYTES };
}

type Arrival = {
  readonly tooLarge: boolean;
  readonly stage: string;
  /** With the stage. */
  readonly fullPath: string;
};

async function handle(
  { api, functions, room }: Served & { readonly room: Room },
  request: GatewayRequest,
  arrival: Arrival,
): Promise<HttpResponse> {
  const nowhere: ApiResource = { id: '', path: '/', segments: [], methods: new Map() };
  const refuse = (
    type: ResponseType,
    resource = nowhere,
    authorizer?: Record<string, string>,
    message?: string,
  ) =>
    createGatewayResponse(
      api,
      type,
      request,
      createRequestContext(api, resource, request, authorizer),
      message,
    );

  if (headerBytes(request) > MAX_HEADER_BYTES) return refuse('HEADERS_TOO_LARGE');
  if (arrival.stage !== api.stageName) {
    // AWS has no words of ours for a stage that isn't there.
    const unknown = refuse('MISSING_AUTHENTICATION_TOKEN');
    return withDetail(unknown, outsideStage(api, arrival.fullPath));
  }
  const match = findResource(api, request.rawPath);
  const method = match?.resource.methods.get(request.method) ?? match?.resource.methods.get('ANY');
  if (!match || !method) {
    // AWS takes an Authorization header on an undefined route for its own signature.
    const signed = request.rawHeaders.some(([name]) => name.toLowerCase() === 'authorization');
    return refuse(signed ? 'INVALID_SIGNATURE' : 'MISSING_AUTHENTICATION_TOKEN', match?.resource);
  }
  if (arrival.tooLarge) return refuse('REQUEST_TOO_LARGE', match.resource);
  // As an account refuses calls beyond its concurrency: in the end all would run out of time.
  if (!room.enter()) return refuse('THROTTLED', match.resource);
  try {
    let context: Record<string, string> | undefined;
    if (method.authorizer) {
      const decision = await authorize(functions, api, method.authorizer, match, request);
      if (!decision.allowed) {
        return refuse(decision.type, match.resource, decision.context, decision.message);
      }
      context = decision.context;
    }
    const outcome = await integrate({ api, functions }, method, match, request, context);
    return typeof outcome === 'string' ? refuse(outcome, match.resource, context) : outcome;
  } catch (error) {
    const throttled = isAwsFailure(error) && error.status === 429;
    if (!throttled) console.error('The local gateway failed:', error);
    return refuse(throttled ? 'THROTTLED' : 'INTEGRATION_FAILURE', match.resource);
  } finally {
    room.leave();
  }
}

/** A hint for whoever left out the version. */
function outsideStage(api: Api, path: string): string {
  const found = findResource(api, path)?.resource.path ?? '/';
  const isRoute = found !== '/' && !found.includes('+');
  const example = `/${api.stageName}${isRoute ? path : '/client'}`;
  return `There is no such path. Every path begins with /${api.stageName}, as in ${example}.`;
}

async function integrate(
  { api, functions }: Served,
  method: ApiMethod,
  match: Match,
  request: GatewayRequest,
  authorizer: Record<string, string> | undefined,
): Promise<HttpResponse | ResponseType> {
  const { integration } = method;
  if (integration.type === 'MOCK') {
    const headers = Object.entries({ 'content-type': 'application/json', ...integration.headers });
    return { status: integration.status, headers, body: integration.body };
  }
  const event = createProxyEvent(api, match, request, authorizer);
  if (request.body.length > MAX_PAYLOAD_BYTES) return 'REQUEST_TOO_LARGE';
  let timer: NodeJS.Timeout | undefined;
  const timedOut = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), integration.timeoutMilliseconds);
  });
  const result = await Promise.race([functions.invoke(integration.functionArn, event), timedOut]);
  clearTimeout(timer);
  if (!result) return 'INTEGRATION_TIMEOUT';
  if (result.functionError !== undefined || result.payload.length > MAX_PAYLOAD_BYTES) {
    return 'MALFORMED_RESPONSE';
  }
  return readProxyResponse(api, request, result.payload) ?? 'MALFORMED_RESPONSE';
}

function headerBytes(request: GatewayRequest): number {
  const line = request.method.length + request.rawPath.length + request.rawQuery.length;
  return request.rawHeaders.reduce((sum, [name, value]) => sum + name.length + value.length, line);
}
