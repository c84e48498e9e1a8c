/** A payment while its company is at it, or at the bills that are read before it (decision: calls-that-run). */

import type { Running } from '@billhook/core/company/connector';
import { goOnRunning, reportWait } from '@billhook/core/company/running';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import type { CompanySession } from '../companies/session.ts';
import type { Stores } from '../stores/open-stores.ts';
import { runningStore } from '../stores/running-store.ts';
import { conflict, retryOrThrow } from '../table/retry-conflict.ts';

/**
 * `running`: the payment may be taken, and the workflow asks what became of it after so many seconds, or
 * once it is woken. `reading`: nothing of it is under way yet, and the workflow submits it then. Where a
 * worker of ours is at either, it is `carried`, and the workflow asks as soon as its heartbeats end.
 */
export type PaymentRuns = {
  readonly kind: 'running' | 'carried' | 'reading' | 'reading-carried';
  readonly waitSeconds: number;
};

type Said = {
  readonly said: Running;
  readonly call: 'pay' | 'listBills';
  readonly opened: Pick<CompanySession, 'company' | 'connector'>;
};

/** `over`: it runs for too long. What is paid stays unknown; a reading begins anew. */
export async function waitForRunningPayment(
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
    if (payment.state !== 'open' && payment.state !== 'asked')
      throw new Error('Another run of the task has gone on');
    const isSent = payment.state === 'asked';
    if (isSent !== (call === 'pay')) throw new Error('Another run of the task has gone on');
    const running = goOnRunning(payment.running, said, which, machineNow);
    const wait = reportWait(running, said, timeouts, machineNow);
    // A reading that never ends is begun anew; what may have been taken is asked about by its name.
    const isEndless = wait === undefined && call === 'listBills';
    const left = { ...payment, running: isEndless ? undefined : running };
    const written = await deps.table.write([
      deps.payments.save(left, payment),
      runningStore(deps.table).begin({ ...which, ...said }, machineNow),
    ]);
    if (written !== 'written') return conflict;
    if (!wait) return 'over' as const;
    return isSent ? wait : { ...wait, kind: readings[wait.kind] };
  });
}

const readings = { running: 'reading', carried: 'reading-carried' } as const;
