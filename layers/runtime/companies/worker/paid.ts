/** What workers have paid on a day, as the protocol reports it. */
import type { SettlementsPage } from '@billhook/connector-kit/protocol/operations';
import type { Day } from '@billhook/core/base/dates';
import { workStore } from '../../stores/work-store.ts';
import type { Table } from '../../table/types.ts';
import type { Exchanged } from '../remote/exchange.ts';

const MAX_LINES = 200;
const dollarsOf = (cents: number) => ({ cents, currency: 'USD' as const });

/** What no company's page has shown is not in it. */
export async function paidOn(
  { table, connector }: { readonly table: Table; readonly connector: string },
  day: Day,
  cursor = '0',
): Promise<Exchanged> {
  const store = workStore(table);
  const paid = [];
  let after: string | undefined;
  do {
    const page = await store.listPaid(connector, day, after);
    paid.push(...page.paid);
    after = page.next;
  } while (after !== undefined);
  const from = Number(cursor);
  const lines = paid.slice(from, from + MAX_LINES);
  const isLast = from + MAX_LINES >= paid.length;
  const total = paid.reduce((sum, { cents }) => sum + cents, 0);
  const document: SettlementsPage = {
    settlements: lines.map(({ payment, submission, cents, at, confirmation }) => ({
      ...{ payment, submission, kind: 'paid', amount: dollarsOf(cents) },
      at: new Date(at).toISOString(),
      ...(confirmation !== undefined && { confirmation }),
    })),
    ...(isLast
      ? { totals: [{ kind: 'paid', count: paid.length, amount: dollarsOf(total) }] }
      : { cursor: String(from + MAX_LINES) }),
  };
  return { kind: 'document', document };
}
