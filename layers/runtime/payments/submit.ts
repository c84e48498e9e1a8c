/**
 * Submitting a payment at its company. Safe to repeat: what is asked is written down before the company
 * is asked, each submission has an id of its own there, the next one follows only once the last was
 * never taken, and what the company says is recorded before anything else changes.
 */
import type { AuthRecord } from '@billhook/core/auth/auth';
import { isRefused } from '@billhook/core/auth/unattended';
import { addDays, type Day, dayOf, instantText } from '@billhook/core/base/dates';
import { billAsRead } from '@billhook/core/bill/account';
import { type BillRecord, reportedOf } from '@billhook/core/bill/bill';
import { billCompanyOf } from '@billhook/core/company/company';
import {
  type CompanyBill,
  isNotLoggedIn,
  isRunning,
  type NotLoggedIn,
  type PayingMethod,
  type PaymentOutcome,
  type Running,
  shownBills,
} from '@billhook/core/company/connector';
import { type GateWait, isGateWait } from '@billhook/core/company/gate/gate';
import { operationOf } from '@billhook/core/company/running';
import { hasCardCode, type PaymentMethodRecord } from '@billhook/core/method/payment-method';
import { isPaused } from '@billhook/core/partner/payment-pause';
import {
  type AccountFacts,
  type AccountLedger,
  factsOf,
  withoutTaken,
  withTaken,
} from '@billhook/core/payment/account-ledger';
import { adoptPaid } from '@billhook/core/payment/adopt-hold';
import { owedUnproven } from '@billhook/core/payment/bound';
import {
  type Decision,
  decide,
  type Facts,
  type SessionFacts,
} from '@billhook/core/payment/decide';
import { figuresOf } from '@billhook/core/payment/figures';
import {
  accountOf,
  nameOfPaid,
  type PaymentRecord,
  withOutcome,
} from '@billhook/core/payment/payment';
import { readLedger, showsOf } from '@billhook/core/payment/proof';
import { nextSubmission, withSubmission } from '@billhook/core/payment/submissions';
import { statementOf } from '@billhook/core/payment/transitions';
import type { Ceiling } from '@billhook/core/payment/withheld';
import { logCounted } from '../aws/logger.ts';
import { askRunning } from '../companies/ask-running.ts';
import { endLive } from '../companies/end-live.ts';
import { keepingAfter } from '../companies/keep-after.ts';
import { nameOf } from '../companies/name-account.ts';
import type { Reach } from '../companies/reach.ts';
import type { CompanySession } from '../companies/session.ts';
import { withSession } from '../companies/with-session.ts';
import type { Stores } from '../stores/open-stores.ts';
import { writeUnlessChanged } from '../table/intended-writes.ts';
import { type Fixing, isClientDayFull, reserve } from './ceilings.ts';
import { closePayment, putPaymentOff } from './close.ts';
import { lookForSubmission } from './company-outcome.ts';
import { lookForReturn } from './look-for-return.ts';
import { leaving } from './refused-session.ts';
import { sendPayment } from './send-payment.ts';
import { type PaymentRuns, waitForRunningPayment } from './wait-for-running.ts';
import { withholdOpen } from './withhold.ts';

type SubmitDeps = Stores & Reach;

/** When a payment that waits for its user is looked at again. */
const LOOK_AGAIN_MILLISECONDS = 60 * 60 * 1000;

/**
 * What the company says of a payment; `closed` needs nothing more, `paused` waits without being under way there,
 * `never-taken` is promised not to be taken, `accepted` is settled later, an object is still running there.
 */
export type SubmitOutcome =
  | PaymentRuns
  | PaymentOutcome['kind']
  | 'accepted'
  | 'closed'
  | 'paused'
  | 'never-taken';

export async function submitPayment(
  deps: SubmitDeps,
  paymentId: string,
  machineNow: number,
): Promise<SubmitOutcome | GateWait> {
  const read = await deps.payments.findAny(paymentId);
  if (read?.status === 'paid') return lookForReturn(deps, read, machineNow);
  if (read?.status !== 'pending') return 'closed';
  if (read.state === 'settling') return read.outcome.kind;
  const paused = await deps.pauses.holdsBack(read);
  // It waits without costing its company a login.
  if (paused && read.state === 'open') return 'paused';
  const { auth, bill, method, ledger } = await parties(deps, read);
  if (ledger?.pendingPaymentId && ledger.pendingPaymentId !== paymentId) return 'unknown';
  const asked = { machineNow, ...sessionFor(read) };
  const work = async (opened: CompanySession): Promise<SubmitOutcome> => {
    // The company may have taken it, whatever it shows by now.
    const looked = await lookForSubmission(deps, { opened, auth }, read, machineNow);
    if ('outcome' in looked) return looked.outcome;
    if (paused) return 'paused';
    const standing = { payment: looked.payment, auth, bill, method, ledger, opened };
    return submitAgain(deps, standing, machineNow);
  };
  const closing = async (opened: CompanySession) => {
    const outcome = await work(opened);
    if (typeof outcome === 'string' && endsLink.has(outcome)) await endLive(opened);
    return outcome;
  };
  return withSession(deps, auth, asked, keepingAfter(deps, auth, machineNow, closing));
}

/** After anything else, the same payment may need the session that its link has left open again. */
const endsLink: ReadonlySet<string> = new Set(['paid', 'declined', 'held', 'accepted', 'closed']);

function sessionFor({ origin, running }: PaymentRecord) {
  return { purpose: 'payment' as const, live: origin.live, running: running?.operation };
}

type Standing = {
  readonly payment: PaymentRecord<'open'>;
  readonly auth: AuthRecord;
  readonly bill: BillRecord;
  readonly method: PaymentMethodRecord | undefined;
  /** As it was before the company was read: no reading is held against what came after it. */
  readonly ledger: AccountLedger | undefined;
  readonly opened: CompanySession;
};

/** Gathers what is to be known of a payment of which nothing is under way, and does what is decided. */
async function submitAgain(
  deps: SubmitDeps,
  { payment, auth, bill, method, ledger, opened }: Standing,
  machineNow: number,
): Promise<SubmitOutcome> {
  const { connector, company, session } = opened;
  const { partnerNow } = session;
  const readOn = dayOf(partnerNow);
  const methodPays = method !== undefined && method.status !== 'declined';
  const known: SessionFacts = { payment, machineNow, company, methodPays };
  const facts: Facts = { payment, bill, partnerNow, method, session: known };
  const carryOut = (decided: Decision, found: Read = { readOn }) =>
    doDecided(deps, { payment, opened }, found, decided, machineNow);
  const first = decide(facts);
  if (first.kind !== 'ask' || !method) return carryOut(first);
  const leave = leaving(deps, { auth, bill, opened }, machineNow);
  if (isRefused(auth)) return leave(payment);
  const account = await findAccount(deps, opened, bill, payment);
  if (isNotLoggedIn(account)) return leave(payment, account);
  if (isRunning(account)) {
    const runs = { said: account, call: 'listBills' as const, opened };
    const waits = await waitForRunningPayment(deps, payment, runs, machineNow);
    // The workflow submits it once they are read; from anew, once that has taken too long.
    return waits === 'over' ? 'unknown' : waits;
  }
  if (account === 'gone' || account === 'not-listed')
    return carryOut(decide({ ...facts, session: { ...known, account } }));
  const capabilities = connector.capabilities(company);
  const shows = showsOf(capabilities);
  const read = readLedger(ledger, account, partnerNow, shows);
  const own = withoutTaken(read, payment._id);
  const on = { today: readOn, weekly: shows.weekly };
  const shown = billAsRead(bill, reportedOf(account), own, on);
  const { reported: reading } = shown;
  const found = { reading, readOn, account: shown.account, unposted: shown.unposted };
  const isReady = !account.syncing && account.balanceCents !== undefined;
  const { returned } = read;
  const state = { before: bill, returned, account: isReady ? 'read' : 'not-ready' } as const;
  const now: Facts = { ...facts, bill: shown, session: { ...known, ...state } };
  const asked = decide(now);
  if (asked.kind !== 'ask' || asked.about !== 'limits')
    return carryOut(asked, { ...found, returned });
  const { amountCents } = asked;
  const paying = await openMethod(deps, method, machineNow);
  // Last of all: what is written down next counts as submitted.
  const rules = await deps.pauses.find();
  const last = decide({ ...now, isPaused: isPaused(rules, payment), limit: 'none' });
  if (last.kind !== 'submit') return carryOut(last, found);
  const { postingDays, returnsWithinDays } = capabilities;
  const days = { postingDays, ...(returnsWithinDays && { returnsWithinDays }) };
  const sent = { amountCents, reading, askedAt: machineNow, sentTo: company.connector, ...days };
  const owed = owedUnproven(shown);
  const by = { bill: shown, rules, owed, company, method, partnerNow };
  const fixed = await fixAmount(deps, payment, read, sent, by);
  if (fixed !== 'fixed') return carryOut(decide({ ...now, limit: fixed }), found);
  const { accountKey } = account;
  const request = { ...nextSubmission(payment), accountKey, amountCents, method: paying };
  return sendPayment(deps, stillOpen(opened), request, leave, machineNow);
}

/** What a session has read; of an account that it could not read, the day alone. */
type Read = Parameters<typeof closePayment>[3] & { readonly readOn: Day };

async function doDecided(
  deps: SubmitDeps,
  { payment, opened }: Pick<Standing, 'payment' | 'opened'>,
  { returned, ...found }: Read,
  decision: Decision,
  machineNow: number,
): Promise<SubmitOutcome> {
  const { readOn } = found;
  if (decision.kind === 'hold') return hold(deps, payment, holds[decision.why]);
  if (decision.kind === 'wait') {
    const at = instantText(opened.session.partnerNow + LOOK_AGAIN_MILLISECONDS);
    const waits = { company: billCompanyOf(opened.company), waiting: decision.waiting, at };
    return putPaymentOff(deps, payment, machineNow, { ...found, ...waits });
  }
  if (decision.kind === 'look') {
    const { why } = decision;
    if (typeof why === 'object' && 'over' in why) await withholdOpen(deps, payment, why.over);
    return why === 'bill-not-ready' ? 'unknown' : 'paused';
  }
  if (decision.kind !== 'close') throw new Error(`Nothing is known to ${decision.kind} by`);
  const { why } = decision;
  const over = typeof why === 'object' && 'over' in why ? why.over : undefined;
  const isLater = why === 'maintenance' || over !== undefined;
  return closePayment(deps, payment, machineNow, {
    ...found,
    ...(why === 'method-gone' && { declinedMethodId: payment.methodId }),
    ...(why === 'statement-returned' && { returned }),
    ...(isLater && { postponedOn: readOn }),
    ...(over && { withheld: over }),
  });
}

/** The session that has read the bill, where its connector has left it open: nobody signs in twice for one payment. */
function stillOpen(opened: CompanySession): CompanySession {
  const { live } = opened.kept();
  return live ? { ...opened, session: { ...opened.session, live: live.handle } } : opened;
}

/** Holds a payment of which nothing is under way at the company. */
async function hold(
  deps: SubmitDeps,
  payment: PaymentRecord<'open'>,
  outcome: Extract<PaymentOutcome, { readonly kind: 'held' }>,
): Promise<SubmitOutcome> {
  const held = withOutcome(payment, outcome);
  if ((await deps.table.write([deps.payments.save(held, payment)])) === 'written') return 'held';
  throw new Error('A payment changed while it was being submitted');
}

const holds = {
  maintenance: {
    ...{ kind: 'held', code: 'system_issue_with_bill_payment' },
    subcode: 'known-system-error',
  },
  'account-gone': { kind: 'held', code: 'account_issue_no_bill' },
} as const satisfies Record<string, PaymentOutcome>;

/**
 * Writes down what is asked before it is: of two attempts at one payment, one goes on. The ledger is written
 * as it was read before the company was, and with it what the amount counts for in the day's ceilings.
 */
async function fixAmount(
  deps: SubmitDeps,
  payment: PaymentRecord<'open'>,
  ledger: AccountLedger,
  asked: Parameters<typeof withSubmission>[1],
  by: Omit<Fixing, 'payment' | 'amountCents'>,
): Promise<'fixed' | Ceiling> {
  const { amountCents } = asked;
  const fixing = { ...by, payment, amountCents };
  const reserved = await reserve(deps, fixing, asked.askedAt);
  if (typeof reserved === 'string') return reserved;
  const account = accountOf(payment);
  const statement = statementOf(by.bill, asked.reading, by.partnerNow);
  const name = nameOfPaid(statement);
  const fixed = withSubmission(payment, { ...asked, counted: reserved?.counted }, statement);
  const paidOn = dayOf(by.partnerNow);
  const taken = {
    ...{ paymentId: payment._id, amountCents, paidOn },
    ...{ until: addDays(paidOn, asked.postingDays), shown: figuresOf(asked.reading) },
  };
  const held = withTaken(ledger, name, taken);
  const written = await deps.table.write([
    deps.payments.save(fixed, payment),
    deps.ledgers.save(account, held),
    ...(reserved?.writes ?? []),
  ]);
  if (written === 'written') reportAbove(fixed, factsOf(held, name));
  if (written === 'written') return 'fixed';
  if (await isClientDayFull(deps, fixing)) return 'clientDay';
  throw new Error('A payment changed while it was being submitted');
}

/** It should never be: what nobody ordered takes more of a statement than was owed of it. */
function reportAbove(
  payment: PaymentRecord<'asked'>,
  { takenCents, owedCents }: AccountFacts,
): void {
  if (!payment.automatic || payment.agreed || owedCents === undefined || takenCents <= owedCents)
    return;
  const { _id: paymentId, companyId, partnerId, billId, submitted } = payment;
  const ids = { paymentId, companyId, partnerId, billId };
  const message = 'More of a statement was taken than was owed';
  logCounted('TakenAboveOwed', message, ids, submitted.askedAt ?? 0);
}

/** Asks the company what became of a payment. */
export async function askPayment(
  deps: SubmitDeps,
  paymentId: string,
  machineNow: number,
): Promise<Exclude<SubmitOutcome, 'paused'>> {
  const payment = await deps.payments.findAny(paymentId);
  if (payment?.status !== 'pending') return 'closed';
  if (payment.state === 'settling') return payment.outcome.kind;
  if (payment.state === 'open') return 'never-taken';
  const auth = await deps.auths.findAny(payment.authId);
  if (!auth) throw new Error('The auth of a payment in flight no longer exists');
  const find = async (opened: CompanySession) => {
    const looked = await lookForSubmission(deps, { opened, auth }, payment, machineNow);
    return 'outcome' in looked ? looked.outcome : ('never-taken' as const);
  };
  const session = { machineNow, ...sessionFor(payment) };
  const asked = await withSession(deps, auth, session, keepingAfter(deps, auth, machineNow, find));
  // The workflow asks again with growing waits, and the sweep after it.
  return isGateWait(asked) ? 'unknown' : asked;
}

async function parties(deps: SubmitDeps, payment: PaymentRecord) {
  const [auth, bill, method, ledger] = await Promise.all([
    deps.auths.findAny(payment.authId),
    deps.bills.findAny(payment.billId),
    deps.methods.findAny(payment.methodId ?? ''),
    deps.ledgers.find(accountOf(payment)),
  ]);
  if (!auth || !bill)
    throw new Error('The bill or payment method of a payment in flight is missing');
  return { auth, bill, method, ledger: ledger && adoptPaid(ledger, bill) };
}

/** The balance is read again in the session that pays. */
async function findAccount(
  deps: SubmitDeps,
  { connector, company, session }: CompanySession,
  bill: BillRecord,
  { running }: PaymentRecord,
): Promise<CompanyBill | NotLoggedIn | Running | 'not-listed' | 'gone'> {
  const operation = operationOf(running, 'listBills', company.connector);
  const listed = await askRunning(session, operation, connector.listBills);
  if (isNotLoggedIn(listed) || isRunning(listed)) return listed;
  const { bills, isPartial } = shownBills(listed);
  for (const account of bills) {
    const known = await nameOf(deps, company, account);
    if (known.accountFingerprint === bill.accountFingerprint) return account;
  }
  return isPartial ? 'not-listed' : 'gone';
}

/** What the company is to charge, in clear: for the connector alone. */
export async function openMethod(
  { table, vault, methods }: Pick<SubmitDeps, 'table' | 'vault' | 'methods'>,
  method: PaymentMethodRecord,
  machineNow: number,
): Promise<PayingMethod> {
  const context = { clientId: method.clientId, recordId: method._id };
  const fields = await vault.open(context, await methods.sealedWithCode(method, machineNow));
  // One that is older than clients' keys gets its client's now (decision: a-key-a-client); one with a
  // code, which lies apart under the same key, once the code is gone.
  const free = method.codeDropsAt === undefined && !hasCardCode(method);
  const sealed = free ? await vault.sealAnew(context, method.sealed) : method.sealed;
  if (sealed !== method.sealed) {
    await writeUnlessChanged(table, [methods.save({ ...method, sealed }, method)]);
  }
  return { ...fields, type: method.type } as PayingMethod;
}
