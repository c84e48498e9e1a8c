/** From a request about an account to the author's function, and back to a state. */
import { movesMoney, sameness, stateOf } from '../protocol/machine.ts';
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
  submissionKey,
} from './records.ts';
import { type Begun, beginOrRepeat, current } from './run-operation.ts';

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
  const { round } = request.document as LogInRequest;
  const session = sessionOf(request) as LogInSession;
  const key = operationKey(caller.name, operation);
  const work = (run: Run) => server.author.logIn(session, run);
  return begin(call, { name: 'logIn', key, round, limit: 'login', work });
}

async function listBills(call: Call): Promise<Answer> {
  const { server, caller, operation, request } = call;
  const { listBills: read } = server.author;
  if (!read) return { problem: 'not_supported' };
  const key = operationKey(caller.name, operation);
  const work = (run: Run) => read(sessionOf(request), run);
  return begin(call, { name: 'listBills', key, limit: 'bills', work });
}

async function pay(call: Call): Promise<Answer> {
  const { server, caller, request } = call;
  const { pay: submit } = server.author;
  const { payment, submission, accountKey, amount } = request.document as PayRequest;
  const { method } = request.secrets as PaySecrets;
  const { pays, handlesCards } = server.manifest.capabilities;
  const takes = pays.includes(method.type) && (method.type !== 'card' || handlesCards);
  if (!submit || !takes) return { problem: 'not_supported' };
  const key = submissionKey(caller.name, 'payment', payment, submission);
  const order = { payment, submission, accountKey, amount, method };
  const work = (run: Run) => submit(sessionOf(request), order, run);
  return begin(call, { name: 'pay', key, cents: amount.cents, limit: 'payment', work });
}

async function swap(call: Call): Promise<Answer> {
  const { server, caller, request } = call;
  const { swap: submit } = server.author;
  if (!submit || !server.manifest.capabilities.handlesCards) return { problem: 'not_supported' };
  const { swap: id, submission } = request.document as SwapRequest;
  const { method } = request.secrets as SwapSecrets;
  const key = submissionKey(caller.name, 'swap', id, submission);
  const work = (run: Run) => submit(sessionOf(request), { swap: id, submission, method }, run);
  return begin(call, { name: 'swap', key, limit: 'swap', work });
}

type Beginning = Pick<Begun, 'name' | 'key' | 'round' | 'cents'> & {
  readonly limit: keyof Opened['manifest']['timeouts'];
  readonly work: (run: Run) => Promise<object> | object;
};

async function begin(call: Call, { limit, work, ...what }: Beginning): Promise<Answer> {
  const { server, caller, operation, request } = call;
  const fingerprint = fingerprintOf(server, sameness(what.name, request));
  if (movesMoney(what.name)) await pointTo(server, caller.name, operation, what.key);
  const responded = await beginOrRepeat(server, {
    ...{ ...what, caller, operation, fingerprint, seconds: server.manifest.timeouts[limit] },
    work: (signal, step) => work(runOf(call, signal, step)),
  });
  if ('problem' in responded) return responded;
  return { state: { ...stateOf(responded.record), operation } };
}

async function find(
  call: Call,
  name: 'findPayment' | 'cancelPayment' | 'findSwap',
): Promise<Answer> {
  const { server, caller, operation, request } = call;
  const {
    payment = '',
    swap: id = '',
    submission,
  } = request.document as Partial<Readonly<Record<'payment' | 'swap', string>>> & {
    readonly submission: number;
  };
  const [kind, of] =
    name === 'findSwap' ? (['swap', id] as const) : (['payment', payment] as const);
  const key = submissionKey(caller.name, kind, of, submission);
  const ask = questionOf(call, name, { payment, swap: id, submission });
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

function runOf({ caller, operation }: Call, signal: AbortSignal, step?: Run['step']): Run {
  return { signal, caller: caller.name, operation, ...(step && { step }) };
}
