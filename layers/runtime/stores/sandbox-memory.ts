/** What the sandbox's invented companies remember, in the table beside what real ones would keep. */

import { type Clock, dayOf } from '@billhook/core/base/dates';
import { sandboxSettledPartition } from '@billhook/core/base/table-keys';
import type { Settlement } from '@billhook/core/company/connector';
import { SETTLEMENT_DAYS_KEPT } from '@billhook/core/reconciliation/report';
import type { SandboxAccountRecord } from '@billhook/core/sandbox/account';
import type { SandboxMemory } from '@billhook/core/sandbox/connector';
import type { SandboxSettlement } from '@billhook/core/sandbox/settlements';
import type { Fingerprint } from '../aws/fingerprint.ts';
import { secondsAfter } from '../table/expiry.ts';
import { readCursor, writeCursor } from '../table/paging.ts';
import type { Table, Write } from '../table/types.ts';

type AccountItem = { readonly account: SandboxAccountRecord };

/** Lines of a page of a day's report. */
const PAGE_SIZE = 100;

export function sandboxMemory(table: Table, fingerprint: Fingerprint, clock: Clock): SandboxMemory {
  /** An account's id may contain a login, which stands nowhere in clear. */
  const keyOf = async (accountId: string) => {
    const digest = Buffer.from(await fingerprint('sandbox', accountId)).toString('base64url');
    return { pk: `sandbox#${digest}`, sk: 'account' };
  };
  return {
    async find(accountId) {
      return (await table.get<AccountItem>(await keyOf(accountId)))?.account;
    },
    async save(accountId, account, expectedVersion, settled = []) {
      const item = { ...(await keyOf(accountId)), account, version: expectedVersion + 1 };
      const when =
        expectedVersion === 0
          ? { absent: true as const }
          : { equals: { version: expectedVersion } };
      // With the account, so that what was taken is in the report, and nothing else is.
      const lines = settled.map((line, index) => settlementWrite(line, index, clock()));
      return (await table.write([{ put: item, when }, ...lines])) === 'written';
    },
    async listSettled(day, cursor) {
      const partition = sandboxSettledPartition(day);
      const sk = cursor === undefined ? undefined : readCursor(cursor);
      const after = sk === undefined ? undefined : { pk: partition, sk };
      const page = await table.query<SettledItem>({ partition, limit: PAGE_SIZE, after });
      const last = page.items.at(-1);
      return {
        settlements: page.items.map(({ settlement }) => settlement),
        ...(page.next && last && { nextCursor: writeCursor(last.sk) }),
      };
    },
  };
}

type SettledItem = { readonly sk: string; readonly settlement: Settlement };

function settlementWrite(line: SandboxSettlement, index: number, now: number): Write {
  const settlement: Settlement = { at: now, ...line };
  const pk = sandboxSettledPartition(dayOf(settlement.at));
  const expiresAt = secondsAfter(settlement.at, SETTLEMENT_DAYS_KEPT);
  return { put: { pk, sk: `${line.submissionId}#${index}`, settlement, expiresAt } };
}
