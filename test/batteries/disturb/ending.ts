/** The end of all that was begun: until nothing is under way any more, or nothing ends. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { operate } from '../../../lib/base/operate.ts';
import { type Ledger, unendedOf } from '../../support/ledger.ts';
import { callTable, findTable } from '../../support/table-server.ts';
import { type Books, readBooks } from './books.ts';
import { unendedLinks } from './checks.ts';

const PAUSE_MILLISECONDS = 1_000;
const MINUTE = 60_000;

export type Ended = {
  readonly books: Books;
  /** Payments that an operator is told of. */
  readonly stuck: readonly string[];
  /** What has not ended, a sentence each, and no operator is told of. */
  readonly unended: readonly string[];
};

type Ending = {
  readonly stateDir: string;
  readonly tableUrl: string;
  readonly connectorDir?: string;
  /** Milliseconds without an end of anything. */
  readonly standstill: number;
  /** Strikes once more, now and then, until it has struck often enough: `false`. */
  readonly strikeOn: () => Promise<boolean>;
};

/** The schedule sweeps each minute; time passes where nothing moves without it. */
export async function untilAllEnded(ending: Ending): Promise<Ended> {
  const { stateDir, tableUrl, connectorDir, standstill, strikeOn } = ending;
  let least = Number.POSITIVE_INFINITY;
  let movedAt = Date.now();
  let isQuiet = false;
  for (;;) {
    const started = Date.now();
    const isStruck = await strikeOn();
    const books = await readBooks(tableUrl, connectorDir);
    const workflows = runningWorkflows(stateDir).map(
      ({ name, state }) => `The workflow ${name} still runs, in ${state}`,
    );
    const records = [...unendedOf(books), ...unendedLinks(books)];
    const left = records.length + workflows.length;
    if (left === 0 && isQuiet) return { books, stuck: [], unended: [] };
    // Page by page, a table is read as it was at several moments: what has just ended is in some only.
    isQuiet = left === 0 && !isStruck;
    if (isQuiet) continue;
    if (left < least || isStruck) movedAt = Date.now();
    least = Math.min(least, left);
    if (Date.now() - movedAt > standstill) {
      const stuck = await stuckPayments(stateDir);
      const isListed = (sentence: string) => stuck.some((id) => sentence.includes(id));
      const untold = records.filter((sentence) => !isListed(sentence));
      return { books, stuck, unended: [...untold, ...workflows] };
    }
    if (workflows.length === 0) await letTimePass(tableUrl, books);
    // Reading the books of a large battery takes a machine some time.
    await sleep(Math.max(PAUSE_MILLISECONDS, 2 * (Date.now() - started)));
  }
}

/** What an operator is told of. */
async function stuckPayments(stateDir: string): Promise<string[]> {
  const { data } = (await operate({ stateDir }, 'payment', 'list', '--stuck')) as {
    readonly data: readonly { readonly paymentId: string }[];
  };
  return data.map(({ paymentId }) => paymentId);
}

type Running = { readonly arn: string; readonly name: string; readonly state: string };

export function runningWorkflows(stateDir: string): readonly Running[] {
  const db = new DatabaseSync(join(stateDir, 'local.db'), { readOnly: true });
  try {
    const running = `SELECT arn, name, state FROM executions WHERE status = 'RUNNING' ORDER BY started`;
    return db.prepare(running).all() as unknown as readonly Running[];
  } finally {
    db.close();
  }
}

/**
 * Time passes for what is due later or was asked for a moment ago. Only when nothing is under way:
 * what is being done would else look as if it had been given up.
 */
async function letTimePass(tableUrl: string, { payments }: Ledger): Promise<void> {
  const TableName = await findTable(tableUrl);
  // Also by the clock of a service that is behind.
  const past = new Date(Date.now() - MINUTE).toISOString();
  for (const { _id, clientId, dueAt, version } of payments) {
    if (dueAt === undefined || dueAt <= past) continue;
    await callTable(tableUrl, 'UpdateItem', {
      TableName,
      Key: { pk: { S: clientId }, sk: { S: _id } },
      UpdateExpression: 'SET dueAt = :past REMOVE askedAt',
      ConditionExpression: 'dueAt = :then AND version = :version',
      ExpressionAttributeValues: {
        ':past': { S: past },
        ':then': { S: dueAt },
        ':version': { N: String(version) },
      },
    }).catch((error: Error) => {
      if (!error.message.includes('ConditionalCheckFailed')) throw error;
    });
  }
}
