/** What is wrong with a connector's report of a day (decision: reconciled-daily). */

import type { Day } from '../base/dates.ts';
import type { Settlement, SettlementTotals } from '../company/connector.ts';
import type { Found } from './finding.ts';

type Kind = Settlement['kind'];

/** What the lines of a day come to, by kind. */
export type DaySums = Readonly<Partial<Record<Kind, { count: number; amountCents: number }>>>;

export function addLines(sums: DaySums, lines: readonly Settlement[]): DaySums {
  const next: Partial<Record<Kind, { count: number; amountCents: number }>> = { ...sums };
  for (const { kind, amountCents } of lines) {
    const { count, amountCents: before } = next[kind] ?? { count: 0, amountCents: 0 };
    next[kind] = { count: count + 1, amountCents: before + amountCents };
  }
  return next;
}

export type DayFacts = {
  readonly connectorId: string;
  readonly day: Day;
  readonly sums: DaySums;
  /** What the connector says that the day comes to; nothing where it gives no totals. */
  readonly totals?: SettlementTotals;
};

/** One finding a day, with the first kind that differs. */
export function judgeDay({ connectorId, day, sums, totals }: DayFacts): Found[] {
  for (const [kind, theirs] of Object.entries(totals ?? {})) {
    const { count, amountCents } = sums[kind as Kind] ?? { count: 0, amountCents: 0 };
    if (count === theirs.count && amountCents === theirs.amountCents) continue;
    return [
      {
        ...{ kind: 'totals-differ', subject: `${connectorId} ${day}`, connectorId, on: day },
        ...{ status: kind, oursCents: amountCents, theirsCents: theirs.amountCents },
      },
    ];
  }
  return [];
}

/** A day that the connector has not reported by the time at which the report is made without it. */
export function noReport(connectorId: string, day: Day): Found {
  return { kind: 'no-report', subject: `${connectorId} ${day}`, connectorId, on: day };
}

/** So many of the busiest days that were reported the balance has to last for. */
const BUSY_DAYS = 2;

/**
 * Whether the operator's balance at a network runs low: it has to last for two days such as the
 * busiest of the window.
 */
export function judgeBalance(
  connectorId: string,
  fundingCents: number | undefined,
  days: readonly DaySums[],
): Found[] {
  const busiest = Math.max(0, ...days.map(({ paid }) => paid?.amountCents ?? 0));
  const neededCents = busiest * BUSY_DAYS;
  if (fundingCents === undefined || fundingCents >= neededCents) return [];
  return [
    {
      ...{ kind: 'balance-low', subject: connectorId, connectorId },
      ...{ oursCents: neededCents, theirsCents: fundingCents },
    },
  ];
}

/** A line of a connector's report that none of our payments stands behind. */
export function notOurs(connectorId: string, day: Day, line: Settlement): Found {
  const { submissionId, amountCents, confirmation } = line;
  return {
    ...{ kind: 'paid-not-ours', subject: `${connectorId} ${submissionId}`, connectorId },
    ...{ on: day, submissionId, theirsCents: amountCents },
    ...(confirmation !== undefined && { confirmation }),
  };
}

/** An event that was written and never went out. */
export function untold(eventId: string): Found {
  return { kind: 'event-untold', subject: eventId, eventId };
}
