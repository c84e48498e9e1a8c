/** What a company says of a submission, written down before anything else changes. */
import type { AuthRecord } from '@billhook/core/auth';
import {
  isNotLoggedIn,
  type KnownSubmission,
  type PaymentOutcome,
  type Submission,
} from '@billhook/core/connector';
import { isRefused } from '@billhook/core/links/unattended';
import { accountOf, type PaymentRecord } from '@billhook/core/payment';
import { hasCardCode, withoutCardCode } from '@billhook/core/payment-method';
import { settleLedger } from '@billhook/core/payment-settlement';
import { openSubmission, withoutSubmission } from '@billhook/core/payments/submissions';
import { logCounted } from '../aws/logger.ts';
import type { CompanySession } from '../companies/session.ts';
import type { Stores } from '../stores/open-stores.ts';
import { conflict, retryOrThrow } from '../table/retry-conflict.ts';
import type { Write } from '../table/types.ts';
import { recordRefusedAuth } from './refused-session.ts';

type Recorded = PaymentOutcome['kind'] | 'never-taken';

/**
 * Looks for the submission that the company may have taken. `payment` is one that nothing is under
 * way of at the company; anything else has an outcome, `unknown` included. So is what nobody is let in
 * to ask about: it may have been taken.
 */
export async function lookForSubmission(
  deps: Stores,
  { opened, auth }: { readonly opened: CompanySession; readonly auth: AuthRecord },
  payment: PaymentRecord,
  machineNow: number,
): Promise<{ readonly payment: PaymentRecord } | { readonly outcome: PaymentOutcome['kind'] }> {
  const asked = openSubmission(payment);
  if (!asked) return { payment };
  const { connector, session } = opened;
  const unknown = { kind: 'unknown' } as const;
  // Its company has said that the credentials are wrong: they are not tried again without the user.
  const found = isRefused(auth) ? unknown : await connector.findPayment(session, asked);
  if (isNotLoggedIn(found)) {
    const { partnerNow } = session;
    await recordRefusedAuth(deps, { auth, refused: found.login, partnerNow });
  }
  if (found.kind !== 'never-taken') {
    const outcome = found.kind === 'not-known' || isNotLoggedIn(found) ? unknown : found;
    return {
      outcome: (await recordOutcome(deps, asked, outcome, machineNow)) as PaymentOutcome['kind'],
    };
  }
  const over = withoutSubmission(payment);
  if ((await deps.table.write([deps.payments.save(over, payment)])) === 'written')
    return { payment: over };
  throw new Error('A payment changed while its company was asked about it');
}

/** Records what the company said. A card that was authorized or declined loses its code with it. */
export async function recordOutcome(
  { table, ledgers, payments, methods }: Stores,
  { paymentId, number }: Submission,
  outcome: KnownSubmission | { readonly kind: 'unknown' },
  machineNow: number,
): Promise<Recorded> {
  const authorized = outcome.kind === 'paid' || outcome.kind === 'declined';
  const result = await retryOrThrow<Recorded>(
    'The outcome of a payment could not be recorded',
    async () => {
      const payment = await payments.findAny(paymentId);
      if (!payment) throw new Error('A payment in flight no longer exists');
      const known = payment.outcome;
      // What was recorded stays, whatever another attempt at the same payment comes to.
      if (known && known.kind !== 'unknown') return known.kind;
      const current = openSubmission(payment)?.number === number;
      // Another attempt has gone on from here. What was paid is paid, even against a promise.
      if (!current && outcome.kind !== 'paid') return 'unknown';
      if (outcome.kind === 'never-taken') {
        const over = withoutSubmission(payment);
        return (await table.write([payments.save(over, payment)])) === 'written'
          ? 'never-taken'
          : conflict;
      }
      const method = authorized ? await methods.findAny(payment.methodId ?? '') : undefined;
      const written = await table.write([
        payments.save({ ...payment, version: payment.version + 1, outcome }, payment),
        ...(await keepUnposted(ledgers, payment, outcome)),
        ...(method && hasCardCode(method) ? [methods.save(withoutCardCode(method), method)] : []),
      ]);
      if (written !== 'written') return conflict;
      // Once for each time that it is not known, however often the company is asked.
      if (outcome.kind === 'unknown' && !known) reportUnknown(payment, machineNow);
      if (!current) reportBroken(payment, machineNow);
      return outcome.kind;
    },
  );
  return result;
}

/** A payment that was given up, and that its company took against its promise, is owed no more. */
async function keepUnposted(
  ledgers: Stores['ledgers'],
  payment: PaymentRecord,
  outcome: Parameters<typeof recordOutcome>[2],
): Promise<Write[]> {
  const ended = payment.status !== 'pending' && payment.statement !== undefined;
  if (outcome.kind !== 'paid' || !ended) return [];
  const account = accountOf(payment);
  return [ledgers.save(account, settleLedger(await ledgers.find(account), payment, outcome))];
}

function reportUnknown(payment: PaymentRecord, machineNow: number): void {
  const message = 'The outcome of a payment is not known';
  logCounted('UnknownPayments', message, idsOf(payment), machineNow);
}

function reportBroken(payment: PaymentRecord, machineNow: number): void {
  const message = 'A company took a payment that it had promised never to take';
  const fields = { ...idsOf(payment), member: 'findPayment', outcome: payment.status };
  logCounted('CompanyNonsense', message, fields, machineNow);
}

function idsOf({ _id: paymentId, companyId, partnerId, clientId, billId }: PaymentRecord) {
  return { paymentId, companyId, partnerId, clientId, billId };
}
