/** The report of a day, of the submissions of one caller. */
import type { Settlement, SettlementsPage } from '@billhook/connector-kit';
import type { Settlement as CoreSettlement } from '@billhook/core/connector';
import { instantText } from '@billhook/core/dates';
import type { SandboxMemory } from '@billhook/core/sandbox/connector';
import { readSubmissionId } from './sessions.ts';

type Asked = {
  readonly day: string;
  readonly cursor: string | undefined;
  readonly caller: string;
};

export async function settlementsOf(
  memory: SandboxMemory,
  { day, cursor, caller }: Asked,
): Promise<SettlementsPage> {
  const page = await memory.listSettled?.(day, cursor);
  const own = page?.settlements.filter(
    ({ submissionId }) => readSubmissionId(submissionId).caller === caller,
  );
  return {
    settlements: (own ?? []).map(settlementOf),
    ...(page?.nextCursor !== undefined && { cursor: page.nextCursor }),
  };
}

function settlementOf(line: CoreSettlement): Settlement {
  const { submissionId, kind, amountCents, feeCents, at, confirmation, reason, fault } = line;
  const { payment, submission } = readSubmissionId(submissionId);
  return {
    ...{ payment, submission, kind, at: instantText(at) },
    amount: { cents: amountCents, currency: 'USD' },
    ...(feeCents !== undefined && { feeCents }),
    ...(confirmation !== undefined && { confirmation }),
    ...(reason && { reason }),
    ...(fault && { fault }),
  };
}
