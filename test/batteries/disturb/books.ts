/**
 * Both sides' books: what the table says, and what the companies took. The witness of that is the memory of
 * the sandbox's companies: in the table where Billhook runs them, in the connector's folder where it does.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SandboxAccountRecord } from '@billhook/core/sandbox/account';
import { readSubmissionId } from '../../../connectors/sandbox/sessions.ts';
import { type Ledger, readLedger } from '../../support/ledger.ts';
import { scanTable } from '../../support/table-server.ts';
import { ACCOUNTS_FILE } from './account-names.ts';

export type Books = Ledger & {
  /** The account that each user's login leads to, by what the user typed: where the witness knows. */
  readonly accountOf?: ReadonlyMap<string, SandboxAccountRecord>;
};

/** @param connectorDir where the companies are a connector's. */
export async function readBooks(tableUrl: string, connectorDir?: string): Promise<Books> {
  const ledger = await readLedger(tableUrl);
  if (connectorDir === undefined) return ledger;
  const names = await wireNames(tableUrl);
  const journal = readJournal(connectorDir);
  const accounts = [...journal.values()].map((account) => ({
    ...account,
    attempts: account.attempts.map((attempt) => {
      const { payment, submission } = readSubmissionId(attempt.paymentId);
      // The connector knows payments by names of the wire: the table says whose they are.
      return { ...attempt, paymentId: `${names.get(payment) ?? payment}-${submission}` };
    }),
  }));
  return { ...ledger, accounts, accountOf: readAccountNames(connectorDir, journal) };
}

/** Payments by their names on the wire. */
async function wireNames(tableUrl: string): Promise<ReadonlyMap<string, string>> {
  const items = await scanTable(tableUrl);
  return new Map(
    items.flatMap(({ pk, sk, paymentId }) => {
      const name = String(pk?.S).split('#').at(-1) ?? '';
      return sk?.S === 'payment' && paymentId ? [[name, String(paymentId.S)] as const] : [];
    }),
  );
}

/** Each account as it was saved last, by its key. */
function readJournal(connectorDir: string): ReadonlyMap<string, SandboxAccountRecord> {
  type Line = { readonly key: string; readonly account: SandboxAccountRecord };
  const lines = readLines<Line>(join(connectorDir, 'accounts.jsonl'));
  return new Map(lines.map(({ key, account }) => [key, account]));
}

function readAccountNames(
  connectorDir: string,
  journal: ReadonlyMap<string, SandboxAccountRecord>,
): ReadonlyMap<string, SandboxAccountRecord> {
  type Line = { readonly key: string; readonly name: string };
  const lines = readLines<Line>(join(connectorDir, ACCOUNTS_FILE));
  return new Map(
    lines.flatMap(({ key, name }) => {
      const account = journal.get(key);
      return account ? [[name, account] as const] : [];
    }),
  );
}

/** What follows the last line break was cut off while it was written. */
function readLines<T>(file: string): T[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').slice(0, -1);
  return lines.map((line) => JSON.parse(line) as T);
}
