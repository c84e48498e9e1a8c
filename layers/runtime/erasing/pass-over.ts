/** One pass over all that a client that is being erased has. Every step is safe to repeat. */
import { waitingTask } from '@billhook/core/auth/auth-challenge';
import { authOf } from '@billhook/core/auth/stored-auth';
import { DAY_MILLISECONDS, instantText } from '@billhook/core/base/dates';
import { clientOf } from '@billhook/core/base/ids';
import type { OwnedRecord } from '@billhook/core/base/owned-record';
import {
  answerBudgetKey,
  auditPartition,
  CLIENT_SORT_KEY,
  rateKey,
} from '@billhook/core/base/table-keys';
import { parseBill } from '@billhook/core/bill/bill';
import { type ErasureRecord, type Found, inUse, type Pass } from '@billhook/core/erasing/erasure';
import type { PaymentMethodRecord } from '@billhook/core/method/payment-method';
import type { AuditRecord } from '@billhook/core/partner/audit';
import { paymentOf } from '@billhook/core/payment/stored-payment';
import type { SwapRecord } from '@billhook/core/swap/swap';
import { dropClientKey } from '../aws/client-keys.ts';
import type { AwsClients } from '../aws/clients.ts';
import { listErasure } from '../aws/erasures.ts';
import type { Workflows } from '../aws/workflows.ts';
import { beginForgetting } from '../stores/forgetting-store.ts';
import type { Stores } from '../stores/open-stores.ts';
import { dropCode, dropPassing } from '../stores/passing-store.ts';
import { dropUnclear } from '../stores/unclear-store.ts';
import { writeSurely, writeUnlessChanged } from '../table/intended-writes.ts';
import type { Key, Table, Write } from '../table/types.ts';
import { everything, pagesOf } from './everything.ts';
import { adoptLedgers, keepPayment } from './keep-payment.ts';

export type EraseDeps = Pick<Stores, 'table' | 'random' | 'clients' | 'ledgers'> & {
  readonly aws: AwsClients;
  /** Left out, workflows that wait for the user end when they have waited long enough. */
  readonly workflows?: Pick<Workflows, 'signalLinkAccount'>;
};

export type Run = {
  readonly clock: () => number;
  /** Milliseconds since the epoch; no pass is begun after it, and none goes on for long. */
  readonly deadline: number;
};

/** Records with a version that somebody may be changing. */
const recordPrefixes = ['auth_', 'bill_', 'pay_', 'swap_', 'pm_'] as const;
/** Items removed at a time. */
const AT_ONCE = 20;
/** Days for which bytes of answers are counted, with one to spare. */
const BUDGET_DAYS = 3;

type Tally = { busy: number; left: number; removed: number };

export async function passOver(deps: EraseDeps, mark: ErasureRecord, run: Run): Promise<Pass> {
  const tally: Tally = { busy: 0, left: 0, removed: 0 };
  const { _id: id, since } = mark;
  // Before anything is gone: from now on a restore does not bring it back for long.
  if (mark.erasure === 'erasing') {
    await listErasure(deps.aws, 'clients', { id, at: Date.parse(since) });
  }
  await removeRecords(deps, mark, run, tally);
  await removeOthers(deps, mark, run, tally);
  await removeElsewhere(deps, mark, run, tally);
  // A payment under way still opens its login.
  if (tally.busy === 0) await dropClientKey(deps.aws, id);
  return tally;
}

/**
 * First the bills with their auths, so that nothing new is paid or read; each under the version that was
 * read, so that a payment that began in the same moment is not overlooked.
 */
async function removeRecords(
  deps: EraseDeps,
  { _id: clientId }: ErasureRecord,
  run: Run,
  tally: Tally,
): Promise<void> {
  const { table } = deps;
  const found = await Promise.all(
    recordPrefixes.map((prefix) => everything<Found>(table, clientId, prefix)),
  );
  const all = found.flat();
  const used = inUse(all, run.clock());
  const free = all.filter(({ sk }) => !used.has(sk));
  tally.busy += all.length - free.length;
  // As their stores parse them, which leaves each its key.
  const of = <S, R extends OwnedRecord>(prefix: string, parse: (stored: S) => R) =>
    free.filter(({ sk }) => sk.startsWith(prefix)).map((one) => parse(one as S) as Found & R & Key);
  const asItIs = <R>(record: R) => record;
  const bills = of('bill_', parseBill);
  const auths = of('auth_', authOf);
  const removed = async (writes: readonly Write[]) => count(tally, writes.length, table, writes);
  for (const auth of auths) {
    if (run.clock() >= run.deadline) {
      tally.left += 1;
      break;
    }
    const own = bills.filter((bill) => bill.auth._id === auth._id);
    const forgetting = beginForgetting(auth, run.clock());
    const kept = [...dropPassing(auth), ...forgetting, dropUnclear(auth._id)];
    const writes = [...[...own, auth].map(removal), ...kept];
    if (!(await removed(writes))) continue;
    // It finds nothing left to link, and ends.
    const task = waitingTask(auth);
    if (task !== undefined) await deps.workflows?.signalLinkAccount(task);
  }
  const withAuth = new Set(auths.map(({ _id }) => _id));
  const orphans = bills.filter(({ auth }) => !withAuth.has(auth._id));
  const rest = [...orphans, ...of('swap_', asItIs<SwapRecord>)];
  await atOnce(rest, run, tally, async (one) => removed([removal(one)]));
  await atOnce(of('pm_', asItIs<PaymentMethodRecord>), run, tally, async (method) =>
    removed([removal(method), ...dropCode(method)]),
  );
  const payments = of('pay_', paymentOf);
  await adoptLedgers(deps, payments, run.clock());
  // One after another: those of one account change the same ledger.
  await atOnce(
    payments,
    run,
    tally,
    async (payment) => {
      const writes = await keepPayment(deps, payment, run.clock());
      return removed([...writes, removal(payment)]);
    },
    1,
  );
}

/** Events, their deliveries, counts, and whatever else stands in the client's collection. */
async function removeOthers(
  { table }: EraseDeps,
  { _id: clientId }: ErasureRecord,
  run: Run,
  tally: Tally,
): Promise<void> {
  for await (const page of pagesOf<object>(table, clientId)) {
    const others = page.filter(
      ({ sk }) => sk !== CLIENT_SORT_KEY && !recordPrefixes.some((prefix) => sk.startsWith(prefix)),
    );
    await removeAll(table, others, run, tally);
    if (tally.left > 0 && run.clock() >= run.deadline) return;
  }
}

/** What stands in partitions of its own, and what operators have noted with the partner. */
async function removeElsewhere(
  { table }: EraseDeps,
  { _id: clientId, ofPartner }: ErasureRecord,
  run: Run,
  tally: Tally,
): Promise<void> {
  const audit = await everything<object>(table, auditPartition(clientId));
  await removeAll(table, audit, run, tally);
  const days = Array.from({ length: BUDGET_DAYS }, (_, day) =>
    instantText(run.clock() - day * DAY_MILLISECONDS).slice(0, 10),
  );
  const counts = [rateKey(clientId), ...days.map((day) => answerBudgetKey(clientId, day))];
  // Not counted as found: most of them are not there.
  for (const key of counts) await writeSurely(table, [{ delete: key }]);
  for (const entry of await everything<AuditRecord>(table, auditPartition(ofPartner))) {
    if (isAbout(entry, clientId)) await writeUnlessChanged(table, [withoutPayment(entry)]);
  }
}

function isAbout({ detail }: AuditRecord, clientId: string): boolean {
  const { paymentId } = detail ?? {};
  return typeof paymentId === 'string' && clientOf('pay', paymentId) === clientId;
}

/** That a payment was settled by hand stays; whose, and what the operator wrote about it, does not. */
function withoutPayment({ pk, sk, detail = {} }: AuditRecord & Key): Write {
  const { paymentId: _whose, evidence: _written, ...rest } = detail;
  const set = { detail: { ...rest, erased: true } };
  // Its partner may be erased at the same time.
  return { update: { pk, sk }, set, when: { exists: true } };
}

async function removeAll(
  table: Table,
  items: readonly Key[],
  run: Run,
  tally: Tally,
): Promise<void> {
  await atOnce(items, run, tally, ({ pk, sk }) => count(tally, 1, table, [{ delete: { pk, sk } }]));
}

function removal({ pk, sk, version }: Found & Key): Write {
  return { delete: { pk, sk }, when: { equals: { version } } };
}

async function count(
  tally: Tally,
  items: number,
  table: Table,
  writes: readonly Write[],
): Promise<boolean> {
  const written = (await table.write(writes)) === 'written';
  if (written) tally.removed += items;
  else tally.left += items;
  return written;
}

/** Several at a time until the deadline; what is not begun by then is left. */
async function atOnce<T>(
  items: readonly T[],
  { clock, deadline }: Run,
  tally: Tally,
  remove: (item: T) => Promise<unknown>,
  together = AT_ONCE,
): Promise<void> {
  for (let start = 0; start < items.length; start += together) {
    if (clock() >= deadline) {
      tally.left += items.length - start;
      return;
    }
    await Promise.all(items.slice(start, start + together).map(remove));
  }
}
