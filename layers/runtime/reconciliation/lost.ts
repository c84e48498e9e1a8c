/**
 * After a restore: payments that companies have taken and the table doesn't know, by what connectors
 * report, and their ledgers with them, so that the bound holds before anything is paid
 * (decision: a-restored-table-is-adopted).
 */
import { createHash } from 'node:crypto';
import { SUITE_PREFIX } from '@billhook/connector-kit/protocol/limits';
import { addDays, type Day, dayOf } from '@billhook/core/base/dates';
import { clientOf, derivedOwnedId } from '@billhook/core/base/ids';
import { without } from '@billhook/core/base/members';
import { accountOn } from '@billhook/core/bill/account';
import type { BillRecord } from '@billhook/core/bill/bill';
import { statementOfBill } from '@billhook/core/bill/statements';
import type { Settlement } from '@billhook/core/company/connector';
import { isErasure } from '@billhook/core/erasing/erasure';
import type { Actor } from '@billhook/core/partner/audit';
import {
  POSTING_DAYS,
  statementsOf,
  type TakenPayment,
  takenIn,
  withTakenBefore,
} from '@billhook/core/payment/account-ledger';
import { accountOf, nameOfPaid, type PaymentRecord } from '@billhook/core/payment/payment';
import type { StatementName } from '@billhook/core/payment/statement';
import { openSubmission } from '@billhook/core/payment/submissions';
import { paymentIdOf } from '@billhook/core/reconciliation/judge-payment';
import type { SettlementSource } from '../companies/settlement-sources.ts';
import { auditEntry } from '../partners/audit.ts';
import type { Stores } from '../stores/open-stores.ts';
import { wirePaymentStore } from '../stores/wire-payment-store.ts';
import { listAll } from '../table/paging.ts';
import { momentOf } from '../table/partner-time.ts';
import { conflict, retryOrThrow } from '../table/retry-conflict.ts';

export type Lost = {
  readonly connectorId: string;
  readonly line: Settlement;
  /** Ours, or where nothing says which that was, the connector's own name for it. */
  readonly paymentId: string;
  /** What is written into which ledger; nothing where it isn't known whose payment it is. */
  readonly placed?: Placed;
  readonly isTakenIn: boolean;
  /** Bills that it may be of, where more than one is. */
  readonly mayBe: readonly string[];
};

type Placed = {
  readonly account: Account;
  readonly owner: Pick<PaymentRecord, 'partnerId' | 'clientId' | 'billId'>;
  readonly statement: StatementName;
  readonly taken: TakenPayment;
};

type Account = Pick<BillRecord, 'companyId' | 'accountFingerprint'>;

export type FindLost = {
  readonly stores: Stores;
  /** Of the table that was replaced, where it can still be read: it says whose payments these are. */
  readonly replaced?: Stores;
  readonly sources: readonly SettlementSource[];
  /** The moment that the table was set back to. */
  readonly since: number;
  readonly now: number;
  /** The bills of payments that nothing else places, by what `paymentId` is listed as. */
  readonly bills: ReadonlyMap<string, string>;
};

export type FoundLost = {
  readonly lost: readonly Lost[];
  /** What no connector has reported: a payment may be missing there. */
  readonly unreported: readonly { readonly connectorId: string; readonly day: Day }[];
};

/** It changes nothing. */
export async function findLost(given: FindLost): Promise<FoundLost> {
  const lost = new Map<string, Lost>();
  const unreported: FoundLost['unreported'][number][] = [];
  // A day earlier: what was paid just before midnight may be in the report of either day.
  const first = addDays(dayOf(given.since), -1);
  for (const { connectorId, read } of given.sources) {
    for (let day = first; day <= dayOf(given.now); day = addDays(day, 1)) {
      let cursor: string | undefined;
      do {
        const page = await read(day, cursor);
        if (!page) unreported.push({ connectorId, day });
        for (const line of page?.settlements ?? []) {
          const found = line.kind === 'paid' && (await lookAtLine(given, connectorId, line));
          if (found) lost.set(`${connectorId} ${line.submissionId}`, found);
        }
        cursor = page?.nextCursor;
      } while (cursor !== undefined);
    }
  }
  return { lost: [...lost.values()], unreported };
}

async function lookAtLine(
  given: FindLost,
  connectorId: string,
  line: Settlement,
): Promise<Lost | undefined> {
  const { stores, replaced } = given;
  const named = paymentIdOf(line.submissionId);
  // Whoever adds a connector has the suite pay there, with the same keys.
  if (named.startsWith(SUITE_PREFIX)) return undefined;
  const isOurs = clientOf('pay', named) !== undefined;
  const wired = replaced && wirePaymentStore(replaced.table).find(connectorId, named);
  const paymentId = isOurs ? named : ((await wired) ?? named);
  const known = await stores.payments.findAny(paymentId);
  if (known && isOnRecord(known)) return undefined;
  const client = await stores.clients.read(clientOf('pay', paymentId) ?? '');
  // What its company took is kept, and nothing is paid for the client any more.
  if (client && isErasure(client)) return undefined;
  const about = { connectorId, line, paymentId };
  const payment = (await replaced?.payments.findAny(paymentId)) ?? known;
  // The account's ledger counts whether or not the table has the link that paid.
  const bills = payment?.statement ? [] : await billsOf(given, about, payment);
  const [bill] = bills;
  if (!payment?.statement && (!bill || bills.length > 1))
    return { ...about, isTakenIn: false, mayBe: bills.map(({ _id }) => _id) };
  const placed = await place(given, about, { payment, bill, isKnown: known !== undefined });
  const ledger = placed && (await stores.ledgers.find(placed.account));
  const isTakenIn = takenIn(ledger ? statementsOf(ledger) : []).some(
    (one) => one.paymentId === placed?.taken.paymentId,
  );
  return { ...about, placed, isTakenIn, mayBe: [] };
}

/** Its company was asked, as the table knows: what became of it is found as always. */
function isOnRecord(payment: PaymentRecord): boolean {
  const { outcome } = payment;
  return (
    openSubmission(payment) !== undefined ||
    outcome?.kind === 'paid' ||
    outcome?.kind === 'returned'
  );
}

type About = Pick<Lost, 'connectorId' | 'line' | 'paymentId'>;

/** What it was of: by its payment, by the operator, or the bills of its client at the connector. */
async function billsOf(
  { stores, bills }: FindLost,
  { connectorId, paymentId }: About,
  payment: PaymentRecord | undefined,
): Promise<BillRecord[]> {
  const named = payment?.billId ?? bills.get(paymentId);
  const found = named === undefined ? undefined : await stores.bills.findAny(named);
  if (found) return [found];
  const clientId = clientOf('pay', paymentId);
  if (clientId === undefined) return [];
  const all = await listAll((page) => stores.bills.list(clientId, page));
  const own = await Promise.all(
    all.map(async (bill) => {
      const company = await stores.companies.find(bill.companyId);
      return company?.connector === connectorId ? [bill] : [];
    }),
  );
  return own.flat();
}

type Whose = {
  readonly payment: PaymentRecord | undefined;
  readonly bill: BillRecord | undefined;
  /** The table has the payment, as one that is still to be made. */
  readonly isKnown: boolean;
};

async function place(
  { replaced }: FindLost,
  { line, paymentId }: About,
  { payment, bill, isKnown }: Whose,
): Promise<Placed | undefined> {
  const account = payment?.statement ? accountOf(payment) : bill;
  const owner = payment ?? (bill && { ...bill, billId: bill._id });
  if (!account || !owner) return undefined;
  const isOurs = clientOf('pay', paymentId) !== undefined;
  // One that is still to be made counts beside what was made of it, and a connector's name is no id.
  const id = isOurs && !isKnown ? paymentId : idBeside(owner.clientId, paymentId);
  const ledger = await replaced?.ledgers.find(account);
  for (const { taken, ...statement } of ledger ? statementsOf(ledger) : []) {
    const own = taken.find((one) => one.paymentId === paymentId);
    // The company has reported that it took it.
    if (own)
      return { account, owner, statement, taken: { ...without(own, ['asked']), paymentId: id } };
  }
  const paidOn = dayOf(line.at);
  const shown = payment?.statement ? nameOfPaid(payment.statement) : bill && statementOfBill(bill);
  const { amountCents, feeCents, confirmation } = line;
  const taken: TakenPayment = {
    ...{ paymentId: id, amountCents, paidOn },
    until: addDays(paidOn, payment?.submitted?.postingDays ?? POSTING_DAYS),
    ...(feeCents !== undefined && { feeCents }),
    ...(confirmation !== undefined && { confirmation }),
  };
  return { account, owner, statement: shown ?? { dueOn: paidOn.slice(0, 7) }, taken };
}

function idBeside(clientId: string, paymentId: string): string {
  const digest = createHash('sha256').update(`taken in: ${paymentId}`).digest();
  return derivedOwnedId('pay', clientId, digest);
}

/** Writes one into its account's ledger, and what its bill shows of that. Safe to repeat. */
export async function takeIn(
  { stores, actor, now }: Pick<FindLost, 'stores' | 'now'> & { readonly actor: Actor },
  { connectorId, line, paymentId, placed }: Lost,
): Promise<void> {
  if (!placed) throw new Error('Nothing says whose payment it is');
  const { table, ledgers, bills } = stores;
  const { account, owner, statement, taken } = placed;
  const named = paymentIdOf(line.submissionId);
  if (named !== paymentId) await wirePaymentStore(table).note(connectorId, named, paymentId, now);
  await retryOrThrow('The ledger of an account keeps changing', async () => {
    const bill = await bills.findAny(owner.billId);
    const { partnerNow } = await momentOf(table, bill ?? owner, now);
    const standing = await (bill ? ledgers.findOrAdopt(bill, partnerNow) : ledgers.find(account));
    const all = takenIn(standing ? statementsOf(standing) : []);
    if (all.some((one) => one.paymentId === taken.paymentId)) return true;
    const ledger = withTakenBefore(standing, statement, taken);
    const shown = bill && { ...bill, ...accountOn(ledger, bill, dayOf(partnerNow)) };
    const { partnerId, billId } = owner;
    const detail = { paymentId, billId, amountCents: taken.amountCents };
    const written = await table.write([
      ledgers.save(account, ledger),
      ...(shown ? [bills.save(shown, bill)] : []),
      auditEntry({ partnerId, actor, action: 'payment-taken-in', now, detail }),
    ]);
    return written === 'written' ? true : conflict;
  });
}
