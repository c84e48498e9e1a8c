/** A payment while its company is at it, or at the bills that are read before it (decision: calls-that-run). */
import { goOnRunning, pollSeconds, type RunningCall } from '@billhook/core/company/running';
import type { Running } from '@billhook/core/connector';
import type { PaymentRecord } from '@billhook/core/payment';
import { openSubmission } from '@billhook/core/payments/submissions';
import type { CompanySession } from '../companies/session.ts';
import type { Stores } from '../stores/open-stores.ts';
import { runningStore } from '../stores/running-store.ts';
import { conflict, retryOrThrow } from '../table/retry-conflict.ts';

/**
 * `running`: the payment may be taken, and the workflow asks what became of it after so many seconds, or
 * once it is woken. `reading`: nothing of it is under way yet, and the workflow submits it then.
 */
export type PaymentRuns = { readonly kind: 'running' | 'reading'; readonly waitSeconds: number };

type Said = {
  readonly said: Running;
  readonly call: 'pay' | 'listBills';
  readonly opened: Pick<CompanySession, 'company' | 'connector'>;
};

/** `over`: it runs for too long. What is paid stays unknown; a reading begins anew. */
export async function waitForRunning(
  deps: Pick<Stores, 'table' | 'payments'>,
  { _id: paymentId }: Pick<PaymentRecord, '_id'>,
  { said, call, opened: { company, connector } }: Said,
  machineNow: number,
): Promise<PaymentRuns | 'over'> {
  const which = { call, connector: company.connector };
  const { timeouts } = connector.capabilities(company);
  return retryOrThrow('What is running at a company could not be recorded', async () => {
    const payment = await deps.payments.findAny(paymentId);
    if (!payment) throw new Error('A payment in flight no longer exists');
    const isSent = openSubmission(payment) !== undefined;
    if (isSent !== (call === 'pay')) throw new Error('Another run of the task has gone on');
    const running = goOnRunning(payment.running, said, which, machineNow);
    const waitSeconds = pollSeconds(running, said, timeouts, machineNow);
    const written = await deps.table.write([
      deps.payments.save(
        withRunning(payment, endless(waitSeconds, call) ? undefined : running),
        payment,
      ),
      runningStore(deps.table).begin({ ...which, ...said }, machineNow),
    ]);
    if (written !== 'written') return conflict;
    if (waitSeconds === undefined) return 'over' as const;
    return { kind: isSent ? ('running' as const) : ('reading' as const), waitSeconds };
  });
}

/** A reading that never ends is begun anew; a payment that may have been taken is asked about by its name. */
function endless(waitSeconds: number | undefined, call: Said['call']): boolean {
  return waitSeconds === undefined && call === 'listBills';
}

function withRunning(payment: PaymentRecord, running: RunningCall | undefined): PaymentRecord {
  const { running: _before, ...rest } = payment;
  return { ...rest, version: payment.version + 1, ...(running && { running }) };
}
