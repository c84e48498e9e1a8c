/** The report of a day, of the submissions of one caller. */
import type { Settlement, SettlementsPage, SettlementTotal } from '@billhook/connector-kit';
import { instantText } from '@billhook/core/base/dates';
import type { Settlement as CoreSettlement } from '@billhook/core/company/connector';
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
  const settlements = ownOf(page, caller).map(settlementOf);
  if (page?.nextCursor !== undefined) return { settlements, cursor: page.nextCursor };
  return { settlements, totals: await totalsOf(memory, day, caller) };
}

type Page = Awaited<ReturnType<NonNullable<SandboxMemory['listSettled']>>>;

function ownOf(page: Page | undefined, caller: string): CoreSettlement[] {
  const all = page?.settlements ?? [];
  return all.filter(({ submissionId }) => readSubmissionId(submissionId).caller === caller);
}

/** Counted anew from the first page on: whoever lost one of them finds out. */
async function totalsOf(
  memory: SandboxMemory,
  day: string,
  caller: string,
): Promise<SettlementTotal[]> {
  const sums = new Map<Settlement['kind'], { count: number; cents: number }>();
  let cursor: string | undefined;
  do {
    const page = await memory.listSettled?.(day, cursor);
    for (const { kind, amountCents } of ownOf(page, caller)) {
      const { count, cents } = sums.get(kind) ?? { count: 0, cents: 0 };
      sums.set(kind, { count: count + 1, cents: cents + amountCents });
    }
    cursor = page?.nextCursor;
  } while (cursor !== undefined);
  return [...sums].map(([kind, { count, cents }]) => ({
    ...{ kind, count },
    amount: { cents, currency: 'USD' },
  }));
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
