/**
 * Protocol 1, declared once: every operation as data. The server, the calling side, the conformance
 * suite, `openapi.json` of this package and the tables in its documentation follow from it.
 */
import * as v from 'valibot';
import { billsRequest, billsResult } from './bills.ts';
import { companiesEnvelope, companiesPage } from './directory.ts';
import { instant, jwe, optionally, ownId, plainText, said, steps, text, wireId } from './fields.ts';
import { MAX_POLL_SECONDS } from './limits.ts';
import { looksPage } from './looks.ts';
import { manifest } from './manifest.ts';
import {
  cancelPaymentResult,
  findPaymentRequest,
  findPaymentResult,
  findSwapRequest,
  findSwapResult,
  payRequest,
  payResult,
  paySecrets,
  settlement,
  settlementTotal,
  swapRequest,
  swapResult,
  swapSecrets,
} from './payments.ts';
import { logInRequest, logInResult, loginSecrets, needsSecrets, resultSecrets } from './session.ts';

export type WireOperation = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** With `{name}` for each part that is filled in. */
  readonly path: string;
  readonly summary: string;
  /** Query parameters, by name. */
  readonly query?: Readonly<Record<string, string>>;
  readonly request?: v.GenericSchema;
  /** What `secrets` of the request has in it. */
  readonly secrets?: v.GenericSchema;
  /** The whole response, of operations that end at once. */
  readonly response?: v.GenericSchema;
  /** What of the response has to hold, where each of its rows is then looked at by itself. */
  readonly envelope?: v.GenericSchema;
  /** The `result` of operations that may go on: their response is a state. */
  readonly result?: v.GenericSchema;
  /** By what a repetition is known. */
  readonly repeatedBy: 'nothing' | 'operation' | 'operation and round' | 'submission';
  /** Whether money or a card on file is at stake: what is unclear is `unknown`, and looked for. */
  readonly movesMoney: boolean;
};

const health = v.object({
  state: said(v.picklist(['ready', 'busy', 'down']), '`down`: nothing works at present.'),
  time: said(instant, 'The connector’s clock.'),
  version: said(text(128), 'As the manifest has it.'),
});

const echoRequest = v.object({
  text: optionally(plainText(), 'Comes back as it is.'),
  secrets: optionally(jwe, 'Comes back encrypted to the caller.'),
});

const echoSecrets = v.object({ text: said(text(4_096), 'Comes back as it is.') });

const echoResponse = v.object({
  text: optionally(plainText(), 'The text of the request.'),
  secrets: optionally(jwe, 'The secrets of the request, encrypted to the caller.'),
  time: said(instant, 'The connector’s clock.'),
});

const forgetRequest = v.object({ company: ownId, auth: wireId, ...needsSecrets });
const forgetSecrets = v.object({
  connection: said(text(16_384), 'The value that is not going to be sent again.'),
});

const done = v.object({ done: said(v.literal(true), 'Always true, also if there was nothing.') });

const settlementsPage = v.object({
  settlements: said(v.pipe(v.array(settlement), v.maxLength(200)), 'What was done that day.'),
  cursor: optionally(text(512), 'Asks for the next page. Left out: this is the last one.'),
  totals: optionally(
    v.pipe(
      v.array(settlementTotal),
      v.maxLength(20),
      v.check(
        (totals) =>
          new Set(totals.map(({ kind, amount }) => kind + amount.currency)).size === totals.length,
        'Expected one total of a kind and currency',
      ),
    ),
    'What the whole day comes to, of the last page. Kinds that are left out came to nothing.',
  ),
  fundingCents: optionally(
    v.pipe(v.number(), v.integer(), v.minValue(0)),
    'What is left of the operator’s balance, where that pays. Of the last page.',
  ),
});

export const operations = {
  manifest: {
    method: 'GET',
    path: '/.well-known/billhook-connector',
    summary: 'What the connector is and can do. The request is not signed; the response is.',
    response: manifest,
    repeatedBy: 'nothing',
    movesMoney: false,
  },
  health: {
    method: 'GET',
    path: '/v1/health',
    summary: 'Whether the connector works, and what its clock says.',
    response: health,
    repeatedBy: 'nothing',
    movesMoney: false,
  },
  echo: {
    method: 'POST',
    path: '/v1/echo',
    summary: 'Says the same back: signatures and encryption work both ways.',
    request: echoRequest,
    secrets: echoSecrets,
    response: echoResponse,
    repeatedBy: 'nothing',
    movesMoney: false,
  },
  companies: {
    method: 'GET',
    path: '/v1/companies',
    summary: 'The directory, or what changed of it.',
    query: { since: 'The `asOf` of an earlier reading.', cursor: 'The `cursor` of the last page.' },
    response: companiesPage,
    envelope: companiesEnvelope,
    repeatedBy: 'nothing',
    movesMoney: false,
  },
  logIn: {
    method: 'POST',
    path: '/v1/logins/{operation}',
    summary: 'Logs in, by rounds: one request for each time that the user has answered.',
    request: logInRequest,
    secrets: loginSecrets,
    result: logInResult,
    repeatedBy: 'operation and round',
    movesMoney: false,
  },
  listBills: {
    method: 'POST',
    path: '/v1/bills/{operation}',
    summary: 'Reads the bills of a login.',
    request: billsRequest,
    secrets: loginSecrets,
    result: billsResult,
    repeatedBy: 'operation',
    movesMoney: false,
  },
  pay: {
    method: 'PUT',
    path: '/v1/payments/{payment}/submissions/{submission}',
    summary: 'Submits a payment. The same submission never pays twice.',
    request: payRequest,
    secrets: paySecrets,
    result: payResult,
    repeatedBy: 'submission',
    movesMoney: true,
  },
  findPayment: {
    method: 'POST',
    path: '/v1/payments/{payment}/submissions/{submission}/find',
    summary:
      'What became of a submission. `never-taken` is a promise: the submission is refused from then on, even if its first request still arrives.',
    request: findPaymentRequest,
    secrets: loginSecrets,
    result: findPaymentResult,
    repeatedBy: 'nothing',
    movesMoney: true,
  },
  cancelPayment: {
    method: 'POST',
    path: '/v1/payments/{payment}/submissions/{submission}/cancel',
    summary: 'Cancels what was accepted: `never-taken` if that worked, else what became of it.',
    request: findPaymentRequest,
    secrets: loginSecrets,
    result: cancelPaymentResult,
    repeatedBy: 'nothing',
    movesMoney: true,
  },
  swap: {
    method: 'PUT',
    path: '/v1/swaps/{swap}/submissions/{submission}',
    summary: 'Puts a card on file. The same submission never does so twice.',
    request: swapRequest,
    secrets: swapSecrets,
    result: swapResult,
    repeatedBy: 'submission',
    movesMoney: true,
  },
  findSwap: {
    method: 'POST',
    path: '/v1/swaps/{swap}/submissions/{submission}/find',
    summary: 'What became of a swap, as with payments.',
    request: findSwapRequest,
    secrets: loginSecrets,
    result: findSwapResult,
    repeatedBy: 'nothing',
    movesMoney: true,
  },
  forget: {
    method: 'POST',
    path: '/v1/connections/forget',
    summary: 'Deletes what the connector keeps for a connection.',
    request: forgetRequest,
    secrets: forgetSecrets,
    response: done,
    repeatedBy: 'nothing',
    movesMoney: false,
  },
  endSession: {
    method: 'DELETE',
    path: '/v1/sessions/{handle}',
    summary: 'Closes a session that was kept open.',
    response: done,
    repeatedBy: 'nothing',
    movesMoney: false,
  },
  settlements: {
    method: 'GET',
    path: '/v1/settlements',
    summary: 'What the connector did on a day, by submission.',
    query: { day: 'The day, in UTC: `2027-01-31`.', cursor: 'The `cursor` of the last page.' },
    response: settlementsPage,
    repeatedBy: 'nothing',
    movesMoney: false,
  },
  looks: {
    method: 'GET',
    path: '/v1/looks',
    summary: 'What companies’ pages looked like lately, of a connector that says that it `looks`.',
    response: looksPage,
    repeatedBy: 'nothing',
    movesMoney: false,
  },
  poll: {
    method: 'GET',
    path: '/v1/operations/{operation}',
    summary: 'The state of an operation: the same body as a report about it.',
    repeatedBy: 'nothing',
    movesMoney: false,
  },
} as const satisfies Record<string, WireOperation>;

export type OperationName = keyof typeof operations;
export const operationNames = Object.keys(operations) as OperationName[];

/** Operations whose response is a state, and that can be polled and reported. */
export type StatefulName =
  | 'logIn'
  | 'listBills'
  | 'pay'
  | 'findPayment'
  | 'cancelPayment'
  | 'swap'
  | 'findSwap';

const stateFields = {
  operation: said(wireId, 'The operation.'),
  sequence: said(
    v.pipe(v.number(), v.integer(), v.minValue(1)),
    'Rises with each change. What has a lower one than was seen before is dropped.',
  ),
};

/** The body of a response to an operation, of a poll, and of a report. */
export const operationState = v.variant('state', [
  v.object({
    ...stateFields,
    state: v.literal('running'),
    askAgainAfterSeconds: said(
      v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_POLL_SECONDS)),
      'When to ask. It doubles with each question, up to 60.',
    ),
    step: optionally(
      v.fallback(v.optional(v.picklist(steps)), undefined),
      'What the connector is doing, for the user who waits. One that is not known is ignored.',
    ),
  }),
  v.object({
    ...stateFields,
    state: v.literal('done'),
    result: said(
      v.looseObject({ kind: text(40) }),
      'The outcome. Its kinds depend on the operation.',
    ),
    secrets: optionally(jwe, 'What comes back in secret, encrypted to the caller.'),
  }),
]);

export { resultSecrets };
export type OperationState = v.InferOutput<typeof operationState>;
export type Health = v.InferOutput<typeof health>;
export type SettlementsPage = v.InferOutput<typeof settlementsPage>;

/** Where a connector sends reports: at the caller. */
export const REPORT_PATH = '/v1/connector/operations/{operation}';

/** The path of an operation, with its parts filled in. @throws Error when a part is missing. */
export function pathOf(
  name: OperationName,
  parts: Readonly<Record<string, string | number>> = {},
): string {
  return operations[name].path.replace(/\{(\w+)\}/g, (_, part: string) => {
    const value = parts[part];
    if (value === undefined) throw new Error(`The path of ${name} needs ${part}`);
    return encodeURIComponent(String(value));
  });
}
