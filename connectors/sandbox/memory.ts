/**
 * What the sandbox's companies remember, in this process, and in a journal where they are to outlive it.
 * An account and what was done with it are one line, so that a crash leaves both or neither.
 */
import { createHmac } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fdatasyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dayOf } from '@billhook/core/base/dates';
import type { Settlement } from '@billhook/core/company/connector';
import type { SandboxAccountRecord } from '@billhook/core/sandbox/account';
import type { SandboxMemory } from '@billhook/core/sandbox/connector';

type Line = {
  /** A keyed hash of the account's id, which may contain a login. */
  readonly key: string;
  readonly account: SandboxAccountRecord;
  readonly settled: readonly Settlement[];
};

export type MemoryNeeds = {
  /** At least 32 characters that nobody else knows. */
  readonly secret: string;
  /** A file that is made when it is missing; without one, nothing outlives the process. */
  readonly journal?: string;
  /** Milliseconds since the epoch, of the machine. */
  readonly now?: () => number;
};

export type JournalMemory = SandboxMemory &
  Required<Pick<SandboxMemory, 'listSettled'>> & {
    close(): void;
  };

/** Lines of a page of a day's report. */
const PAGE_SIZE = 100;

/** Of one process: another one that writes the same journal would not be noticed. */
export function openMemory({ secret, journal, now = Date.now }: MemoryNeeds): JournalMemory {
  const accounts = new Map<string, SandboxAccountRecord>();
  const days = new Map<string, Settlement[]>();
  const remember = ({ key, account, settled }: Line) => {
    accounts.set(key, account);
    for (const line of settled) {
      const day = dayOf(line.at);
      days.set(day, [...(days.get(day) ?? []), line]);
    }
  };
  const file = journal === undefined ? undefined : openJournal(journal, remember);
  const keyOf = (accountId: string) =>
    createHmac('sha256', secret).update(accountId).digest('base64url');
  return {
    find: async (accountId) => accounts.get(keyOf(accountId)),
    // Nothing here is waited for: between comparing the version and remembering the next, nobody comes.
    save: async (accountId, account, expectedVersion, settled = []) => {
      const key = keyOf(accountId);
      if ((accounts.get(key)?.version ?? 0) !== expectedVersion) return false;
      const line = { key, account, settled: settled.map((one) => ({ at: now(), ...one })) };
      file?.write(line);
      remember(line);
      return true;
    },
    listSettled: async (day, cursor) => {
      const start = Number(cursor ?? 0);
      const all = days.get(day) ?? [];
      const end = start + PAGE_SIZE;
      return {
        settlements: all.slice(start, end),
        ...(end < all.length && { nextCursor: String(end) }),
      };
    },
    close: () => file?.close(),
  };
}

/** @throws Error when a line but the last can't be read. */
function openJournal(path: string, remember: (line: Line) => void) {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  // What follows the last line break was cut off while it was written: nobody was told of it.
  const whole = text.slice(0, text.lastIndexOf('\n') + 1);
  for (const line of whole.split('\n')) if (line !== '') remember(JSON.parse(line) as Line);
  if (whole !== text || text === '') {
    writeFileSync(`${path}.new`, whole, { mode: 0o600 });
    renameSync(`${path}.new`, path);
  }
  const file = openSync(path, 'a', 0o600);
  return {
    write(line: Line): void {
      writeSync(file, `${JSON.stringify(line)}\n`);
      fdatasyncSync(file);
    },
    close: () => closeSync(file),
  };
}
