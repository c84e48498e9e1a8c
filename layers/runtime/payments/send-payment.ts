/** Sending a payment to its company, once all about it is written down. */
import { isNotLoggedIn, isRunning, type PaymentRequest } from '@billhook/core/company/connector';
import { faultOf, withBlame } from '@billhook/core/payment/faults';
import type { CompanySession } from '../companies/session.ts';
import type { Stores } from '../stores/open-stores.ts';
import { goOn, recordOutcome } from './company-outcome.ts';
import type { Leave } from './refused-session.ts';

export async function sendPayment(
  deps: Stores,
  opened: CompanySession,
  request: PaymentRequest,
  leave: Leave,
  machineNow: number,
) {
  const { connector, company, session } = opened;
  const { paymentId } = request;
  const said = await connector.pay(session, request);
  if (isNotLoggedIn(said)) {
    // Its connector says that nothing was sent.
    const over = await recordOutcome(deps, request, { kind: 'never-taken' }, machineNow);
    const left = await deps.payments.findAny(paymentId);
    // Another attempt may have sent the next one since.
    return over === 'never-taken' && left?.state === 'open' ? leave(left, said) : over;
  }
  if (isRunning(said)) {
    const sent = await deps.payments.findAny(paymentId);
    if (!sent) throw new Error('A payment in flight no longer exists');
    return goOn(deps, sent, { said, opened }, machineNow);
  }
  const outcome = withBlame(said, connector.capabilities(company));
  const recorded = await recordOutcome(deps, request, outcome, machineNow);
  // To send it again at once would come to the same.
  const waits = recorded === 'never-taken' && faultOf(outcome)?.fault === 'operator';
  return waits ? ('paused' as const) : recorded;
}
