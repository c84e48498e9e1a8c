/**
 * Submitting a payment at its company. Safe to repeat: the amount is fixed before the company is
 * asked, the company knows the payment by its id, and what it says is recorded before anything else
 * changes.
 */
import type { AuthRecord } from '@billhook/core/auth';
import { type BillRecord, reportedOf } from '@billhook/core/bill';
import { isAutomaticOver } from '@billhook/core/bill-agenda';
import type { AskedPayment } from '@billhook/core/company/connector-results';
import type { PayingMethod, PaymentOutcome } from '@billhook/core/connector';
import { type Day, dayOf } from '@billhook/core/dates';
import { isPaused } from '@billhook/core/partner/payment-pause';
import { type PaymentRecord, statementOf } from '@billhook/core/payment';
import { amountToPay } from '@billhook/core/payment-amount';
import {
  hasCardCode,
  type PaymentMethodRecord,
  withoutCardCode,
} from '@billhook/core/payment-method';
import type { HeldBack } from '@billhook/core/payments/held-back';
import type { Vault } from '../aws/vault.ts';
import { accountFingerprint } from '../companies/account-fingerprint.ts';
import type { Reach } from '../companies/reach.ts';
import { type CompanySession, openSession } from '../companies/session.ts';
import type { Stores } from '../stores/open-stores.ts';
import { conflict, retryOrThrow } from '../table/retry-conflict.ts';
import { isClientDayFull, reserve } from './ceilings.ts';
import { closePayment } from './close.ts';
import { waitBelow } from './hold-back.ts';

type SubmitDeps = Stores & Reach;

/** Executions, an hour after one another, for which a payment waits for the company's bill: a day. */
const MAX_ROUNDS_UNPREPARED = 24;

/**
 * What the company's records may say of a payment; `closed` for one that needs nothing more, and
 * `paused` for one that waits without having been submitted.
 */
export type SubmitOutcome = PaymentOutcome['kind'] | 'closed' | 'paused';

export async function submitPayment(
  deps: SubmitDeps,
  paymentId: string,
  machineNow: number,
): Promise<SubmitOutcome> {
  const payment = await deps.payments.findAny(paymentId);
  if (payment?.status !== 'pending') return 'closed';
  if (payment.outcome && payment.outcome.kind !== 'unknown') return payment.outcome.kind;
  const paused = await deps.pauses.holdsBack(payment);
  const neverAsked = payment.amountCents === undefined;
  // It waits without costing its company a login.
  if (paused && neverAsked) return 'paused';
  const { auth, bill, method } = await parties(deps, payment);
  const opened = await openSession(deps, auth, machineNow);
  // Where it was asked before, the company may have taken it, whatever it shows by now.
  const findTaken = async () =>
    neverAsked ? undefined : opened.connector.findPayment(opened.session, askedOf(payment));
  const taken = await findTaken();
  if (taken) return recordCompanyOutcome(deps, paymentId, taken);
  // Asked again under its id it is harmless, while what gives it up must know that nobody is asking.
  const asking = isAsking(payment, machineNow);
  if (paused) return asking ? 'unknown' : 'paused';
  if (method?.status === 'declined' || !method) {
    // Declined or removed while this payment waited: it is charged no more until it is retried.
    if (asking) return 'unknown';
    return closePayment(deps, payment, machineNow, { declinedMethodId: payment.methodId });
  }
  if (opened.company.status === 'maintenance') {
    const today = dayOf(opened.session.partnerNow);
    if (asking || !canWait(payment, bill, today)) return hold(deps, payment, maintenance, asking);
    return closePayment(deps, payment, machineNow, { postponedOn: today });
  }
  const account = await findAccount(deps, opened, bill);
  // Once more: what another attempt paid since would be taken for a balance of its own.
  const takenSince = await findTaken();
  if (takenSince) return recordCompanyOutcome(deps, paymentId, takenSince);
  if (!account) return hold(deps, payment, accountGone, asking);
  const reading = reportedOf(account);
  const found = { reading, readOn: dayOf(opened.session.partnerNow) };
  if (account.syncing || account.balanceCents === undefined) {
    // The company is still preparing the bill: not now, and asked again later, but not for ever.
    const waits = asking || (payment.rounds ?? 0) < MAX_ROUNDS_UNPREPARED;
    return waits ? 'unknown' : closePayment(deps, payment, machineNow, found);
  }
  if (isAutomaticOver(payment, reading)) {
    return asking ? 'unknown' : closePayment(deps, payment, machineNow, found);
  }
  // Whatever the balance is by now, the same amount is asked again under the same id.
  const amountCents = payment.amountCents ?? amountToPay(bill, reading);
  if (amountCents === 0) return closePayment(deps, payment, machineNow, found);
  const asked = { amountCents, reading, askedAt: machineNow };
  const paying = await openMethod(deps.vault, method);
  // Last of all: what is written down next counts as submitted.
  const rules = await deps.pauses.find();
  if (isPaused(rules, payment)) return asking ? 'unknown' : 'paused';
  const { partnerNow } = opened.session;
  const fixed = await fixAmount(deps, payment, asked, { bill, rules, partnerNow });
  if (fixed !== 'fixed' && asking) return 'unknown';
  if (fixed === 'statement-taken') return closePayment(deps, payment, machineNow, found);
  if (fixed !== 'fixed') return waitBelow(deps, payment, machineNow, { ...found, heldBack: fixed });
  const { accountKey } = account;
  const request = { paymentId, accountKey, amountCents, method: paying };
  return recordCompanyOutcome(deps, paymentId, await opened.connector.pay(opened.session, request));
}

/** An automatic payment before its due date can be made another day: no user has to be told. */
function canWait({ automatic }: PaymentRecord, { reported }: BillRecord, today: Day): boolean {
  return automatic === true && reported.dueOn !== undefined && today < reported.dueOn;
}

/** As long as an attempt may take: the task's own time, and a little for clocks that differ. */
const ATTEMPT_MILLISECONDS = 65 * 1000;

/** Whether another attempt at the payment, delivered twice or given up by us, may be at work. */
function isAsking({ askedAt }: PaymentRecord, machineNow: number): boolean {
  return askedAt !== undefined && machineNow - askedAt < ATTEMPT_MILLISECONDS;
}

/** Holds a payment that the company was not asked for, unless it is being asked at this moment. */
async function hold(
  deps: SubmitDeps,
  payment: PaymentRecord,
  outcome: Extract<PaymentOutcome, { readonly kind: 'held' }>,
  asking: boolean,
): Promise<SubmitOutcome> {
  if (asking) return 'unknown';
  const held = { ...payment, version: payment.version + 1, outcome };
  if ((await deps.table.write([deps.payments.save(held, payment)])) === 'written') return 'held';
  throw new Error('A payment changed while it was being submitted');
}

const maintenance = {
  kind: 'held',
  code: 'system_issue_with_bill_payment',
  subcode: 'known-system-error',
} as const satisfies PaymentOutcome;

const accountGone = {
  kind: 'held',
  code: 'account_issue_no_bill',
} as const satisfies PaymentOutcome;

/**
 * Writes down what will be asked before it is asked, and that it is asked now: of two attempts that
 * read the same payment, one goes on to the company. When the company has issued another statement
 * since the payment began, that one is locked in the same transaction, and the old one is free. So is
 * what the amount counts for in the ceilings of the day.
 */
async function fixAmount(
  deps: SubmitDeps,
  payment: PaymentRecord,
  asked: Pick<Required<PaymentRecord>, 'amountCents' | 'reading' | 'askedAt'>,
  by: Pick<Parameters<typeof reserve>[1], 'bill' | 'rules' | 'partnerNow'>,
): Promise<'fixed' | 'statement-taken' | HeldBack> {
  const { table, payments } = deps;
  const held = payment.statement;
  if (!held) throw new Error('A payment in flight has no statement');
  const fixing = { ...by, ...asked, payment, machineNow: asked.askedAt };
  const reserved = await reserve(deps, fixing);
  if (typeof reserved === 'string') return reserved;
  const statement = statementOf(held, asked.reading.dueOn, by.partnerNow);
  const { heldBack: _over, ...free } = payment;
  const counted = reserved && { counted: reserved.counted };
  const fixed = { ...free, ...asked, ...counted, version: payment.version + 1, statement };
  const moved = statement.dueOn !== held.dueOn;
  const written = await table.write([
    payments.save(fixed, payment),
    ...(moved ? [payments.holdStatement(fixed), payments.releaseStatement(payment)] : []),
    ...(reserved?.writes ?? []),
  ]);
  if (written === 'written') return 'fixed';
  const hold = moved ? await payments.findHold(fixed) : undefined;
  if (hold?.state === 'held' && hold.paymentId !== payment._id) return 'statement-taken';
  if (await isClientDayFull(deps, fixing)) return 'clientDay';
  throw new Error('A payment changed while it was being submitted');
}

/** Asks the company what became of a payment; `not-taken` when it never had it. */
export async function askPayment(
  deps: SubmitDeps,
  paymentId: string,
  machineNow: number,
): Promise<Exclude<SubmitOutcome, 'paused'> | 'not-taken'> {
  const payment = await deps.payments.findAny(paymentId);
  if (payment?.status !== 'pending') return 'closed';
  if (payment.outcome && payment.outcome.kind !== 'unknown') return payment.outcome.kind;
  const auth = await deps.auths.findAny(payment.authId);
  if (!auth) throw new Error('The auth of a payment in flight no longer exists');
  const { connector, session } = await openSession(deps, auth, machineNow);
  const outcome = await connector.findPayment(session, askedOf(payment));
  return outcome ? recordCompanyOutcome(deps, paymentId, outcome) : 'not-taken';
}

function askedOf({ _id: paymentId, amountCents }: PaymentRecord): AskedPayment {
  return { paymentId, amountCents };
}

async function parties(
  deps: SubmitDeps,
  payment: PaymentRecord,
): Promise<{ auth: AuthRecord; bill: BillRecord; method?: PaymentMethodRecord }> {
  const [auth, bill, method] = await Promise.all([
    deps.auths.findAny(payment.authId),
    deps.bills.findAny(payment.billId),
    deps.methods.findAny(payment.methodId ?? ''),
  ]);
  if (!auth || !bill)
    throw new Error('The bill or payment method of a payment in flight is missing');
  return { auth, bill, method };
}

/** The balance is read again in the session that pays. */
async function findAccount(
  { fingerprint }: Reach,
  { connector, company, session }: CompanySession,
  bill: BillRecord,
) {
  for (const account of await connector.listBills(session)) {
    const mac = await accountFingerprint(fingerprint, company._id, account.accountKey);
    if (mac === bill.accountFingerprint) return account;
  }
  return undefined;
}

/** What the company is to charge, in clear: for the connector alone. */
export async function openMethod(vault: Vault, method: PaymentMethodRecord): Promise<PayingMethod> {
  const context = { clientId: method.clientId, recordId: method._id };
  const fields = await vault.open(context, method.sealed);
  return { ...fields, type: method.type } as PayingMethod;
}

/** Records what the company said. A card that was authorized or declined loses its code with it. */
async function recordCompanyOutcome(
  { table, payments, methods }: SubmitDeps,
  paymentId: string,
  outcome: PaymentOutcome,
): Promise<PaymentOutcome['kind']> {
  const authorized = outcome.kind === 'paid' || outcome.kind === 'declined';
  const result = await retryOrThrow<PaymentOutcome['kind']>(
    'The outcome of a payment could not be recorded',
    async () => {
      const payment = await payments.findAny(paymentId);
      if (!payment) throw new Error('A payment in flight no longer exists');
      const known = payment.outcome;
      // What was recorded stays, whatever another attempt at the same payment comes to.
      if (known && known.kind !== 'unknown') return known.kind;
      const method = authorized ? await methods.findAny(payment.methodId ?? '') : undefined;
      const written = await table.write([
        payments.save({ ...payment, version: payment.version + 1, outcome }, payment),
        ...(method && hasCardCode(method) ? [methods.save(withoutCardCode(method), method)] : []),
      ]);
      return written === 'written' ? outcome.kind : conflict;
    },
  );
  return result;
}
