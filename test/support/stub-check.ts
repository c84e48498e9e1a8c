/**
 * Whether a canned answer is one that the service could give: by the contract of its operation, by what
 * records can look like, and by the tables of `layers/core/states`.
 */
import { errors } from '@billhook/core/base/errors';
import type { Auth, AuthProgress, LinkedAuth } from '@billhook/core/schemas/auth';
import type { Bill } from '@billhook/core/schemas/bill';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import type { Swap } from '@billhook/core/schemas/swap';
import { authStates } from '@billhook/core/states/auth-states';
import { billStates } from '@billhook/core/states/bill-states';
import { paymentMethodStates } from '@billhook/core/states/payment-method-states';
import { casesOf, type StateMachine } from '@billhook/core/states/state-machine';
import * as v from 'valibot';
import { allOperations, type NamedOperation } from './operations.ts';

export type Stubs = Readonly<Record<string, unknown>>;

type Refusal = { readonly status: number; readonly code: string };

/** What is wrong with each answer by itself. */
export function answerProblems(stubs: Stubs): string[] {
  return Object.keys(stubs).flatMap((route) =>
    problemsOf(route, stubs[route]).map((problem) => `${route}: ${problem}`),
  );
}

export function problemsOf(route: string, answer: unknown): string[] {
  const known = operationOf(route);
  if (!known) return ['no operation has this route'];
  if (isRefusal(answer)) return refusalProblems(known, answer);
  const parsed = v.safeParse(known.operation.response, answer);
  if (!parsed.success) return parsed.issues.map(({ message, path }) => `${at(path)}: ${message}`);
  // The service adds nothing that its contract doesn't have.
  return unknownFields(JSON.parse(JSON.stringify(answer)), parsed.output);
}

/** All that an operation can refuse with. */
export function codesOf(route: string) {
  return operationOf(route)?.codes ?? [];
}

function operationOf(route: string): NamedOperation | undefined {
  const exact = allOperations.find(({ operation }) => routeOf(operation) === route);
  const fits = ({ operation }: NamedOperation) =>
    new RegExp(`^${routeOf(operation).replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(route);
  return exact ?? allOperations.find(fits);
}

function routeOf({ method, path }: NamedOperation['operation']): string {
  return `${method} ${path}`;
}

export function isRefusal(answer: unknown): answer is Refusal {
  return typeof (answer as Partial<Refusal> | undefined)?.status === 'number';
}

function refusalProblems({ codes }: NamedOperation, { status, code }: Refusal): string[] {
  const declared = codes.find((one) => one === code);
  if (!declared) return [`${code} is not declared`];
  return errors[declared].status === status
    ? []
    : [`${code} has the status ${errors[declared].status}`];
}

function at(path: readonly { readonly key?: unknown }[] | undefined): string {
  return path?.map(({ key }) => key).join('.') ?? '';
}

function unknownFields(given: unknown, parsed: unknown, where = ''): string[] {
  if (typeof given !== 'object' || given === null) return [];
  const known = (parsed ?? {}) as Record<string, unknown>;
  return Object.entries(given).flatMap(([key, value]) =>
    key in known
      ? unknownFields(value, known[key], `${where}.${key}`)
      : [`${where}.${key} is in no answer`],
  );
}

/** What no record of the service looks like, in all answers together. */
export function recordProblems(stubs: Stubs): string[] {
  return found(stubs).flatMap(({ route, record }) =>
    rulesOf(record)
      .filter(([holds]) => !holds)
      .map(([_holds, rule]) => `${route}: ${rule}`),
  );
}

type Found = { readonly route: string; readonly record: Record<string, unknown> };

/** Every object in every answer that is no refusal. */
function found(stubs: Stubs): Found[] {
  return Object.keys(stubs).flatMap((route) => {
    const answer = stubs[route];
    return isRefusal(answer) ? [] : objectsIn(answer).map((record) => ({ route, record }));
  });
}

function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const nested = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? nested : [value as Record<string, unknown>, ...nested];
}

type Rule = readonly [boolean, string];

function rulesOf(record: Record<string, unknown>): Rule[] {
  const id = typeof record._id === 'string' ? record._id : '';
  if (id.startsWith('auth_')) return authRules(record as unknown as LinkedAuth);
  if (id.startsWith('bill_')) return billRules(record as unknown as Bill);
  if (id.startsWith('swap_')) return swapRules(record as unknown as Swap);
  if ('linking' in record) return progressRules(record as unknown as AuthProgress);
  if ('bill' in record) return entryRules(record as unknown as Entry);
  return [];
}

function authRules({ status, reason, mfa }: LinkedAuth): Rule[] {
  const type = status?.type;
  return [
    [(reason !== undefined) === (type === 'hold'), 'an auth has a reason exactly on hold'],
    [
      (mfa !== undefined) === (type === 'mfa-required'),
      'an auth has mfa exactly while it is asked',
    ],
    [
      mfa === undefined || (mfa.mfa !== undefined) === (mfa.method === 'questions'),
      'an auth lists questions exactly where it is asked questions',
    ],
  ];
}

function progressRules({ auth, linking, progress, challenge }: AuthProgress): Rule[] {
  return [
    [linking || progress === undefined, 'only a link makes progress'],
    [linking || challenge === undefined, 'only a link under way has a challenge'],
    [
      challenge === undefined || auth.status?.type === 'mfa-required',
      'an auth with a challenge is mfa-required',
    ],
    [
      challenge === undefined || JSON.stringify(challenge.auth) === JSON.stringify(auth),
      'a challenge shows its auth as it is',
    ],
    [
      challenge === undefined || challenge.method === auth.mfa?.method,
      'an auth is asked what its challenge asks',
    ],
    [linking || auth.status !== undefined, 'a link that has ended has an outcome'],
  ];
}

function billRules({ status, payDate, balance, settings, lastPaidAmount }: Bill): Rule[] {
  const { type } = status;
  return [
    [
      type === 'syncing' || type === 'zero-balance' || balance !== undefined,
      `${type} has a balance`,
    ],
    [
      payDate === undefined ||
        ['upcoming', 'overdue', 'payment-declined', 'payment-required'].includes(type),
      `${type} has no pay date`,
    ],
    [
      type !== 'paid' || (Number(balance) === 0 && lastPaidAmount !== undefined),
      'a paid bill owes nothing, and says what was paid',
    ],
    [
      !settings.recurringRequired || settings.recurring === 'enabled',
      'what is required is enabled',
    ],
  ];
}

type Entry = { readonly bill: Bill; readonly payment?: { readonly status: string } };

function entryRules({ bill, payment }: Entry): Rule[] {
  const { type } = bill.status;
  return [
    [type !== 'pending' || payment?.status === 'pending', 'a pending bill has a pending payment'],
    [
      payment?.status !== 'scheduled' || type !== 'pending',
      'a bill is not pending before its payment is',
    ],
    [type !== 'payment-declined' || payment?.status !== 'paid', 'a declined bill was not paid'],
  ];
}

function swapRules({ status, reason, auth, paymentMethod }: Swap): Rule[] {
  const underWay = status.type === 'pending' || status.type === 'in-progress';
  return [
    [(reason !== undefined) === (status.type === 'hold'), 'a swap has a reason exactly on hold'],
    [!underWay || auth?.status?.type === 'verified', 'a swap under way is of a verified auth'],
    [!underWay || paymentMethod !== undefined, 'a swap under way keeps its card'],
    [
      status.type !== 'hold' || auth?.status?.type !== 'hold' || auth.reason?.code === reason?.code,
      'a swap and the auth that it holds have the same reason',
    ],
  ];
}

/** What a caller asks for, by its operation, and the record that decides on it. */
const triggers: readonly {
  readonly machine: StateMachine;
  readonly trigger: string;
  readonly route: RegExp;
}[] = [
  { machine: authStates, trigger: 'continue', route: /^POST \/auth\/(\w+)\/continue$/ },
  { machine: authStates, trigger: 'fix-hold', route: /^POST \/auth\/(\w+)\/fix-hold$/ },
  {
    machine: authStates,
    trigger: 'answer-questions',
    route: /^POST \/auth\/(\w+)\/answer-questions$/,
  },
  { machine: paymentMethodStates, trigger: 'delete', route: /^DELETE \/payment\/(\w+)$/ },
  { machine: paymentMethodStates, trigger: 'retry', route: /^POST \/payment\/(\w+)\/retry$/ },
  { machine: billStates, trigger: 'schedule', route: /^POST \/payment\/schedule$/ },
];

/**
 * Requests that are answered as no record that is shown allows. `shown` is what stands before the request.
 */
export function triggerProblems(stubs: Stubs, shown: Stubs = stubs): string[] {
  return Object.keys(stubs).flatMap((route) => {
    const match = triggers.find((one) => one.route.test(route));
    if (!match) return [];
    const { machine, trigger } = match;
    const id = match.route.exec(route)?.[1];
    const states = statesOf(machine, shown, id);
    const code = isRefusal(stubs[route]) ? (stubs[route] as Refusal).code : undefined;
    if (states.length === 0) return [`${route}: nothing shows what it is about`];
    const allowed = states.some((state) =>
      casesOf(machine, state, trigger).some((one) =>
        code === undefined ? !('refused' in one) : 'refused' in one && one.refused === code,
      ),
    );
    const elsewhere = code !== undefined && !refusesWith(machine, trigger, code);
    return allowed || elsewhere ? [] : [`${route}: not in ${states.join(' or ')}`];
  });
}

/** A code that the table doesn't have for the trigger is that of another record. */
function refusesWith(machine: StateMachine, trigger: string, code: string): boolean {
  return Object.keys(machine.states).some((state) =>
    casesOf(machine, state, trigger).some((one) => 'refused' in one && one.refused === code),
  );
}

function statesOf(machine: StateMachine, shown: Stubs, id: string | undefined): string[] {
  const prefix = { Auth: 'auth_', Bill: 'bill_', 'Payment method': 'pm_' }[machine.name] ?? '';
  const records = found(shown).map(({ record }) => record);
  const wanted = records.filter(({ _id }) =>
    id === undefined ? String(_id).startsWith(prefix) : _id === id,
  );
  return [...new Set(wanted.map(stateOf))];
}

function stateOf(record: Record<string, unknown>): string {
  const { status, mfa } = record as unknown as Partial<Auth>;
  if (typeof status === 'string') return (record as unknown as PaymentMethod).status;
  if (status?.type === 'mfa-required') return `mfa-required-${mfa?.method}`;
  return status?.type ?? 'linking';
}
