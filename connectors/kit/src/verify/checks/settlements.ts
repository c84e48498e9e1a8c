/** Settlements: what a connector says that it did on a day. */
import { parseDateTime } from '../../protocol/dates.ts';
import { lineOfAnotherDay } from '../../protocol/payments.ts';
import { inDays, methodOf, paid, scenarioOf } from '../asks.ts';
import { type Check, CheckSkipped, must } from '../check.ts';
import type { Probe } from '../probe.ts';
import { onceSettled } from './outcomes.ts';

const pays = {
  can: ({ pays: methods }: { readonly pays: readonly string[] }) => methods.length > 0,
};

export const settlementChecks: readonly Check[] = [
  {
    id: 'pay.settled',
    proves: 'A payment is in the settlements of its day, once, with its amount.',
    why: 'It is how a payment is found whose report and response were lost.',
    ...pays,
    async run(probe) {
      const { pay, result } = await paid(probe, scenarioOf(probe), methodOf(probe));
      const { kind, paidAt } = await onceSettled(probe, pay, result, 'paid');
      must(kind === 'paid', `It is still ${kind} after 10 seconds`);
      const day = new Date(parseDateTime(String(paidAt)) ?? Date.now());
      const report = await dayOf(probe, dayIn(day));
      if (report === 'not-yet') throw new CheckSkipped(`${dayIn(day)} is not reported yet`);
      const { rows } = report;
      // It may be there as accepted too.
      const own = rows.filter((row) => row.payment === pay.payment && row.kind !== 'accepted');
      must(own.length === 1, `It is there ${own.length} times`);
      must(own[0]?.amount?.cents === pay.cents, 'Its amount is another one');
    },
  },
  {
    id: 'pay.totals',
    proves: 'The totals of a day are those of its settlements.',
    why: 'It is how a page that was lost on the way is noticed.',
    ...pays,
    async run(probe) {
      const { rows, totals } = await lastReport(probe);
      if (!totals) throw new CheckSkipped('The settlements give no totals');
      compareTotals(rows, totals);
    },
  },
  {
    id: 'pay.settled-day',
    proves: 'Each line of the settlements is of the day that was asked for, in UTC.',
    why: 'Billhook believes no report with a line of another day: a payment would be on two days.',
    ...pays,
    async run(probe) {
      const { day, rows } = await lastReport(probe);
      const lines = rows.map(({ at }) => ({ at: String(at) }));
      must(
        lines.every(({ at }) => parseDateTime(at) !== undefined),
        'An `at` is no date and time that exist',
      );
      const place = lineOfAnotherDay(lines, day);
      must(place === undefined, `A line of ${day} is of ${lines[place ?? 0]?.at}`);
    },
  },
  {
    id: 'pay.not-yet',
    proves: 'A day that has no report yet is `not_yet`, or has a list all the same.',
    why: 'Any other code says that the connector is broken.',
    ...pays,
    run: async (probe) => void (await dayOf(probe, dayIn(inDays(2)))),
  },
];

/** What a day comes to, of those of its settlements. */
function compareTotals(rows: readonly Row[], totals: readonly Total[]): void {
  for (const kind of ['paid', 'declined', 'returned', 'accepted']) {
    const own = rows.filter((row) => row.kind === kind);
    const cents = own.reduce((sum, { amount }) => sum + (amount?.cents ?? 0), 0);
    const said = totals.find((total) => total.kind === kind);
    const [saidCount, saidCents] = [said?.count ?? 0, said?.amount?.cents ?? 0];
    must(saidCount === own.length, `${own.length} are ${kind}, and the totals say ${saidCount}`);
    must(
      saidCents === cents,
      `What is ${kind} comes to ${cents} cents, and the totals say ${saidCents}`,
    );
  }
}

/** Reports come at night, and a new connector has none yet. */
const REPORTED_DAYS = 3;

/** The last day that is reported, from today on. */
async function lastReport(probe: Probe): Promise<Report & { readonly day: string }> {
  for (let ago = 0; ago < REPORTED_DAYS; ago += 1) {
    const day = dayIn(inDays(-ago));
    const report = await dayOf(probe, day);
    if (report !== 'not-yet') return { day, ...report };
  }
  throw new CheckSkipped(`None of the last ${REPORTED_DAYS} days is reported yet`);
}

function dayIn(at: Date): string {
  return at.toISOString().slice(0, 'yyyy-mm-dd'.length);
}

type Row = {
  readonly payment?: string;
  readonly at?: string;
  readonly kind?: string;
  readonly amount?: { readonly cents?: number };
};

type Total = Omit<Row, 'payment'> & { readonly count?: number };

type Report = { readonly rows: readonly Row[]; readonly totals?: readonly Total[] };

async function dayOf(probe: Probe, day: string): Promise<Report | 'not-yet'> {
  const rows: Row[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < 500; page += 1) {
    const { status, body, code } = await probe.call('settlements', {
      query: { day, ...(cursor !== undefined && { cursor }) },
    });
    if (code === 'not_yet') return 'not-yet';
    must(status === 200, `The status is ${status} (${code ?? 'no code'})`);
    const read = body as {
      settlements?: readonly Row[];
      totals?: readonly Total[];
      cursor?: string;
    };
    rows.push(...(read.settlements ?? []));
    cursor = read.cursor;
    if (cursor === undefined) return { rows, totals: read.totals };
  }
  return must(false, 'The settlements do not end') as never;
}
