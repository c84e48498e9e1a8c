/** What a company says of a submission, written down before anything else changes. */
import type { AuthRecord } from '@billhook/core/auth/auth';
import type {
  PaymentOutcome,
  ReturnedPayment,
  Running,
  Submission,
  SubmittedPayment,
} from '@billhook/core/company/connector';
import { isRunning } from '@billhook/core/company/connector';
import { withAcceptance, withFruitlessAsk } from '@billhook/core/payment/accepted';
import { faultOf, waitsForOperator, withBlame } from '@billhook/core/payment/faults';
import { withOwnTime } from '@billhook/core/payment/paid-at';
import {
  accountOf,
  type PaymentRecord,
  type UndecidedPayment,
  withOutcome,
} from '@billhook/core/payment/payment';
import { feeAbovePromise } from '@billhook/core/payment/promised';
import { settleLedger } from '@billhook/core/payment/settlement';
import {
  openSubmission,
  submissionAsked,
  withoutSubmission,
} from '@billhook/core/payment/submissions';
import { logCounted } from '../aws/logger.ts';
import type { Reach } from '../companies/reach.ts';
import type { CompanySession } from '../companies/session.ts';
import type { Stores } from '../stores/open-stores.ts';
import { momentOf } from '../table/partner-time.ts';
import { conflict, retryOrThrow } from '../table/retry-conflict.ts';
import type { Write } from '../table/types.ts';
import { findPayment } from './find-payment.ts';
import { type PaymentRuns, waitForRunningPayment } from './wait-for-running.ts';

type Recorded = PaymentOutcome['kind'] | 'accepted' | 'never-taken';
type Said = ReturnType<typeof withBlame<SubmittedPayment>> | ReturnedPayment;

/** Looks for what the company may have taken: a `payment` has nothing under way, all else an outcome. */
export async function lookForSubmission(
  deps: Stores & Reach,
  { opened, auth }: { readonly opened: CompanySession; readonly auth: AuthRecord },
  payment: UndecidedPayment,
  machineNow: number,
): Promise<
  | { readonly payment: PaymentRecord<'open'> }
  | { readonly outcome: Exclude<Recorded, 'never-taken'> | PaymentRuns }
> {
  if (payment.state === 'open') return { payment };
  const asked = submissionAsked(payment);
  const { connector, company } = opened;
  const question = { opened, auth, payment };
  const { said, isAsked } = await findPayment(deps, question, asked, machineNow);
  if (isRunning(said)) return { outcome: await goOn(deps, payment, { said, opened }, machineNow) };
  const found = withBlame(said, connector.capabilities(company));
  if (found.kind !== 'never-taken') {
    const outcome = found.kind === 'not-known' ? ({ kind: 'unknown' } as const) : found;
    const recorded = await recordOutcome(deps, asked, outcome, machineNow, isAsked);
    return { outcome: recorded as Exclude<Recorded, 'never-taken'> };
  }
  const fault = faultOf(found);
  const over = withoutSubmission(payment, fault);
  if ((await deps.table.write([deps.payments.save(over, payment)])) !== 'written')
    throw new Error('A payment changed while its company was asked about it');
  reportFault(over, machineNow);
  // As its store has counted it: what follows is written under that version.
  return { payment: { ...over, version: payment.version + 1 } };
}

/** What is still running once its time is over is unknown; of what was accepted that is no news. */
export async function goOn(
  deps: Stores,
  payment: PaymentRecord,
  { said, opened }: { readonly said: Running; readonly opened: CompanySession },
  machineNow: number,
): Promise<Exclude<Recorded, 'never-taken'> | PaymentRuns> {
  const asked = openSubmission(payment);
  if (!asked) throw new Error('Another run of the task has gone on');
  const runs = payment.accepted
    ? 'over'
    : await waitForRunningPayment(deps, payment, { said, call: 'pay', opened }, machineNow);
  if (runs !== 'over') return runs;
  const recorded = await recordOutcome(deps, asked, { kind: 'unknown' }, machineNow);
  return recorded as Exclude<Recorded, 'never-taken'>;
}

/** Records what the company said. `hasEnded`: nothing of it runs there, to be asked about by its name. */
export function recordOutcome(
  { table, ledgers, payments, methods }: Stores,
  { paymentId, number }: Submission,
  outcome: Said,
  machineNow: number,
  hasEnded = false,
): Promise<Recorded> {
  const authorized = outcome.kind === 'paid' || outcome.kind === 'declined';
  return retryOrThrow<Recorded>('The outcome of a payment could not be recorded', async () => {
    const payment = await payments.findAny(paymentId);
    if (!payment) throw new Error('A payment in flight no longer exists');
    const { outcome: known } = payment;
    // What was recorded stays, whatever another attempt at the same payment comes to.
    if (payment.state === 'settling' || payment.state === 'settled') return payment.outcome.kind;
    if (known && known.kind !== 'unknown') return known.kind;
    const current = openSubmission(payment)?.number === number;
    // Another attempt has gone on from here. What was paid is paid, even against a promise.
    if (!current && outcome.kind !== 'paid') return 'unknown';
    const open = await withoutOutcome({ table }, payment, outcome, machineNow);
    if (open) {
      if ((await table.write([payments.save(open.payment, payment)])) !== 'written')
        return conflict;
      if (open.recorded === 'never-taken') reportFault(open.payment, machineNow);
      return open.recorded;
    }
    const moment = await momentOf(table, payment, machineNow);
    const said = outcome as PaymentOutcome;
    const ended = said.kind === 'paid' ? withOwnTime(said, payment, moment) : said;
    const fault = faultOf(outcome);
    const running = hasEnded ? undefined : payment.running;
    const next = withOutcome(payment, ended, { fault, running });
    // A code may not be kept once its card was authorized.
    const method = authorized ? await methods.findAny(payment.methodId ?? '') : undefined;
    const written = await table.write([
      payments.save(next, payment),
      ...(await keepUnposted(ledgers, payment, ended)),
      ...methods.dropCode(method),
    ]);
    if (written !== 'written') return conflict;
    reportOdd(payment, ended, !current, machineNow);
    return ended.kind;
  });
}

/** The payment of which no outcome can be recorded, and that needs no unknown one. */
async function withoutOutcome(
  { table }: Pick<Stores, 'table'>,
  payment: PaymentRecord,
  outcome: Said,
  machineNow: number,
): Promise<
  { readonly payment: PaymentRecord; readonly recorded: 'never-taken' | 'accepted' } | undefined
> {
  if (payment.state !== 'asked' && payment.state !== 'accepted') return undefined;
  if (outcome.kind === 'never-taken')
    return { payment: withoutSubmission(payment, faultOf(outcome)), recorded: 'never-taken' };
  if (outcome.kind === 'unknown' && payment.state === 'accepted')
    return { payment: withFruitlessAsk(payment), recorded: 'accepted' };
  if (outcome.kind !== 'accepted') return undefined;
  const { partnerNow } = await momentOf(table, payment, machineNow);
  return { payment: withAcceptance(payment, outcome, partnerNow), recorded: 'accepted' };
}

/** A payment that was given up, and that its company took against its promise, is owed no more. */
async function keepUnposted(
  ledgers: Stores['ledgers'],
  payment: PaymentRecord,
  outcome: PaymentOutcome,
): Promise<Write[]> {
  const ended = payment.status !== 'pending' && payment.statement !== undefined;
  if (outcome.kind !== 'paid' || !ended) return [];
  const account = accountOf(payment);
  return [ledgers.save(account, settleLedger(await ledgers.find(account), payment, outcome))];
}

/** Counted where an alarm looks at it. */
function report(
  name: Parameters<typeof logCounted>[0],
  message: string,
  payment: PaymentRecord,
  machineNow: number,
  more: Parameters<typeof logCounted>[2] = {},
): void {
  const { _id: paymentId, companyId, partnerId, clientId, billId } = payment;
  const ids = { paymentId, companyId, partnerId, clientId, billId };
  logCounted(name, message, { ...ids, ...more }, machineNow);
}

/** Once for each submission that came to nothing for it. */
function reportFault(payment: PaymentRecord, machineNow: number): void {
  if (!waitsForOperator(payment)) return;
  const message = 'A payment was not made, and only the operator can change that';
  report('OperatorFaults', message, payment, machineNow);
}

/** What was taken is paid, whatever the company promised, charged for it, and says when it was. */
function reportOdd(
  payment: PaymentRecord,
  outcome: PaymentOutcome,
  isBroken: boolean,
  machineNow: number,
): void {
  // Once for each time that it is not known, however often the company is asked.
  if (outcome.kind === 'unknown' && !payment.outcome)
    report('UnknownPayments', 'The outcome of a payment is not known', payment, machineNow);
  if (isBroken) {
    const message = 'A company took a payment that it had promised never to take';
    const fields = { member: 'findPayment', outcome: payment.status };
    report('CompanyNonsense', message, payment, machineNow, fields);
  }
  if (outcome.kind !== 'paid') return;
  if (feeAbovePromise(payment, outcome) > 0) {
    const message = 'A company charged a higher fee for a payment than was promised';
    report('FeesAbovePromise', message, payment, machineNow);
  }
  if (outcome.saidAt === undefined) return;
  const message = 'A company says a time for a payment that can’t be true';
  report('CompanyNonsense', message, payment, machineNow, { member: 'pay', field: 'paidAt' });
}
