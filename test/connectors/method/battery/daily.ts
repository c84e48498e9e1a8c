/** What happens once a day: the connector reads Method's reports, and the caller its settlements. */
import { signed } from '../../../../connectors/method/stand-in/webhooks.ts';
import type { Caller } from './caller.ts';
import { count } from './figures.ts';
import { DAY } from './network.ts';
import type { World } from './world.ts';

/** As Billhook does, the caller reads the seven days before. */
const DAYS_BEFORE = 7;

export async function readDay(world: World): Promise<void> {
  const { chance, figures, clock, caller, knowledge, running } = world;
  const isMissed = chance.happens(0.1);
  if (isMissed) count(figures.faults, 'day without reports');
  // Whatever fails is done again on the next day.
  else
    await running()
      .daily()
      .catch(() => count(figures.faults, 'daily reading fails'));
  for (let day = 1; day <= DAYS_BEFORE; day += 1) {
    for (const row of await settledOn(caller, clock.now - day * DAY)) {
      knowledge.told(row, row.kind, 'settlements');
    }
  }
  const forged = signed('{"id":"pmt_1","type":"payment.update"}', 'another secret', clock.now);
  if ((await running().webhook(forged)) !== 401) figures.violations.push('A forged webhook counts');
}

type Row = { readonly payment: string; readonly submission: number; readonly kind: string };

export async function settledOn(caller: Caller, time: number): Promise<Row[]> {
  const day = new Date(time).toISOString().slice(0, 10);
  const rows: Row[] = [];
  for (let cursor: string | undefined; ; ) {
    const { status, body } = await caller.settlements(day, cursor);
    // The store failed: it is asked for again tomorrow.
    if (status !== 200) return rows;
    const page = body as { readonly settlements: readonly Row[]; readonly cursor?: string };
    rows.push(...page.settlements);
    cursor = page.cursor;
    if (cursor === undefined) return rows;
  }
}
