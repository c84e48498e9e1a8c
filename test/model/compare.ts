/** Holds what stands in the table against what the model says stands there. */
import type { LinkRequest as AuthLink, AuthRecord } from '@billhook/core/auth/auth';
import { questionsOf } from '@billhook/core/auth/challenge';
import { instantText } from '@billhook/core/base/dates';
import type { BillRecord, Earlier } from '@billhook/core/bill/bill';
import type { ClientRecord } from '@billhook/core/client/client';
import type { PaymentMethodRecord } from '@billhook/core/method/payment-method';
import type { AccountLedger } from '@billhook/core/payment/account-ledger';
import type { StoredPayment } from '@billhook/core/payment/stored-payment';
import type { Waiting } from '@billhook/core/payment/waiting';
import type { Switch } from '@billhook/core/schemas/bill';
import type { Consent } from '@billhook/core/schemas/consent';
import {
  accountFingerprint,
  type Ground,
  type Ids,
  type LinkRequest,
  type Model,
  type ModelAuth,
  type ModelBill,
  type ModelMethod,
  type ModelPayment,
  type ModelWaiting,
} from './state.ts';
import type { Item, WalkTable } from './table.ts';

type Shown = Readonly<Record<string, unknown>>;

const requestText = ({ items, paymentMethodId, billId, maxCents }: AuthLink) =>
  `${items} ${paymentMethodId} ${billId} ${maxCents}`;
const saidText = ({ items, methodId, billId, maxCents }: LinkRequest) =>
  `${items} ${methodId} ${billId} ${maxCents}`;

const connectionText = (ends: number, told: boolean | undefined) => `${ends} ${told ?? false}`;

const shownSecurity = ({ link, challenge }: AuthRecord): Shown => ({
  runs: link?.runs ?? 0,
  login: link?.login && (link.login.verified ? 'verified' : Date.parse(link.login.begunAt)),
  asking: link?.asking?.kind,
  accepted: link?.accepted !== undefined,
  asked: link?.security?.asked ?? 0,
  refused: link?.security?.refused ?? 0,
  lastStep: link?.security?.lastStep,
  challenge: challenge && `${challenge.asks.kind} ${challenge.token}`,
  open:
    challenge &&
    questionsOf(challenge.asks)
      .map(({ identifier }) => identifier)
      .join(),
});

const saidSecurity = ({ link, challenge }: ModelAuth): Shown => ({
  runs: link?.runs ?? 0,
  login: link?.login && (link.login === 'verified' ? 'verified' : link.login.begunAt),
  asking: link?.asking,
  accepted: link?.accepted ?? false,
  asked: link?.asked ?? 0,
  refused: link?.refused ?? 0,
  lastStep: link?.lastStep,
  challenge: challenge && `${challenge.kind} ${challenge.token}`,
  open: challenge?.asked.join(),
});

/** On what ground it is paid automatically; `legacy` where a new record fails to say. */
export function groundOf(
  record: { readonly recurring: Switch; readonly consent?: Consent } | undefined,
): Ground | 'legacy' | undefined {
  if (record?.recurring !== 'enabled') return undefined;
  const { by = 'legacy', implied } = record.consent ?? {};
  return implied ? 'implied' : by;
}

/** Why it was returned, also of one that is still to be settled. */
const backOf = ({ returned, outcome }: StoredPayment) => {
  const back = returned ?? (outcome?.kind === 'returned' ? outcome : undefined);
  return back && `${back.reason} ${back.on}`;
};
const namesOf = (list: readonly { readonly dueOn: string; readonly name?: string }[] = []) =>
  list.map(({ dueOn, name }) => `${dueOn} ${name}`).join() || undefined;

const offersOf = (earlier: Omit<Earlier, 'mark'> | undefined) =>
  earlier && `${earlier.recurring} ${earlier.amountCents} ${earlier.methodId}`;
const shownWaiting = (one: Waiting | undefined) =>
  one && `${one.reason} ${one.seenCents} ${one.owedCents} ${one.reminded ?? false}`;
const saidWaiting = (one: ModelWaiting | undefined) =>
  one && `${one.reason} ${one.seen} ${one.owed} ${one.reminded}`;

/** What both sides say of a record, in the same words. */
const shown = {
  auth: (auth: AuthRecord): Shown => ({
    status: auth.status,
    ofLogin: auth.loginId ?? auth._id,
    link: auth.link?.linkId,
    asks: auth.link && requestText(auth.link),
    ...shownSecurity(auth),
    interrupted: auth.interrupted && requestText(auth.interrupted),
    connection:
      auth.connection &&
      connectionText(Date.parse(auth.connection.expiresAt), auth.connection.told),
    bills: [...auth.billIds].sort().join(),
    starts: groundOf(auth.starts),
    deleted: auth.deletedAt !== undefined,
  }),
  bill: (bill: BillRecord): Shown => ({
    balance: bill.reported.balanceCents,
    dueOn: bill.reported.dueOn,
    account: bill.accountFingerprint,
    recurring: bill.recurring,
    ground: groundOf(bill),
    notAgreed: bill.notAgreed,
    schedule: bill.schedule,
    method: bill.methodId,
    scheduled:
      bill.scheduled &&
      `${bill.scheduled.paymentId} ${bill.scheduled.payOn} ${shownWaiting(bill.scheduled.waiting)}`,
    pending: bill.pendingPaymentId,
    declined: bill.declinedMethodId,
    stands: bill.declineStands,
    newest: bill.newestPaymentId,
    back: bill.declinedPaymentId,
    skipped: bill.skippedDueOn,
    unposted: bill.unposted && `${bill.unposted.cents} ${bill.unposted.until}`,
    returned: namesOf(bill.returned),
    taken: sorted(bill.account),
    statement: sorted(bill.statement),
    skips: sorted(bill.skips),
    heldBack:
      bill.heldBack &&
      `${bill.heldBack.dueOn} ${bill.heldBack.until} ${bill.heldBack.told ?? false}`,
    seenOn: bill.seenOn,
    waitsUntil: bill.waitsUntil,
    withheld: bill.withheld && `${bill.withheld.dueOn} ${bill.withheld.why}`,
    noticed: `${bill.noticed?.upcoming} ${bill.noticed?.['scheduled-payment']} ${bill.noticed?.overdue}`,
    custom: bill.customPaymentAmountCents,
    label: bill.customLabel,
    hidden: bill.hidden || undefined,
    silent: bill.notifications === 'disabled' || undefined,
    earlier: offersOf(bill.earlier),
    history: bill.payments.map(({ amountCents }) => amountCents).join(),
    deleted: bill.deletedAt !== undefined,
  }),
  pm: (method: PaymentMethodRecord): Shown => ({
    status: method.status,
    declines: method.declines,
    inFlight: [...method.inFlight].sort().join(),
    assigned: [...method.assignedBills].sort().join(),
    retry: method.dueKind === 'retry',
  }),
  pay: (payment: StoredPayment): Shown => ({
    status: payment.status,
    bill: payment.billId,
    method: payment.methodId,
    statement: payment.statement && `${payment.statement.dueOn} ${payment.statement.name}`,
    amount: payment.amountCents,
    submission: payment.submission,
    over: payment.submissionOver ?? false,
    cancelAsked: payment.cancelAsked ?? false,
    outcome: payment.outcome?.kind,
    payOn: payment.payOn,
    counted: payment.counted && `${payment.counted.day} ${payment.counted.cents}`,
    withheld: payment.withheld,
    delayed: payment.delayed ?? false,
    waits: shownWaiting(payment.waiting),
    agreed:
      payment.agreed &&
      `${payment.agreed.statement.dueOn} ${payment.agreed.cents} ${payment.agreed.maxCents}`,
    rounds: payment.rounds ?? 0,
    accepted:
      payment.accepted &&
      `${payment.accepted.at} ${payment.accepted.expectBy} ${payment.accepted.askAgainAt} ${payment.accepted.asks}`,
    operator: payment.fault?.fault === 'operator',
    rests: payment.resting && payment.dueAt,
    watch:
      payment.returns &&
      `${payment.returns.until} ${payment.dueAt} ${payment.returns.looking ?? false}`,
    back: backOf(payment),
  }),
};

const said = {
  auth: (auth: ModelAuth): Shown => ({
    status: auth.status,
    ofLogin: auth.loginId ?? auth.id,
    link: auth.link?.id,
    asks: auth.link && saidText(auth.link),
    ...saidSecurity(auth),
    interrupted: auth.interrupted && saidText(auth.interrupted),
    connection: auth.connection && connectionText(auth.connection.ends, auth.connection.told),
    bills: [...auth.bills].sort().join(),
    starts: auth.starts.ground,
    deleted: auth.deleted,
  }),
  bill: (bill: ModelBill): Shown => ({
    balance: bill.reported.balanceCents,
    dueOn: bill.reported.dueOn,
    account: accountFingerprint(bill.companyId, bill.accountKey),
    recurring: bill.recurring,
    ground: bill.ground,
    notAgreed: bill.notAgreed,
    schedule: bill.schedule,
    method: bill.methodId,
    scheduled:
      bill.scheduled &&
      `${bill.scheduled.paymentId} ${bill.scheduled.payOn} ${saidWaiting(bill.scheduled.waits)}`,
    pending: bill.pending,
    declined: bill.declined,
    stands: bill.stands,
    newest: bill.newest,
    back: bill.back,
    skipped: bill.skipped,
    returned: namesOf(bill.returned as never),
    unposted: bill.unposted && `${bill.unposted.cents} ${bill.unposted.until}`,
    taken: sorted(bill.account),
    statement: sorted(bill.statement),
    skips: sorted(bill.skips),
    heldBack:
      bill.heldBack &&
      `${bill.heldBack.dueOn} ${instantText(bill.heldBack.until)} ${bill.heldBack.told}`,
    seenOn: bill.seenOn,
    waitsUntil: bill.waitsUntil,
    withheld: bill.withheld,
    noticed: `${bill.noticed.upcoming} ${bill.noticed.scheduled} ${bill.noticed.overdue}`,
    custom: bill.custom,
    label: bill.label,
    hidden: bill.hidden,
    silent: bill.silent,
    earlier: offersOf(bill.earlier && { ...bill.earlier, amountCents: bill.earlier.amount }),
    history: bill.history.join(),
    deleted: bill.deleted,
  }),
  pm: (method: ModelMethod): Shown => ({
    status: method.status,
    declines: method.declines,
    inFlight: [...method.inFlight].sort().join(),
    assigned: [...method.assigned].sort().join(),
    retry: method.retryDue,
  }),
  pay: (payment: ModelPayment): Shown => ({
    status: payment.status,
    bill: payment.billId,
    method: payment.methodId,
    statement: payment.statement && `${payment.statement.dueOn} ${payment.statement.name}`,
    amount: payment.amountCents,
    submission: payment.submission,
    over: payment.over ?? false,
    cancelAsked: payment.cancelAsked ?? false,
    outcome: payment.outcome,
    payOn: payment.payOn,
    counted: payment.counted && `${payment.counted.day} ${payment.counted.cents}`,
    withheld: payment.withheld,
    delayed: payment.delayed ?? false,
    waits: saidWaiting(payment.waits),
    agreed:
      payment.agreed &&
      `${payment.agreed.statement.dueOn} ${payment.agreed.cents} ${payment.agreed.maxCents}`,
    rounds: payment.rounds,
    accepted:
      payment.accepted &&
      `${payment.accepted.at} ${payment.accepted.expectBy} ${payment.accepted.askAgainAt} ${payment.accepted.asks}`,
    operator: payment.operator ?? false,
    rests: payment.rests === undefined ? undefined : instantText(payment.rests),
    watch:
      payment.watch &&
      `${payment.watch.until} ${instantText(payment.watch.at)} ${payment.watch.looking}`,
    back: payment.back && `${payment.back} ${payment.backOn}`,
  }),
};

type Kind = keyof typeof shown;

const kindOf = (item: Item) => String(item.sk).split('_')[0] as Kind;

/** The first thing that differs, in words; nothing when all is as the model says. */
export function difference(table: WalkTable, model: Model): string | undefined {
  for (const clientId in model.clients) {
    const found = differenceOf(table, model, clientId);
    if (found) return found;
  }
  return ledgerDifference(table, model) ?? takenDifference(table, model);
}

/** What was taken of a client in a day, and of the partner in all of its shares. */
function takenDifference(table: WalkTable, model: Model): string | undefined {
  const found: Record<string, number> = {};
  for (const pk of table.partitions()) {
    const [, day] = /^ptn_\w+#taken#(.+)$/.exec(pk) ?? [];
    for (const { sk, cents } of table.partition(pk)) {
      const [, ownDay] = /^taken#(.+)$/.exec(String(sk)) ?? [];
      const name = day ? `partner ${day}` : ownDay && `${pk} ${ownDay}`;
      if (name) found[name] = (found[name] ?? 0) + Number(cents);
    }
  }
  for (const name of new Set([...Object.keys(found), ...Object.keys(model.taken)])) {
    const [there = 0, wanted = 0] = [found[name], model.taken[name]];
    if (there !== wanted) return `taken ${name}: ${there}, not ${wanted}`;
  }
  return undefined;
}

/** The same of what was written since the last time: quick, and enough after a single step. */
export function differenceOfWritten(table: WalkTable, model: Model): string | undefined {
  let held = false;
  let taken = false;
  for (const pk of table.takeWritten()) {
    const found = pk in model.clients ? differenceOf(table, model, pk) : undefined;
    if (found) return found;
    held ||= pk.startsWith('account#');
    // Every count has its client's partition in it.
    taken ||= pk in model.clients;
  }
  const ledgers = held ? ledgerDifference(table, model) : undefined;
  return ledgers ?? (taken ? takenDifference(table, model) : undefined);
}

/** The same of one client's records. */
export function differenceOf(table: WalkTable, model: Model, clientId: string): string | undefined {
  const expected = new Map<string, Shown>();
  const add = (records: Record<string, { clientId: string; id: string }>, kind: Kind) => {
    for (const id in records) {
      const record = records[id];
      if (record?.clientId === clientId) expected.set(id, said[kind](record as never));
    }
  };
  add(model.auths, 'auth');
  add(model.bills, 'bill');
  add(model.methods, 'pm');
  add(model.payments, 'pay');
  for (const item of table.partition(clientId)) {
    if (item.sk === 'pm') {
      const { defaultMethodId } = item as unknown as ClientRecord;
      const wanted = model.clients[clientId]?.defaultMethodId;
      if (defaultMethodId !== wanted) return `default: ${defaultMethodId}, not ${wanted}`;
      continue;
    }
    const kind = kindOf(item);
    if (!(kind in shown)) continue;
    const id = String(item.sk);
    const wanted = expected.get(id);
    expected.delete(id);
    if (!wanted) return `${id} is there, and the model knows of none`;
    const differs = unlike(shown[kind](item as never), wanted) ?? copyDiffers(kind, item, model);
    if (differs) return `${id} ${differs}`;
  }
  const [lacking] = expected.keys();
  return lacking === undefined ? undefined : `${lacking} is missing`;
}

function unlike(actual: Shown, wanted: Shown): string | undefined {
  for (const name in wanted) {
    if (actual[name] !== wanted[name]) return `${name}: ${actual[name]}, not ${wanted[name]}`;
  }
  return undefined;
}

/** A bill that is seen carries its auth as it is. */
function copyDiffers(kind: Kind, item: Item, model: Model): string | undefined {
  if (kind !== 'bill' || item.deletedAt !== undefined) return undefined;
  const { auth } = item as unknown as BillRecord;
  const wanted = model.auths[auth._id]?.status;
  return auth.status.type === wanted ? undefined : `auth: ${auth.status.type}, not ${wanted}`;
}

function ledgerDifference(table: WalkTable, model: Model): string | undefined {
  const expected = { ...model.ledgers };
  for (const pk of table.partitions()) {
    if (!pk.startsWith('account#')) continue;
    for (const item of table.partition(pk)) {
      const key = pk.split('#').slice(1).join(' ');
      const actual = shownLedger(item as unknown as AccountLedger);
      const wanted = expected[key] && shownLedger(expected[key]);
      delete expected[key];
      if (actual !== wanted) return `the ledger of ${key}: ${actual}, not ${wanted}`;
    }
  }
  const [lacking] = Object.keys(expected);
  return lacking && `the account ${lacking} has no ledger`;
}

function shownLedger(ledger: AccountLedger): string {
  const { pendingPaymentId, statements, unposted, seen, listed, returned } = ledger;
  return `${sorted({ pendingPaymentId, statements, unposted, seen, listed, returned })}`;
}

/** As text that the order of members doesn't change. */
function sorted(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, one) =>
    one && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

/**
 * What a method that pays again wakes is done after the call, bill by bill, and may be missed: then
 * the bill waits as before.
 */
export function adoptWaits(table: WalkTable, model: Model, before: Model): void {
  for (const bill of Object.values(model.bills)) {
    const records = table.partition(bill.clientId);
    const record = records.find(({ sk }) => sk === bill.id) as BillRecord | undefined;
    const waited = before.bills[bill.id]?.waitsUntil;
    if (record?.waitsUntil === waited && bill.waitsUntil === undefined) bill.waitsUntil = waited;
    const { stands, declined, back } = before.bills[bill.id] ?? {};
    const missed = stands && record?.declineStands && record.declinedMethodId === declined;
    if (missed && bill.declined === undefined) Object.assign(bill, { stands, declined, back });
  }
}

/** Ids that the service made, for the model to know them by. */
export function idsIn(table: WalkTable): Ids {
  const clientOf = (id: string) => `cl_${id.split('_')[1]}`;
  return {
    linkOf(authId) {
      const auth = table.partition(clientOf(authId)).find(({ sk }) => sk === authId);
      return (auth as unknown as AuthRecord | undefined)?.link?.linkId ?? 'no link';
    },
    challengeOf(authId) {
      const auth = table.partition(clientOf(authId)).find(({ sk }) => sk === authId);
      return (auth as unknown as AuthRecord | undefined)?.challenge?.token ?? 'no challenge';
    },
    newPaymentOf(billId, model) {
      const found = table
        .partition(clientOf(billId))
        .find(
          (item) =>
            kindOf(item) === 'pay' && item.billId === billId && !model.payments[String(item.sk)],
        );
      return found ? String(found.sk) : 'no payment';
    },
    newMethodOf(clientId, model) {
      const found = table
        .partition(clientId)
        .find(({ sk }) => String(sk).startsWith('pm_') && !model.methods[String(sk)]);
      return found ? String(found.sk) : 'no method';
    },
  };
}

/** Whether a payment of another bill is under way of an account. */
export function rivalsIn(table: WalkTable): (account: string, billId: string) => boolean {
  return (account, billId) => {
    const [ledger] = table.partition(`account#${account.replace(' ', '#')}`);
    const paymentId = ledger?.pendingPaymentId;
    if (typeof paymentId !== 'string') return false;
    const records = table.partition(`cl_${paymentId.split('_')[1]}`);
    const payment = records.find(({ sk }) => sk === paymentId);
    return payment !== undefined && payment.billId !== billId;
  };
}
