/** Calls that a partner may make, chosen by three numbers among what there is. */
import { moneyText, parseMoney } from '@billhook/core/base/money';
import type { Call } from './call.ts';
import * as rules from './calls.ts';
import type { GivenStep } from './challenges.ts';
import { dayAfter, usDay } from './clock.ts';
import {
  at,
  cards,
  companies,
  formFor,
  requests,
  settings,
  settlingCompanies,
  settlingStatuses,
} from './givens.ts';
import { CODE_ID, questionIds } from './logins.ts';
import { owes } from './rules.ts';
import type { ChallengeKind, Model, Start } from './state.ts';

export type Numbers = readonly [number, number, number];

/** What the calls are chosen by. */
export type Scene = {
  readonly model: Model;
  readonly now: number;
  /** The instant from which the due dates of forms count. */
  readonly from: number;
  /** Whether the client may do that once more with its own token, within its limits. */
  readonly spend?: (clientId: string, activity: 'link' | 'payment-method') => boolean;
};

/** One of the records, or now and then one that is not there. */
function idOf(records: Readonly<Record<string, unknown>>, kind: string, number: number): string {
  const ids = Object.keys(records);
  const lost = `${kind}_${'9'.repeat(20)}_${'9'.repeat(14)}`;
  return number % 32 === 31 || ids.length === 0 ? lost : at(ids, number);
}

/** Of the same client, mostly, so that most calls fit. */
function idNear(
  records: Readonly<Record<string, { readonly clientId: string }>>,
  kind: string,
  clientId: string | undefined,
  number: number,
): string {
  const near = Object.entries(records).filter(([, one]) => one.clientId === clientId);
  const some = near.length > 0 && number % 16 < 15 ? Object.fromEntries(near) : records;
  return idOf(some, kind, number >> 4);
}

type Choose = (scene: Scene, numbers: Numbers) => Call;

const createAuth: Choose = ({ model, from, spend }, [a, b, c]) => {
  const clientId = at(Object.keys(model.clients), a);
  const company = at(companies, b);
  const form = formFor(company, a >> 2, from);
  const items = at(requests, c);
  const methodId = c >> 5 > 3 ? idNear(model.methods, 'pm', clientId, b >> 3) : undefined;
  const billId = c % 16 === 7 ? idNear(model.bills, 'bill', clientId, b >> 2) : undefined;
  // What its user was shown: of one of the usual balances, or of less.
  const maxCents = a % 8 === 5 ? (b % 2 === 0 ? 2500 : 20000) : undefined;
  const maxAmount = maxCents === undefined ? undefined : moneyText(maxCents);
  const meta = { paymentMethodId: methodId, billId, maxAmount };
  const companyId = company._id;
  const byToken =
    (a >> 3) % 3 === 2 &&
    !(items as readonly string[]).includes('payment') &&
    spend?.(clientId, 'link');
  const agrees = (b >> 4) % 2 === 0;
  const skips = (b >> 5) % 3 === 1;
  return linkCall({ clientId, companyId, items, meta, form }, { byToken, agrees, skips });
};

type GivenLink = {
  readonly clientId: string;
  readonly companyId: string;
  readonly items: readonly string[];
  readonly meta: {
    readonly paymentMethodId?: string;
    readonly billId?: string;
    readonly maxAmount?: string;
  };
  readonly form: Readonly<Record<string, string>>;
};

/** By a client with or without its consent, or by its partner, who has it. */
export function linkCall(
  given: GivenLink,
  {
    byToken = false,
    agrees,
    skips = false,
  }: { readonly byToken?: boolean; readonly agrees: boolean; readonly skips?: boolean },
): Call {
  const { clientId, companyId, items, meta, form } = given;
  const { paymentMethodId: methodId, billId, maxAmount } = meta;
  const maxCents = maxAmount === undefined ? undefined : parseMoney(maxAmount);
  const ground = byToken ? (agrees ? 'user' : undefined) : 'implied';
  const starts: Start = ground ? { ground, leavesDue: skips } : {};
  return {
    name: 'createAuth',
    given: {
      ...given,
      ...(byToken && agrees && { consent }),
      ...(skips && { skipCycle: true }),
    },
    ...(byToken && { by: clientId }),
    expect: (context) =>
      rules.createAuth(context, {
        ...{ clientId, companyId, form, starts },
        request: { items, methodId, billId, maxCents },
      }),
  };
}

const consent = { textHash: 'a'.repeat(64), version: '1', locale: 'en' };

const addPaymentMethod: Choose = ({ model, spend }, [a, b, c]) => {
  const clientId = at(Object.keys(model.clients), a);
  const setAsDefault = c % 4 === 0;
  const byToken = (a >> 3) % 2 === 1 && (spend?.(clientId, 'payment-method') ?? false);
  const bank = b % 5 === 4;
  const number = bank ? '000123456789' : at(cards, b);
  const common = { clientId, name: 'Ada Lovelace', setAsDefault };
  const card = { cardNumber: number, cardCode: '123', expMonth: '12', expYear: '2040' };
  return {
    name: 'addPaymentMethod',
    given: bank
      ? {
          ...{ ...common, paymentType: 'bank', routingNumber: '021000021' },
          ...{ accountNumber: number, accountType: 'checking' },
        }
      : { ...common, paymentType: 'card', ...card, zipcode: '94107' },
    ...(byToken && { by: clientId }),
    expect: (context) =>
      rules.addMethod(context, {
        ...{ clientId, number, asDefault: setAsDefault, byToken },
        type: bank ? 'bank' : 'card',
      }),
  };
};

const fixHold: Choose = ({ model }, [a]) => {
  const authId = idOf(
    only(model.auths, ({ status }) => status === 'hold', a),
    'auth',
    a,
  );
  return {
    name: 'fixHold',
    given: { authId },
    expect: (context) => rules.fixHold(context, authId),
  };
};

const answerQuestions: Choose = ({ model }, [a, b]) => {
  const asking = only(model.auths, ({ challenge }) => (challenge?.asked.length ?? 0) > 0, a);
  const authId = idOf(asking, 'auth', a);
  const answers = answersFor(asking[authId]?.challenge?.asked ?? questionIds, b);
  return {
    name: 'answerQuestions',
    given: { authId, answers: listOf(answers) },
    expect: (context) => rules.answerQuestions(context, authId, { kind: 'answers', answers }),
  };
};

/** Right or wrong; some of what is asked, or something else. */
function answersFor(asked: readonly string[], number: number): Record<string, string> {
  const right = asked.includes(CODE_ID) ? '123456' : 'answer';
  const some = number % 5 === 4 ? asked.slice(1) : asked;
  const given = some.length === 0 || number % 32 === 31 ? [...some, 'another'] : some;
  const answer = number % 4 === 3 ? 'wrong' : right;
  return Object.fromEntries(given.map((id) => [id, answer]));
}

const listOf = (answers: Readonly<Record<string, string>>) =>
  Object.entries(answers).map(([identifier, answer]) => ({ identifier, answer }));

const answerStep: Choose = ({ model }, [a, b, c]) => {
  const waiting = only(model.auths, ({ challenge }) => challenge !== undefined, a);
  const { challenge } = waiting[idOf(waiting, 'auth', a)] ?? {};
  const known = challenge && c % 16 < 15 ? challenge : undefined;
  const token = known?.token ?? `auth_${'9'.repeat(20)}_${'9'.repeat(14)}_${'9'.repeat(24)}`;
  // Now and then a step that does not fit.
  const kind = known && c % 8 < 7 ? known.kind : at(challengeKinds, c);
  const { step, ...given } = stepFor(kind, b, known?.asked);
  return {
    name: 'answerStep',
    given: { token, ...given },
    expect: (context) => rules.answerStep(context, token, step),
  };
};

const challengeKinds: readonly ChallengeKind[] = [
  'questions',
  'code-choice',
  'code-entry',
  'prompt',
];

type StepBody = {
  readonly method: string;
  readonly security?: unknown;
  readonly didNotReceiveCode?: true;
};

function stepFor(
  kind: ChallengeKind,
  number: number,
  asked: readonly string[] = [],
): StepBody & { readonly step: GivenStep } {
  const choice = at(['text', 'email'], number);
  const usual = kind === 'code-entry' ? [CODE_ID] : questionIds;
  const answers = answersFor(asked.length > 0 ? asked : usual, number);
  if (kind === 'code-choice') {
    return { method: 'code', security: { identifier: choice }, step: { kind: 'choice', choice } };
  }
  if (kind === 'prompt') return { method: 'prompt', step: { kind: 'pressed' } };
  if (kind === 'code-entry' && number % 4 === 2) {
    return { method: 'code', didNotReceiveCode: true, step: { kind: 'resend' } };
  }
  return { method: 'questions', security: listOf(answers), step: { kind: 'answers', answers } };
}

/** Those that a call is for, mostly. */
function only<T>(
  records: Readonly<Record<string, T>>,
  wanted: (one: T) => boolean,
  number: number,
) {
  const fitting = Object.entries(records).filter(([, one]) => wanted(one));
  return fitting.length > 0 && number % 8 < 7 ? Object.fromEntries(fitting) : records;
}

const deleteAuth: Choose = ({ model }, [a]) => {
  const authId = idOf(model.auths, 'auth', a);
  return {
    name: 'deleteAuth',
    given: { authId },
    expect: (context) => rules.deleteAuth(context, authId),
  };
};

const deletePaymentMethod: Choose = ({ model }, [a, b, c]) => {
  const paymentMethodId = idOf(model.methods, 'pm', a);
  const { clientId } = model.methods[paymentMethodId] ?? {};
  const asked = {
    ...(b % 3 === 1 && { nextDefault: true }),
    ...(c % 2 === 1 && { moveTo: idNear(model.methods, 'pm', clientId, c >> 1) }),
  };
  return {
    name: 'deletePaymentMethod',
    given: { paymentMethodId, ...asked },
    expect: (context) => rules.deleteMethod(context, paymentMethodId, asked),
  };
};

const retryPaymentMethod: Choose = ({ model }, [a]) => {
  const declined = only(model.methods, ({ status }) => status === 'declined', a);
  const paymentMethodId = idOf(declined, 'pm', a);
  return {
    name: 'retryPaymentMethod',
    given: { paymentMethodId },
    expect: (context) => rules.retryMethod(context, paymentMethodId),
  };
};

const assignPaymentMethod: Choose = ({ model }, [a, b, c]) => {
  // Mostly of what was declined, where anything was.
  const declined = only(model.bills, (bill) => bill.declined !== undefined && !bill.deleted, c);
  const billId = idOf(c % 2 === 0 ? declined : model.bills, 'bill', a);
  const resume = c % 16 < 14;
  const paymentMethodId = idNear(model.methods, 'pm', model.bills[billId]?.clientId, b);
  return {
    name: 'assignPaymentMethod',
    given: { paymentMethodId, billId, ...(!resume && { resume }) },
    expect: (context) => rules.assignMethod(context, paymentMethodId, billId, resume),
  };
};

const updatePaymentSettings: Choose = ({ model, spend }, [a, b, c]) => {
  const billId = idOf(model.bills, 'bill', a);
  const asked = at<Parameters<typeof rules.changeSettings>[2]>(settings, b);
  const owner = model.bills[billId]?.clientId;
  // Only where clients have tokens.
  const by = spend && c % 2 === 1 ? owner : undefined;
  const agrees = by !== undefined && (c >> 1) % 2 === 1 && asked.recurring === 'enabled';
  const ground = by ? (agrees ? 'user' : undefined) : 'partner';
  const skipCycle = asked.recurring === 'enabled' && (c >> 2) % 3 === 1;
  return {
    name: 'updatePaymentSettings',
    given: { billId, ...asked, ...(skipCycle && { skipCycle }), ...(agrees && { consent }) },
    ...(by && { by }),
    expect: (context) => rules.changeSettings(context, billId, { ...asked, skipCycle }, ground),
  };
};

/** Bills that could be paid, mostly. */
const payable = ({ model }: Scene, number: number) =>
  only(model.bills, (bill) => owes(bill) && !bill.deleted && !bill.pending, number);

const customizeBill: Choose = ({ model }, [a, b, c]) => {
  const billId = idOf(model.bills, 'bill', a);
  const reported = model.bills[billId]?.reported;
  const { balanceCents = null, fullBalanceCents = null } = reported ?? {};
  const threefold = 3 * Math.max(balanceCents ?? 0, fullBalanceCents ?? 0);
  const large = [threefold, threefold + 1, 20_001];
  const cents = at([balanceCents, 1_000, fullBalanceCents, 500, null, ...large], b);
  const customPaymentAmount = cents === null ? null : (cents / 100).toFixed(2);
  const more = at(customizations, c);
  const asked = more ?? { cents };
  const { label: customLabel, hidden, silent } = more ?? {};
  const notifications = silent === undefined ? undefined : silent ? 'disabled' : 'enabled';
  return {
    name: 'customizeBill',
    given: more ? { billId, customLabel, hidden, notifications } : { billId, customPaymentAmount },
    expect: (context) =>
      !more && cents === 0 ? 'invalid_request' : rules.customizeBill(context, billId, asked),
  };
};

/** What is set of a bill beside its amount, which is set most often. */
const customizations: readonly (rules.Customized | null)[] = [
  ...[null, null, null, null],
  ...[{ label: 'Home' }, { label: null }, { hidden: true }, { silent: true }],
  ...[{ silent: false, hidden: false }],
];

/** The same account once more, as it was linked. */
export function linkAgain(
  { model, spend }: Scene,
  authId: string,
  number: number,
): readonly [Call, Call] | undefined {
  const auth = model.auths[authId];
  if (!auth) return undefined;
  const { clientId, companyId, form } = auth;
  const byToken = number % 3 === 0 && spend?.(clientId, 'link');
  const again = { clientId, companyId, items: ['bill'], meta: {}, form };
  const unlink: Call = {
    name: 'deleteAuth',
    given: { authId },
    expect: (context) => rules.deleteAuth(context, authId),
  };
  return [unlink, linkCall(again, { byToken, agrees: number % 2 === 0 })];
}

/** Links an account whose payments end days later, or are refused for a while. */
export const linkSettling: Choose = ({ model, now }, [a, b, c]) => {
  const clientId = at(Object.keys(model.clients).slice(0, 3), a);
  const form = {
    balance: c % 4 === 0 ? '35.50' : '100.00',
    dueDate: usDay(now, at([12, 3, 6, 25], c)),
    status: at(settlingStatuses, b),
  };
  const companyId = at(settlingCompanies, a >> 2)._id;
  return linkCall({ clientId, companyId, items: ['bill'], meta: {}, form }, { agrees: true });
};

/** Pays the newest of such accounts. */
export const paySettling: Choose = ({ model }, [a]) => {
  const ids = new Set(settlingCompanies.map(({ _id }) => _id));
  const bills = Object.values(model.bills).filter(({ companyId }) => ids.has(companyId));
  const billId = bills.length > 0 ? at(bills, a).id : idOf({}, 'bill', 0);
  return {
    name: 'schedulePayment',
    given: { billId },
    expect: (context) => rules.schedulePayment(context, billId, {}),
  };
};

const makeMethodDefault: Choose = ({ model }, [a]) => {
  const paymentMethodId = idOf(model.methods, 'pm', a);
  return {
    name: 'makeMethodDefault',
    given: { paymentMethodId },
    expect: (context) => rules.makeDefault(context, paymentMethodId),
  };
};

/** Mostly none; it also approves a payment that waits. */
const mostOf = (c: number) => at([0, 0, 0, 500, 20_000], c) || undefined;

const payNow: Choose = (scene, [a, , c]) => {
  const billId = idOf(payable(scene, a), 'bill', a);
  const most = mostOf(c);
  return {
    name: 'schedulePayment',
    given: { billId, ...(most && { maxAmount: (most / 100).toFixed(2) }) },
    expect: (context) => rules.schedulePayment(context, billId, { most }),
  };
};

const payLater: Choose = (scene, [a, b, c]) => {
  const billId = idOf(payable(scene, a), 'bill', a);
  const date = dayAfter(scene.now, (b % 12) - 1);
  const most = mostOf(c);
  return {
    name: 'schedulePayment',
    given: { billId, date, ...(most && { maxAmount: (most / 100).toFixed(2) }) },
    expect: (context) => rules.schedulePayment(context, billId, { payOn: date, most }),
  };
};

const cancelPayment: Choose = ({ model }, [a]) => {
  const billId = idOf(model.bills, 'bill', a);
  return {
    name: 'cancelPayment',
    given: { billId },
    expect: (context) => rules.cancelPayment(context, billId),
  };
};

export const partnerCalls = {
  createAuth,
  addPaymentMethod,
  fixHold,
  answerQuestions,
  answerStep,
  deleteAuth,
  deletePaymentMethod,
  retryPaymentMethod,
  assignPaymentMethod,
  updatePaymentSettings,
  payNow,
  payLater,
  cancelPayment,
  customizeBill,
  makeMethodDefault,
} as const;

export type PartnerCall = keyof typeof partnerCalls;

export const partnerCallNames = Object.keys(partnerCalls) as PartnerCall[];
