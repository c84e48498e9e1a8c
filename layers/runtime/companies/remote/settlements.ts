/** What a remote connector did on a day, in the terms of the connector contract. */
import { instantOf } from '@billhook/connector-kit/protocol/dates';
import type { SettlementsPage } from '@billhook/connector-kit/protocol/operations';
import {
  lineOfAnotherDay,
  type Settlement as WireSettlement,
} from '@billhook/connector-kit/protocol/payments';
import type { Day } from '@billhook/core/base/dates';
import { clientOf } from '@billhook/core/base/ids';
import type {
  Settlement,
  SettlementPage,
  SettlementTotals,
} from '@billhook/core/company/connector';
import { submissionOf } from '@billhook/core/payment/submissions';
import { isReturnReason } from '@billhook/core/schemas/return-reasons';
import { logCounted } from '../../aws/logger.ts';
import { exchange, type RemoteConnector, type WireDeps } from './exchange.ts';

type SettlementDeps = WireDeps & {
  readonly newCallId: () => string;
  /** The payment that is known by an id of the wire. */
  readonly payments: { readonly find: (wireId: string) => Promise<string | undefined> };
};

/** Nothing where the connector has no report of the day, or none that can be believed. */
export async function readSettlements(
  connector: RemoteConnector,
  deps: SettlementDeps,
  day: Day,
  cursor?: string,
): Promise<SettlementPage | undefined> {
  const operation = deps.newCallId();
  const query = { day, ...(cursor !== undefined && { cursor }) };
  const exchanged = await exchange(connector, deps, { name: 'settlements', operation, query });
  if (exchanged.kind !== 'document') return undefined;
  const { document } = exchanged;
  const { settlements, cursor: nextCursor, totals, fundingCents } = document as SettlementsPage;
  const place = lineOfAnotherDay(settlements, day);
  if (place !== undefined) {
    const where = { member: 'settlements', field: `settlements.${place}.at` };
    const fields = { connectorId: connector.id, ...where };
    logCounted('CompanyNonsense', 'A report has a line of another day', fields, deps.clock());
    return undefined;
  }
  const ours = settlements.map((one) => settlementOf(one, deps.payments.find));
  return {
    settlements: await Promise.all(ours),
    ...(nextCursor !== undefined && { nextCursor }),
    ...(totals && { totals: totalsOf(totals) }),
    ...(fundingCents !== undefined && { fundingCents }),
  };
}

const kinds = ['paid', 'declined', 'returned', 'accepted'] as const;

/** A kind without a total came to nothing: lines of it are a difference as well. */
function totalsOf(totals: NonNullable<SettlementsPage['totals']>): SettlementTotals {
  const own = kinds.map((kind) => {
    const { count = 0, amount } = totals.find((one) => one.kind === kind) ?? {};
    return [kind, { count, amountCents: amount?.cents ?? 0 }] as const;
  });
  return Object.fromEntries(own);
}

async function settlementOf(
  { payment, submission, kind, amount, at, feeCents, confirmation, reason, fault }: WireSettlement,
  find: SettlementDeps['payments']['find'],
): Promise<Settlement> {
  const paymentId = await find(payment);
  // One that is none of ours keeps its name: it is found as paid, but not by us. No name of a connector's
  // is taken for an id of ours.
  const unknown = clientOf('pay', payment) === undefined ? payment : `unknown:${payment}`;
  return {
    submissionId: paymentId
      ? submissionOf({ _id: paymentId }, submission).submissionId
      : `${unknown}-${submission}`,
    kind,
    amountCents: amount.cents,
    at: instantOf(at),
    ...(feeCents !== undefined && { feeCents }),
    ...(confirmation !== undefined && { confirmation }),
    ...(kind === 'returned' && isReturnReason(reason) && { reason }),
    ...(fault !== undefined && { fault }),
  };
}
