/** From a request about an account to the author's function, and back to a state. */
import type { OperationState, StatefulName } from '../protocol/operations.ts';
import type { PayRequest, PaySecrets, SwapRequest, SwapSecrets } from '../protocol/payments.ts';
import type { LogInRequest, LogInSecrets } from '../protocol/session.ts';
import type { Author, LogInSession, Run, Session } from './author.ts';
import { findSubmission } from './find-submission.ts';
import type { OpenCaller, Opened } from './options.ts';
import type { ReadRequest, Refused } from './read-request.ts';
import {
  findRecord,
  fingerprintOf,
  keyOfOperation,
  operationKey,
  pointTo,
  stateOf,
  submissionKey,
} from './records.ts';
import { type Begun, beginOrRepeat, current, type Responded } from './run-operation.ts';

export type Answer = { readonly state: OperationState } | Refused;

type Call = {
  readonly server: Opened;
  readonly caller: OpenCaller;
  readonly operation: string;
  readonly request: ReadRequest;
};

const handlers: Readonly<Record<StatefulName, (call: Call) => Promise<Answer>>> = {
  logIn,
  listBills,
  pay,
  swap,
  findPayment: (call) => find(call, 'findPayment'),
  cancelPayment: (call) => find(call, 'cancelPayment'),
  findSwap: (call) => find(call, 'findSwap'),
};

export function isStateful(name: string): name is StatefulName {
  return Object.hasOwn(handlers, name);
}

export function answerStateful(call: Call & { readonly name: StatefulName }): Promise<Answer> {
  return handlers[call.name](call);
}

/** The state of an operation of this caller, as a poll asks for it. */
export async function answerPoll({ server, caller, operation }: Call): Promise<Answer> {
  const key = await keyOfOperation(server, caller.name, operation);
  const kept = await findRecord(server, key);
  // A submission that was looked for before it came has the operation of the question.
  const isOwn = kept?.record.operation === operation || kept?.record.fingerprint === undefined;
  if (!kept || !isOwn) return { problem: 'not_found' };
  return { state: { ...stateOf(await current(server, key, kept)), operation } };
}

async function logIn(call: Call): Promise<Answer> {
  const { server, caller, operation, request } = call;
  const document = request.document as LogInRequest;
  const session = sessionOf(request) as LogInSession;
  const { company, auth, round } = document;
  return answered(
    await beginOrRepeat(server, {
      ...beginning(call, 'logIn', server.manifest.timeouts.login),
      key: operationKey(caller.name, operation),
      round,
      fingerprint: fingerprintOf(server, { company, auth, round, form: session.form }),
      work: (signal, step) => server.author.logIn(session, runOf(call, signal, step)),
    }),
    call,
  );
}

async function listBills(call: Call): Promise<Answer> {
  const { server, caller, operation, request } = call;
  const { listBills: read } = server.author;
  if (!read) return { problem: 'not_supported' };
  const session = sessionOf(request);
  const { company, auth, form } = session;
  return answered(
    await beginOrRepeat(server, {
      ...beginning(call, 'listBills', server.manifest.timeouts.bills),
      key: operationKey(caller.name, operation),
      fingerprint: fingerprintOf(server, { company, auth, form }),
      work: (signal, step) => read(session, runOf(call, signal, step)),
    }),
    call,
  );
}

async function pay(call: Call): Promise<Answer> {
  const { server, caller, operation, request } = call;
  const { pay: submit } = server.author;
  const { payment, submission, accountKey, amount } = request.document as PayRequest;
  const { method } = request.secrets as PaySecrets;
  const { pays, handlesCards } = server.manifest.capabilities;
  const takes = pays.includes(method.type) && (method.type !== 'card' || handlesCards);
  if (!submit || !takes) return { problem: 'not_supported' };
  const session = sessionOf(request);
  const { company, auth } = session;
  const key = submissionKey(caller.name, 'payment', payment, submission);
  await pointTo(server, caller.name, operation, key);
  const order = { payment, submission, accountKey, amount, method };
  const same = { company, auth, accountKey, amount, method: withoutCode(method) };
  return answered(
    await beginOrRepeat(server, {
      ...beginning(call, 'pay', server.manifest.timeouts.payment),
      key,
      cents: amount.cents,
      fingerprint: fingerprintOf(server, same),
      work: (signal, step) => submit(session, order, runOf(call, signal, step)),
    }),
    call,
  );
}

async function swap(call: Call): Promise<Answer> {
  const { server, caller, operation, request } = call;
  const { swap: submit } = server.author;
  if (!submit || !server.manifest.capabilities.handlesCards) return { problem: 'not_supported' };
  const { swap: id, submission } = request.document as SwapRequest;
  const { method } = request.secrets as SwapSecrets;
  const session = sessionOf(request);
  const { company, auth } = session;
  const key = submissionKey(caller.name, 'swap', id, submission);
  await pointTo(server, caller.name, operation, key);
  return answered(
    await beginOrRepeat(server, {
      ...beginning(call, 'swap', server.manifest.timeouts.swap),
      key,
      fingerprint: fingerprintOf(server, { company, auth, method: withoutCode(method) }),
      work: (signal, step) =>
        submit(session, { swap: id, submission, method }, runOf(call, signal, step)),
    }),
    call,
  );
}

/** A code is kept by nobody, so a repetition may come without it. */
function withoutCode(method: PaySecrets['method']) {
  if (method.type !== 'card') return method;
  const { cardCode: _code, ...same } = method;
  return same;
}

async function find(
  call: Call,
  name: 'findPayment' | 'cancelPayment' | 'findSwap',
): Promise<Answer> {
  const { server, caller, operation, request } = call;
  const {
    payment,
    swap: swapId,
    submission,
  } = request.document as Readonly<Record<'payment' | 'swap', string | undefined>> & {
    readonly submission: number;
  };
  const key =
    name === 'findSwap'
      ? submissionKey(caller.name, 'swap', swapId ?? '', submission)
      : submissionKey(caller.name, 'payment', payment ?? '', submission);
  const ask = questionOf(call, name, { payment: payment ?? '', swap: swapId ?? '', submission });
  const outcome = await findSubmission(server, { name, key, caller, operation, ask });
  return { state: { operation, sequence: 1, state: 'done', ...outcome } };
}

function questionOf(
  call: Call,
  name: 'findPayment' | 'cancelPayment' | 'findSwap',
  submission: { readonly payment: string; readonly swap: string; readonly submission: number },
) {
  const { author, manifest } = call.server;
  const asked = author[name] as Author['findPayment'] & Author['findSwap'];
  if (!asked || (name === 'findPayment' && !manifest.capabilities.findsSubmissions))
    return undefined;
  const seconds = manifest.timeouts.payment;
  const session = sessionOf(call.request);
  return () => asked(session, submission, runOf(call, AbortSignal.timeout(seconds * 1000)));
}

function sessionOf({ document, secrets }: ReadRequest): Session {
  const { secrets: _encrypted, ...said } = document as unknown as Session & { secrets: string };
  const { form, answers, connection } = secrets as LogInSecrets;
  return { ...said, form, ...(answers && { answers }), ...(connection && { connection }) };
}

function beginning({ caller, operation }: Call, name: StatefulName, seconds: number) {
  return { name, caller, operation, seconds } satisfies Partial<Begun>;
}

function runOf({ caller, operation }: Call, signal: AbortSignal, step?: Run['step']): Run {
  return { signal, caller: caller.name, operation, ...(step && { step }) };
}

function answered(responded: Responded, { operation }: Call): Answer {
  if ('problem' in responded) return responded;
  return { state: { ...stateOf(responded.record), operation } };
}
