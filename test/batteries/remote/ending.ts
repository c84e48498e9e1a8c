/** The end of a battery: until nothing is under way any more, or nothing ends. */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { operate } from '../../../lib/base/operate.ts';
import { letTimePass, unendedOf } from '../../support/chaos-ledger.ts';
import { unendedWorkflows } from '../../support/chaos-service.ts';
import { type Books, readBooks } from './books.ts';
import { unendedLinks } from './checks.ts';
import type { Sides } from './sides.ts';

const PAUSE_MILLISECONDS = 1_000;

export type Ended = {
  readonly books: Books;
  /** Payments that an operator is told of. */
  readonly stuck: readonly string[];
  /** What has not ended, a sentence each, and no operator is told of. */
  readonly unended: readonly string[];
};

type Ending = {
  readonly earlier: ReadonlySet<string>;
  /** Milliseconds without an end of anything. */
  readonly standstill: number;
  readonly say: (line: string) => void;
};

/** The schedule sweeps each minute; time passes where nothing moves without it. */
export async function untilAllEnded(
  sides: Sides,
  { earlier, standstill, say }: Ending,
): Promise<Ended> {
  let least = Number.POSITIVE_INFINITY;
  let movedAt = Date.now();
  let isQuiet = false;
  for (;;) {
    const started = Date.now();
    const books = await readBooks(sides, earlier);
    const workflows = unendedWorkflows(join(sides.stateDir, 'local.db'));
    const records = [...unendedOf(books), ...unendedLinks(books)];
    const unended = [...records, ...workflows];
    const left = unended.length;
    say(`${left} still under way`);
    if (left === 0 && isQuiet) return { books, stuck: [], unended };
    // Page by page, a table is read as it was at several moments: what has just ended is in some only.
    isQuiet = left === 0;
    if (isQuiet) continue;
    if (left < least) movedAt = Date.now();
    least = Math.min(least, left);
    if (Date.now() - movedAt > standstill) {
      const stuck = await stuckPayments(sides);
      const isListed = (sentence: string) => stuck.some((id) => sentence.includes(id));
      const untold = records.filter((sentence) => !isListed(sentence));
      return { books, stuck, unended: [...untold, ...workflows] };
    }
    if (workflows.length === 0) await letTimePass(sides.tableUrl, books);
    // Reading the books of a large battery takes a machine some time.
    await sleep(Math.max(PAUSE_MILLISECONDS, 2 * (Date.now() - started)));
  }
}

/** What an operator is told of. */
async function stuckPayments({ stateDir }: Sides): Promise<string[]> {
  const { data } = (await operate({ stateDir }, 'payment', 'list', '--stuck')) as {
    readonly data: readonly { readonly paymentId: string }[];
  };
  return data.map(({ paymentId }) => paymentId);
}
