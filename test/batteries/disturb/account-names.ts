/**
 * Which account of the connector is whose: its journal names accounts by keyed hashes. Users of the battery
 * are invented, so that what they type may stand in a file.
 */
import { createHmac } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LogInSession, NothingTried, type Run } from '@billhook/connector-kit';
import { accountIdOf } from '@billhook/core/sandbox/account';
import { openSession } from '../../../connectors/sandbox/sessions.ts';
import { openKeys } from '../../../connectors/serve/keys.ts';

/** A line for each account: its key in the journal, and the name of its user. */
export const ACCOUNTS_FILE = 'account-names.jsonl';

/** What tells a user of the battery from all others, of what it types. */
export function nameOfUser(form: Readonly<Record<string, string>>): string {
  return form.username ?? form.balance ?? '';
}

/** @returns what is told of each login before the company is. */
export function openAccountNames(connectorDir: string) {
  const { fingerprintSecret } = openKeys(connectorDir);
  const known = new Set<string>();
  return (asked: LogInSession, run: Run): void => {
    const name = nameOfUser(asked.form);
    if (known.has(name)) return;
    try {
      const accountId = accountIdOf(openSession(asked, run).session);
      const key = createHmac('sha256', fingerprintSecret).update(accountId).digest('base64url');
      appendFileSync(join(connectorDir, ACCOUNTS_FILE), `${JSON.stringify({ key, name })}\n`);
      known.add(name);
    } catch (error) {
      // The company is none of the sandbox.
      if (!(error instanceof NothingTried)) throw error;
    }
  };
}
