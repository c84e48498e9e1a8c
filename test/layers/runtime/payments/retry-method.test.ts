/** The payment that a retry begins tells of the session that it was asked for in. */
import type { EventRecord } from '@billhook/core/events/event';
import { paymentDeps } from '@billhook/runtime/payments/deps';
import { beginRetry } from '@billhook/runtime/payments/retry-method';
import { beforeEach, expect, test, vi } from 'vitest';
import { memoryTable } from '../../../support/memory-table.ts';
import { billRecord, clientId, methodRecord, NOW, unnoticed } from '../../../support/records.ts';

beforeEach(() => void vi.stubEnv('STAGE', 'sandbox'));

test.each([
  [{ sessionId: 'session-1' }, 'session-1'],
  [{}, undefined],
])('a retry asked for with %j', async (asked, sessionId) => {
  const deps = paymentDeps(memoryTable());
  const method = methodRecord({ status: 'declined', declines: 1 });
  const bill = billRecord({ declinedMethodId: method._id });
  await deps.table.write([
    deps.methods.save(...unnoticed(method)),
    deps.bills.save(...unnoticed(bill)),
  ]);
  const begun = await beginRetry(deps, method, NOW, asked);
  expect(begun).toMatchObject({ status: 'pending' });
  const log = { partition: clientId, prefix: 'event#' };
  const { items } = await deps.table.query<EventRecord>(log);
  const planned = items.find(({ type }) => type === 'bill.payment.scheduled');
  expect(planned).toMatchObject({ identifier: 'user-1' });
  expect(planned?.sessionId).toBe(sessionId);
});
