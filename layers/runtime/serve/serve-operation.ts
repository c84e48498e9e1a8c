/**
 * The pipeline of an operation: from the gateway's event to a checked request, from the handler's
 * result or failure to the one response format. Everything that goes wrong becomes HTTP here.
 */

import {
  type Answer,
  type Attempt,
  type Body,
  type CallerOf,
  type DeclaredError,
  hasEffect,
  type Operation,
  type PathParameters,
  type Query,
} from '@billhook/core/api/operation';
import { type Failure, fail, isFailure } from '@billhook/core/base/errors';
import { ID_BYTES } from '@billhook/core/base/ids';
import { crossOriginHeaders } from '@billhook/core/partner/cross-origin';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { logFailure, logInfo, logWarning } from '../aws/logger.ts';
import type { Outside } from '../table/outside.ts';
import { inRequest } from '../table/telling-origin.ts';
import { type AnswerBudget, openAnswerBudget } from './answer-budget.ts';
import {
  callerOf,
  checkScope,
  isGiven,
  namesOf,
  needsEncryption,
  type RequestCaller,
} from './caller.ts';
import { checkDigest } from './content-digest.ts';
import type { Answered } from './idempotency.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import { type Opened, type OpenOutside, openedOver } from './opened-over.ts';
import { isOutage, waitAfter } from './outage.ts';
import { rateHeaders, rateWaitOf } from './rate-limit-headers.ts';
import { type Decrypt, readBody, readQuery } from './request-body.ts';
import { headerOf, requestIdOf, responseOf } from './response.ts';
import { type TimeLeft, withinTime } from './within-time.ts';

export type OperationRequest<O extends Operation> = {
  readonly caller: CallerOf<O>;
  readonly path: PathParameters<O>;
  readonly query: Query<O>;
  readonly body: Body<O>;
  /** Of the page that sent the request. */
  readonly origin?: string;
  readonly requestId: string;
  /** Milliseconds since the epoch. */
  readonly machineNow: number;
} & Attempt;

/** What a handler may return without declaring it: the contract has it of all, or of all of a kind. */
type PipelineError =
  | 'invalid_request'
  | 'too_many_requests'
  | 'answer_not_kept'
  | 'settings_locked';

type Handled<O extends Operation> = Promise<Answer<O> | Failure<DeclaredError<O> | PipelineError>>;

type Handle<O extends Operation> = (request: OperationRequest<O>) => Handled<O>;

/** An operation over what it reaches. */
type Serving<O extends Operation> = {
  readonly operation: O;
  readonly handle: Handle<O>;
  readonly outside: Outside;
  readonly budget: AnswerBudget;
};

/** The Lambda handler of an operation. */
export type Served = Opened<
  (event: APIGatewayProxyEvent, context?: TimeLeft) => Promise<APIGatewayProxyResult>
>;

/**
 * @param open what the handler works with, opened once a process.
 * @param handle decides and saves. Whatever it needs is in its two arguments.
 */
type Serve = <O extends Operation, R>(
  operation: O,
  open: (outside: Outside) => R,
  handle: (request: OperationRequest<O>, runtime: R) => Handled<O>,
) => Served;

/** The pipeline over what is reached outside; `serve.ts` has it over all of it. */
export function serveOver(openOutside: OpenOutside): Serve {
  return (operation, open, handle) =>
    openedOver(openOutside, (outside) => {
      const runtime = open(outside);
      return answering(operation, outside, (request) =>
        handle(request, inRequest(runtime, request)),
      );
    });
}

function answering<O extends Operation>(
  operation: O,
  outside: Outside,
  handle: Handle<O>,
): (event: APIGatewayProxyEvent, context?: TimeLeft) => Promise<APIGatewayProxyResult> {
  const budget = openAnswerBudget(outside.table);
  return async (event, context) => {
    const started = outside.clock();
    const requestId = requestIdOf(event);
    const caller = callerOf(operation, event);
    const { outcome, replayed } = await withinTime(
      context,
      () => answerTo({ operation, handle, outside, budget }, event, caller),
      (): Answered => {
        logWarning('Request timed out', { requestId });
        return { outcome: fail('service_unavailable') };
      },
    );
    const response = responseOf(event, outcome, requestId, {
      cacheSeconds: operation.cacheSeconds,
      csv: operation.csv,
      headers: {
        ...rateHeaders(event),
        ...(replayed && { 'idempotent-replayed': 'true' }),
        // A key has no place in a page (decision: pages-call-with-tokens).
        ...(caller && caller.kind !== 'partner' && crossOriginHeaders),
      },
    });
    logInfo('Request completed', {
      requestId,
      operation: `${operation.method} ${operation.path}`,
      caller: caller?.kind,
      ...namesOf(caller),
      status: response.statusCode,
      code: isFailure(outcome) ? outcome.failure : undefined,
      outcome: replayed && 'replayed',
      milliseconds: outside.clock() - started,
    });
    return response;
  };
}

async function answerTo<O extends Operation>(
  { operation, handle, outside, budget }: Serving<O>,
  event: APIGatewayProxyEvent,
  caller: RequestCaller | undefined,
): Promise<Answered> {
  try {
    const read = await readRequest(operation, outside, event, caller);
    if (isFailure(read)) return { outcome: read };
    const { request, key, given } = read;
    const used = await refuseReplay(operation, outside, event, { caller, key });
    if (used) return { outcome: used };
    const carryOut = (attempt: Attempt) => handle({ ...request, ...attempt });
    if (key === undefined || !caller || caller.kind === 'anyone') {
      return { outcome: await carryOut(onlyAttempt(outside)) };
    }
    // Imported when the first key comes, as decryption is.
    const { answerOnce } = await import('./idempotency.ts');
    const { path, machineNow: now } = request;
    const keyed = { operation, caller, key, path, body: given, now };
    return await answerOnce({ ...outside, budget }, keyed, carryOut);
  } catch (error) {
    logFailure('Request failed', error, { requestId: requestIdOf(event) });
    if (!isOutage(error)) return { outcome: fail('internal_error') };
    const retryAfterSeconds = waitAfter(error);
    return { outcome: fail('service_unavailable', { retryAfterSeconds }) };
  }
}

/** The authorizer names a signature only where its partner has signatures count once. */
async function refuseReplay(
  operation: Operation,
  { table }: Outside,
  event: APIGatewayProxyEvent,
  { caller, key }: { readonly caller: RequestCaller | undefined; readonly key?: string },
): Promise<Failure | undefined> {
  const { signature, signatureUntil } = event.requestContext.authorizer ?? {};
  if (!isGiven(signature) || caller?.kind !== 'partner' || !hasEffect(operation)) return undefined;
  const { spendSignature } = await import('./spend-signature.ts');
  const { partnerId } = caller;
  const given = { partnerId, signature, until: Number(signatureUntil), key };
  return spendSignature(table, { ...given, requestId: requestIdOf(event) });
}

/** Without a key nobody can tell a repetition from another request. */
function onlyAttempt({ random }: Outside): Attempt {
  return { idBytes: () => random(ID_BYTES), again: false };
}

type ReadRequest<O extends Operation> = {
  readonly request: Omit<OperationRequest<O>, keyof Attempt>;
  /** The `Idempotency-Key`. A request that is refused before its handler runs takes no lease. */
  readonly key: string | undefined;
  /** The body as it came, decrypted. */
  readonly given: object | undefined;
};

const TWO_CREDENTIALS = 'Send the header `Authorization` once.';

/** The authorizer looked at one of them: whom a proxy in between meant is not known. */
function hasTwoCredentials({ multiValueHeaders }: APIGatewayProxyEvent): boolean {
  const sent = Object.entries(multiValueHeaders ?? {}).flatMap(([name, values]) =>
    name.toLowerCase() === 'authorization' ? (values ?? []) : [],
  );
  return sent.length > 1;
}

async function readRequest<O extends Operation>(
  operation: O,
  outside: Outside,
  event: APIGatewayProxyEvent,
  caller: RequestCaller | undefined,
): Promise<ReadRequest<O> | Failure> {
  if (!caller) return fail('api_key_invalid');
  if (rateWaitOf(event) !== undefined) return fail('too_many_requests');
  const forbidden = checkScope(operation, event, caller);
  if (forbidden) return forbidden;
  if (hasTwoCredentials(event)) return fail('invalid_request', { detail: TWO_CREDENTIALS });
  const now = outside.clock();
  const key = readIdempotencyKey(operation, event);
  if (isFailure(key)) return key;
  const mismatch = checkDigest(event);
  if (mismatch) return mismatch;
  const decrypt: Decrypt = async (payload) => {
    // A body is encrypted for its partner; where anyone may call there is none.
    if (caller.kind === 'anyone') return undefined;
    // Imported when the first encrypted body comes: no other request pays for KMS.
    const { decryptBody } = await import('./decrypt-body.ts');
    return decryptBody(outside, { partnerId: caller.partnerId, payload, now });
  };
  const body = await readBody(operation, event, decrypt, needsEncryption(event));
  if (isFailure(body)) return body;
  const query = readQuery(operation, event);
  if (isFailure(query)) return query;
  const request = {
    caller: caller as CallerOf<O>,
    path: pathOf(event) as PathParameters<O>,
    query: query.value as Query<O>,
    body: body.value as Body<O>,
    origin: headerOf(event, 'origin'),
    requestId: requestIdOf(event),
    machineNow: now,
  };
  return { request, key, given: body.given };
}

/** The gateway hands on path parameters as they were sent. */
function pathOf(event: APIGatewayProxyEvent): Record<string, string> {
  const entries = Object.entries(event.pathParameters ?? {});
  return Object.fromEntries(entries.map(([name, value]) => [name, decoded(value ?? '')]));
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
