/**
 * A partner with accounts and payments that agree with what a connector reports, and the faults that a
 * test brings into them: for what reconciliation finds.
 */
import { randomBytes } from 'node:crypto';
import { addDays, type Day, dayInstant, dayOf, instantText } from '@billhook/core/base/dates';
import { newOwnedId } from '@billhook/core/base/ids';
import { partnerEntryKey } from '@billhook/core/base/table-keys';
import type { BillRecord } from '@billhook/core/bill/bill';
import type { Settlement, SettlementPage } from '@billhook/core/company/connector';
import { DEPLOYMENT } from '@billhook/core/partner/audit';
import { newPartner } from '@billhook/core/partner/partner';
import type { AccountLedger } from '@billhook/core/payment/account-ledger';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import type { StoredPayment } from '@billhook/core/payment/stored-payment';
import { withSubmission } from '@billhook/core/payment/submissions';
import { newPayment } from '@billhook/core/payment/transitions';
import { windowOf } from '@billhook/core/reconciliation/report';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { parsedSource } from '@billhook/runtime/companies/settlement-sources';
import type { ReconcileDeps } from '@billhook/runtime/reconciliation/deps';
import { RECONCILIATION_PARTS, reconcileDay } from '@billhook/runtime/reconciliation/run-day';
import { openStores } from '@billhook/runtime/stores/open-stores';
import { partnerStore } from '@billhook/runtime/stores/partner-store';
import { reconciliationStore } from '@billhook/runtime/stores/reconciliation-store';
import { type MemoryTable, memoryTable } from './memory-table.ts';
import { billRecord, changedPayment, clientId, partnerId, unnoticed } from './records.ts';

export const TODAY = '2026-11-21';
export const NOON = Date.parse(`${TODAY}T12:00:00Z`);
export const CONNECTOR = 'sandbox';
const PAGE = 7;

/** What the connector will report; a test changes it. */
export type Reports = {
  readonly lines: Map<Day, Settlement[]>;
  /** Days of which there is no report. */
  readonly missing: Set<Day>;
  /** Cents by which the total of a day is wrong. */
  readonly totalsOff: Map<Day, number>;
  fundingCents?: number;
};

export type ReconciliationWorld = {
  readonly table: MemoryTable;
  readonly deps: ReconcileDeps;
  readonly reports: Reports;
  /** Another time, at which all events until then have gone out. */
  readonly at: (now: number) => void;
  readonly now: () => number;
  readonly companyId: string;
  /** A bill of its own, stored. */
  readonly addBill: (change?: Partial<BillRecord>) => Promise<BillRecord>;
  readonly addLedger: (bill: BillRecord, ledger: Partial<AccountLedger>) => Promise<void>;
  /** A payment of that bill as it was asked for on a day, stored. */
  readonly addPayment: (
    bill: BillRecord,
    day: Day,
    more: Partial<StoredPayment>,
  ) => Promise<PaymentRecord>;
  readonly addLine: (payment: Pick<PaymentRecord, '_id'>, line: Partial<Settlement>) => void;
  /** Runs all parts until nothing is left to do. */
  readonly run: () => Promise<void>;
  /** Kind and subject of all that is open, in order. */
  readonly open: (ownerId?: string) => Promise<string[]>;
};

type ReadPage = (day: Day, cursor?: string) => Promise<SettlementPage | undefined>;

/** @param by what stands between the reports and who reads them. */
export async function openReconciliationWorld(
  by: (read: ReadPage) => ReadPage = (read) => read,
): Promise<ReconciliationWorld> {
  let time = NOON;
  const now = () => time;
  const table = memoryTable(now);
  const stores = openStores({ table, random: randomBytes });
  const reports: Reports = { lines: new Map(), missing: new Set(), totalsOff: new Map() };
  const findings = reconciliationStore(table);
  const read = by(async (day, cursor) => pageOf(reports, day, cursor));
  const source = parsedSource(CONNECTOR, read, now);
  const deps: ReconcileDeps = { ...stores, findings, sources: [source] };
  const [company] = sandboxCompanies;
  if (!company) throw new Error('There is no company');
  const companyId = company._id;
  await stores.companies.merge([company]);
  const partner = newPartner({ partnerId, name: 'Acme', now: instantText(NOON) });
  await table.write([partnerStore(table).save(partner), { put: partnerEntryKey(partnerId) }]);
  let accounts = 0;
  const world: ReconciliationWorld = {
    ...{ table, deps, reports, now, companyId },
    at: (given) => {
      time = given;
      for (const item of table.items.values()) {
        if (String(item.sk).startsWith('event#')) delete item.dueShard;
      }
    },
    addBill: async (change = {}) => {
      accounts += 1;
      const accountFingerprint = String(accounts).padStart(43, 'f');
      const bill = billRecord({
        _id: newOwnedId('bill', clientId, randomBytes),
        ...{ companyId, accountFingerprint, ...change },
      });
      await table.write([stores.bills.save(...unnoticed(bill))]);
      return bill;
    },
    addLedger: async (bill, ledger) => {
      const whole = { unposted: [], listed: [], ...ledger, version: 0 };
      await table.write([stores.ledgers.save(bill, whole)]);
    },
    addPayment: async (bill, day, more) => {
      const askedAt = Date.parse(`${day}T10:00:00Z`);
      const _id = newOwnedId('pay', clientId, randomBytes);
      const planned = newPayment(bill, { paymentId: _id, payOn: day, partnerNow: askedAt });
      const { accountFingerprint, reported } = bill;
      const asked = { amountCents: 10_000, reading: reported, askedAt, postingDays: 5 };
      const statement = { accountFingerprint, dueOn: addDays(day, 20) };
      const open = changedPayment<'open'>(planned, { status: 'pending', begunAt: askedAt });
      const sent = withSubmission(open, asked, statement);
      const payment = changedPayment(sent, { ...more, version: 1, dueShard: undefined });
      await table.write([stores.payments.save(payment, undefined)]);
      return payment;
    },
    addLine: ({ _id }, line) => {
      const whole: Settlement = {
        ...{ submissionId: _id, kind: 'paid', amountCents: 10_000, at: NOON, ...line },
      };
      const day = dayOf(whole.at);
      reports.lines.set(day, [...(reports.lines.get(day) ?? []), whole]);
    },
    run: async () => {
      for (let round = 0; round < 4; round += 1) {
        for (let part = 0; part < RECONCILIATION_PARTS; part += 1) {
          await reconcileDay(deps, { part, clock: now, deadline: now() + 1 });
        }
      }
    },
    open: async (ownerId) => {
      const owners = ownerId ? [ownerId] : [partnerId, DEPLOYMENT];
      const all: string[] = [];
      for (const owner of owners) {
        for await (const { kind, subject } of findings.openFindings(owner))
          all.push(`${kind} ${subject}`);
      }
      return all.toSorted();
    },
  };
  return world;
}

function pageOf({ lines, missing, totalsOff, fundingCents }: Reports, day: Day, cursor = '0') {
  if (missing.has(day)) return undefined;
  const all = lines.get(day) ?? [];
  const from = Number(cursor);
  const settlements = all.slice(from, from + PAGE);
  if (from + PAGE < all.length) return { settlements, nextCursor: String(from + PAGE) };
  const paid = all.filter(({ kind }) => kind === 'paid');
  const sum = paid.reduce((cents, { amountCents }) => cents + amountCents, 0);
  const totals = {
    paid: { count: paid.length, amountCents: sum + (totalsOff.get(day) ?? 0) },
  };
  return { settlements, totals, ...(fundingCents !== undefined && { fundingCents }) };
}

export const window = windowOf(TODAY);

/** Noon of a day. */
export function noonOf(day: Day): number {
  return Date.parse(dayInstant(day)) + 12 * 60 * 60 * 1000;
}
