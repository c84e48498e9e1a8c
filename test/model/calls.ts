/** What each call must answer, and what it changes: the model's half of the operations. */
import { dayOf } from '@billhook/core/base/dates';
import type { Schedule } from '@billhook/core/schemas/schedule';
import { endStanding, wakeBills } from './agenda.ts';
import { agreedFor } from './agreements.ts';
import { isTooLate, overByItself, overCeiling } from './ceilings.ts';
import { type GivenStep, openChallengeOf, takeStep } from './challenges.ts';
import { keepSet } from './earlier.ts';
import { knowAccount, skip } from './ledgers.ts';
import { newLink } from './links.ts';
import {
  type Answer,
  automaticDay,
  begin,
  beginRetry,
  companyOf,
  endDecline,
  newPayment,
  owed,
  payingMethod,
  removeMethod,
  stopImplied,
  takesAmount,
  unassign,
  whyNotAgreed,
  whyNotPayable,
} from './rules.ts';
import {
  authIdOf,
  type Ground,
  type Ids,
  type LinkRequest,
  type Model,
  type ModelAuth,
  type ModelBill,
  type ModelMethod,
  nextAuthId,
  type Start,
} from './state.ts';

const DAY = 24 * 60 * 60 * 1000;

export type Context = {
  readonly model: Model;
  readonly ids: Ids;
  readonly now: number;
  /** Whether another bill's payment took the account in the same sweep, whose order is not known. */
  readonly isRivals?: (account: string, billId: string) => boolean;
  /** A ledger was changed while the company was read: what it shows is not held against it. */
  readonly ledgersChanged?: boolean;
  /** Accounts that were looked at before other clients began to pay them, and the ledgers by then. */
  readonly seenBefore?: {
    readonly accounts: readonly string[];
    readonly ledgers: Model['ledgers'];
  };
};

const liveAuth = ({ auths }: Model, id: string): ModelAuth | undefined =>
  auths[id]?.deleted ? undefined : auths[id];
const liveBill = ({ bills }: Model, id: string): ModelBill | undefined =>
  bills[id]?.deleted ? undefined : bills[id];

export function createAuth(
  { model, ids, now }: Context,
  given: {
    readonly clientId: string;
    readonly companyId: string;
    readonly form: Readonly<Record<string, string>>;
    readonly request: LinkRequest;
    readonly starts: Start;
  },
): Answer {
  const { clientId, request, companyId, form, starts } = given;
  if (request.methodId && model.methods[request.methodId]?.clientId !== clientId) {
    return 'payment_method_not_found';
  }
  if (request.billId && liveBill(model, request.billId)?.clientId !== clientId) {
    return 'bill_not_found';
  }
  const unagreed = whyNotAgreed(companyId, request.items, starts);
  if (unagreed) return unagreed;
  const named = request.items.includes('payment') && liveBill(model, request.billId ?? '');
  if (named && overCeiling(model, named)) return 'amount_limit';
  const loginId = authIdOf(clientId, companyId, form.username ?? '');
  const authId = authOfLogin(model, { loginId, clientId, companyId });
  const standing = liveAuth(model, authId);
  const bills = model.auths[authId]?.bills ?? [];
  const link = newLink(request, ids.linkOf(authId));
  const fresh = { id: authId, clientId, companyId, bills, deleted: false, createdAt: now };
  model.auths[authId] = {
    ...{ ...(standing ?? fresh), form, link, starts, loginId },
    ...{ interrupted: undefined, challenge: undefined, verifiedBefore: undefined },
    ...{ connection: undefined, newest: link.id },
  };
  return 'ok';
}

/** The same login is the same auth; one that never let anybody in takes another login. */
function authOfLogin(
  { auths }: Model,
  at: { readonly loginId: string; readonly clientId: string; readonly companyId: string },
): string {
  const { loginId, clientId, companyId } = at;
  const isIts = (auth: ModelAuth | undefined) => (auth?.loginId ?? auth?.id) === loginId;
  if (isIts(auths[loginId])) return loginId;
  const live = Object.values(auths).filter((auth) => auth.clientId === clientId && !auth.deleted);
  const own = live.find(isIts);
  if (own) return own.id;
  const [newest] = live
    .filter((auth) => auth.companyId === companyId && auth.status === 'authenticate')
    .filter(({ everVerified, link }) => !everVerified && !link)
    .map(({ createdAt, id }) => `${new Date(createdAt).toISOString()} ${id}`)
    .toSorted()
    .toReversed();
  if (newest) return newest.split(' ')[1] as string;
  if (!auths[loginId]) return loginId;
  for (let count = 1; ; count += 1) {
    const id = nextAuthId(clientId, loginId, count);
    if (!auths[id] || isIts(auths[id])) return id;
  }
}

export function fixHold({ model, ids }: Context, authId: string): Answer {
  const auth = liveAuth(model, authId);
  if (!auth) return 'auth_not_found';
  if (auth.status !== 'hold') return 'auth_not_on_hold';
  if (auth.link?.holdFixed) return 'ok';
  auth.link = newLink(resumed(auth), ids.linkOf(authId), true);
  auth.newest = auth.link.id;
  auth.challenge = undefined;
  return 'ok';
}

export function answerQuestions(context: Context, authId: string, step: GivenStep): Answer {
  const auth = liveAuth(context.model, authId);
  if (!auth) return 'auth_not_found';
  const challenge = openChallengeOf(auth, context.now);
  if (!challenge || challenge.asked.length === 0) return 'auth_not_awaiting_answers';
  return takeStep(context, auth, challenge, step);
}

export function answerStep(context: Context, token: string, step: GivenStep): Answer {
  const auth = liveAuth(context.model, token.split('_').slice(0, 3).join('_'));
  const challenge = openChallengeOf(auth, context.now);
  if (!auth || challenge?.token !== token) return 'challenge_not_found';
  return takeStep(context, auth, challenge, step);
}

function resumed({ interrupted }: ModelAuth): LinkRequest {
  return interrupted ?? { items: ['bill'] };
}

export function deleteAuth({ model }: Context, authId: string): Answer {
  const auth = liveAuth(model, authId);
  if (!auth) return 'auth_not_found';
  const own = auth.bills.flatMap((id) => model.bills[id] ?? []);
  for (const bill of own) {
    const planned = model.payments[bill.scheduled?.paymentId ?? ''];
    if (planned) planned.status = 'cancelled';
    if (!bill.deleted) keepSet(model, bill);
    unassign(model, bill);
    bill.methodId = undefined;
    bill.deleted = true;
    if (!bill.pending) delete model.bills[bill.id];
  }
  auth.bills = auth.bills.filter((id) => model.bills[id]?.pending);
  auth.deleted = true;
  auth.link = undefined;
  auth.challenge = undefined;
  if (auth.bills.length === 0) delete model.auths[authId];
  return 'ok';
}

export function addMethod(
  { model, ids, now }: Context,
  given: Pick<ModelMethod, 'clientId' | 'type' | 'number'> & {
    readonly asDefault: boolean;
    readonly byToken: boolean;
  },
): Answer {
  const { asDefault, byToken, ...method } = given;
  if (byToken) stopImplied(model, given.clientId);
  const fresh = { status: 'verified', declines: 0, inFlight: [], assigned: [] } as const;
  const id = ids.newMethodOf(given.clientId, model);
  const lists = { inFlight: [], assigned: [] };
  model.methods[id] = { id, ...method, ...fresh, ...lists, retryDue: false, created: now };
  const client = model.clients[given.clientId];
  if (client) client.defaultMethodId = asDefault ? id : (client.defaultMethodId ?? id);
  wakeBills(model, given.clientId);
  return 'ok';
}

export type Deletion = { readonly nextDefault?: boolean; readonly moveTo?: string };

export function deleteMethod(
  { model, now }: Context,
  methodId: string,
  { nextDefault = false, moveTo }: Deletion = {},
): Answer {
  const method = model.methods[methodId];
  if (!method) return 'payment_method_not_found';
  const recent = method.lastUsedAt !== undefined && now - method.lastUsedAt < DAY;
  if (recent || method.inFlight.length > 0) return 'payment_method_recently_used';
  if (moveTo === methodId) return 'invalid_request';
  const target = model.methods[moveTo ?? ''];
  if (moveTo !== undefined && target?.clientId !== method.clientId)
    return 'payment_method_not_found';
  const client = model.clients[method.clientId];
  const scheduled = Object.values(model.bills).filter((bill) => {
    const { requiredPayment } = companyOf(bill.companyId);
    const chosen = bill.methodId ?? client?.defaultMethodId;
    const own = bill.clientId === method.clientId && bill.scheduled && !bill.deleted;
    return own && (requiredPayment ? bill.methodId : chosen) === methodId;
  });
  if (scheduled.length > 0 && !target) return 'payment_method_scheduled';
  for (const bill of target ? scheduled : []) {
    const { requiredPayment, acceptedMethods } = companyOf(bill.companyId);
    const fits = !requiredPayment || requiredPayment === target?.type;
    if (!target || !fits || !acceptedMethods.includes(target.type))
      return 'payment_method_not_accepted';
    if (target.status !== 'verified') return 'payment_method_declined';
  }
  const wasDefault = client?.defaultMethodId === methodId;
  for (const bill of scheduled) if (target) assign(model, bill, target);
  removeMethod(model, method);
  if (nextDefault && wasDefault && client) client.defaultMethodId = oldest(model, client.id);
  if (nextDefault) wakeBills(model, method.clientId);
  return 'ok';
}

/** The verified method of a client that was added first. */
function oldest({ methods }: Model, clientId: string): string | undefined {
  const usable = Object.values(methods).filter(
    (one) => one.clientId === clientId && one.status === 'verified',
  );
  return usable.sort((a, b) => a.created - b.created || (a.id < b.id ? -1 : 1))[0]?.id;
}

export function retryMethod(context: Context, methodId: string): Answer {
  const method = context.model.methods[methodId];
  if (!method) return 'payment_method_not_found';
  if (method.status !== 'declined') return 'payment_method_not_declined';
  const begun = beginRetry(context, method);
  if (begun === 'not-now') return 'bill_not_payable';
  if (begun === 'amount_limit') return begun;
  if (begun === 'none') {
    method.status = 'verified';
    wakeBills(context.model, method.clientId);
  }
  return 'ok';
}

export function assignMethod(
  context: Context,
  methodId: string,
  billId: string,
  resumes = true,
): Answer {
  const { model, ids, now } = context;
  const method = model.methods[methodId];
  if (!method) return 'payment_method_not_found';
  const bill = liveBill(model, billId);
  if (bill?.clientId !== method.clientId) return 'bill_not_found';
  const open = bill.pending !== undefined || bill.scheduled !== undefined;
  const declined = bill.declined !== undefined && !open && resumes;
  const answer = assign(model, bill, method);
  const order = answer === 'ok' && declined ? orderOf(context, bill) : undefined;
  if (!order) return answer;
  const paymentId = ids.newPaymentOf(billId, model);
  const payOn = dayOf(now);
  model.payments[paymentId] = { ...newPayment(bill, paymentId, { payOn, now }), agreed: order };
  Object.assign(bill, {
    scheduled: { paymentId, payOn },
    planned: true,
    newest: paymentId,
    back: undefined,
  });
  return answer;
}

/** What was agreed to with the order that was declined, where it can go on. */
function orderOf({ model, now }: Context, bill: ModelBill) {
  const payment = model.payments[bill.back ?? bill.newest ?? ''];
  const isBack = payment?.status === 'returned';
  if (!payment || payment.cancelAsked) return undefined;
  if (!isBack && (payment.status !== 'declined' || payment.automatic)) return undefined;
  const asked = isBack ? { ...payment, payOn: payment.backOn ?? payment.payOn } : payment;
  if (isTooLate(asked, now, bill.reported)) return undefined;
  const refusal = whyNotPayable(model, bill, false);
  const never = refusal === 'bill_not_payable' && !bill.reported.syncing;
  if (never || refusal === 'user_presence_required') return undefined;
  const { agreed, statement, amountCents: cents = 0 } = payment;
  return agreed ?? (statement && { statement, cents, most: undefined });
}

/** Another method, or one that was verified since, ends the decline. */
export function assign(model: Model, bill: ModelBill, method: ModelMethod): Answer {
  if (bill.pending) return 'payment_pending';
  const { acceptedMethods } = companyOf(bill.companyId);
  if (!acceptedMethods.includes(method.type)) return 'payment_method_not_accepted';
  if (method.status !== 'verified') return 'payment_method_declined';
  unassign(model, bill);
  bill.methodId = method.id;
  bill.notAgreed = undefined;
  if (bill.earlier) bill.earlier = { ...bill.earlier, methodId: undefined };
  endDecline(bill).waitsUntil = undefined;
  method.assigned = [...method.assigned.filter((id) => id !== bill.id), bill.id];
  return 'ok';
}

export function changeSettings(
  { model, now }: Context,
  billId: string,
  asked: {
    readonly recurring?: 'enabled' | 'disabled';
    readonly schedule?: Schedule;
    readonly skipCycle?: boolean;
  },
  /** On what ground the caller may enable it. */
  ground: Ground | undefined,
): Answer {
  const bill = liveBill(model, billId);
  if (!bill) return 'bill_not_found';
  const company = companyOf(bill.companyId);
  if (company.subscription && asked.recurring === 'disabled') return 'recurring_required';
  if (company.schedule && asked.schedule && asked.schedule !== company.schedule) {
    return 'schedule_fixed';
  }
  if (asked.recurring === 'disabled') bill.ground = undefined;
  if (asked.recurring === 'enabled' && (bill.recurring === 'disabled' || bill.notAgreed)) {
    if (!ground) return 'consent_required';
    bill.ground = ground;
    bill.notAgreed = undefined;
  }
  if (asked.recurring === 'enabled' && ground === 'user') bill.ground = ground;
  bill.recurring = asked.recurring ?? bill.recurring;
  if (asked.recurring && bill.earlier) bill.earlier = { ...bill.earlier, recurring: undefined };
  bill.schedule = asked.schedule ?? bill.schedule;
  bill.waitsUntil = undefined;
  endStanding(bill);
  if (asked.skipCycle && bill.recurring === 'enabled') skip(bill, now);
  return 'ok';
}

export type Customized = {
  readonly cents?: number | null;
  readonly label?: string | null;
  readonly hidden?: boolean;
  readonly silent?: boolean;
};

export function customizeBill({ model }: Context, billId: string, asked: Customized): Answer {
  const bill = liveBill(model, billId);
  if (!bill) return 'bill_not_found';
  const { cents, label, hidden, silent } = asked;
  if (typeof cents === 'number' && !takesAmount(bill, cents)) return 'payment_amount_not_accepted';
  if (typeof cents === 'number' && overByItself(bill, owed(bill), cents)) return 'amount_limit';
  if (cents !== undefined) bill.custom = cents ?? undefined;
  if (cents !== undefined && bill.earlier) bill.earlier = { ...bill.earlier, amount: undefined };
  if (label !== undefined) bill.label = label ?? undefined;
  if (hidden !== undefined) bill.hidden = hidden || undefined;
  if (silent !== undefined) bill.silent = silent || undefined;
  return 'ok';
}

export function makeDefault({ model }: Context, methodId: string): Answer {
  const method = model.methods[methodId];
  if (!method) return 'payment_method_not_found';
  if (method.status !== 'verified') return 'payment_method_declined';
  const client = model.clients[method.clientId];
  if (client) client.defaultMethodId = methodId;
  wakeBills(model, method.clientId);
  return 'ok';
}

export function schedulePayment(
  context: Context,
  billId: string,
  { payOn, most }: { readonly payOn?: string; readonly most?: number },
): Answer {
  const { model, ids, now } = context;
  const today = dayOf(now);
  const bill = liveBill(model, billId);
  if (!bill) return 'bill_not_found';
  if (payOn !== undefined && payOn < today) return 'invalid_request';
  const waiting = most === undefined ? undefined : waitingOf(model, bill);
  const open = waiting ? { ...bill, scheduled: undefined } : bill;
  const refusal = whyNotPayable(model, open, false);
  if (refusal) return refusal;
  const method = payingMethod(model, bill);
  if (typeof method === 'string') return method;
  const known = { ...bill };
  knowAccount(model, known, now);
  const agreed = agreedFor({ ...known, unposted: bill.unposted }, now, most);
  const approved = waiting && {
    ...{ ...waiting, waits: undefined, agreed, payOn: payOn ?? today },
    ...{ amountCents: undefined, firstAskedAt: undefined, automatic: undefined },
  };
  const atOnce = payOn === undefined || payOn === today;
  const { cents } = agreed;
  if (overCeiling(model, bill, { cents, method, ...(atOnce && { now }) })) return 'amount_limit';
  if (atOnce) {
    const begun = begin(context, bill, method, approved, most, { agreed });
    return typeof begun === 'string' ? begun : 'ok';
  }
  const paymentId = waiting?.id ?? ids.newPaymentOf(billId, model);
  model.payments[paymentId] = approved ?? {
    ...newPayment(bill, paymentId, { payOn, now, most }),
    agreed,
  };
  bill.scheduled = { paymentId, payOn };
  bill.planned = true;
  bill.newest = paymentId;
  bill.back = undefined;
  return 'ok';
}

function waitingOf(model: Model, { scheduled }: ModelBill) {
  const payment = model.payments[scheduled?.paymentId ?? ''];
  return payment?.waits && payment;
}

export function cancelPayment({ model, now }: Context, billId: string): Answer {
  const bill = liveBill(model, billId);
  if (!bill) return 'bill_not_found';
  const pending = model.payments[bill.pending ?? ''];
  if (pending && !pending.cancelAsked) {
    pending.cancelAsked = true;
    // Its company, which has accepted it, may still cancel it: it is asked now.
    if (pending.accepted && (pending.rests ?? 0) > now) pending.rests = now;
  }
  if (bill.pending) return 'payment_pending';
  const planned = model.payments[bill.scheduled?.paymentId ?? ''];
  // Without what is scheduled it may be one that is paid by itself.
  if (!planned && automaticDay(bill) === undefined) return 'payment_not_scheduled';
  if (planned) planned.status = 'cancelled';
  bill.scheduled = undefined;
  if (bill.recurring === 'enabled') skip(bill, now);
  return 'ok';
}
