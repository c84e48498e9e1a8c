/** What the sandbox's invented companies remember, in the table beside what real ones would keep. */
import type { SandboxAccountRecord } from '@billhook/core/sandbox/account';
import type { SandboxMemory } from '@billhook/core/sandbox/connector';
import type { Fingerprint } from '../aws/fingerprint.ts';
import type { Table } from '../table/types.ts';

type AccountItem = { readonly account: SandboxAccountRecord };

export function sandboxMemory(table: Table, fingerprint: Fingerprint): SandboxMemory {
  /** An account's id may contain a login, which stands nowhere in clear. */
  const keyOf = async (accountId: string) => {
    const digest = Buffer.from(await fingerprint('sandbox', accountId)).toString('base64url');
    return { pk: `sandbox#${digest}`, sk: 'account' };
  };
  return {
    async find(accountId) {
      return (await table.get<AccountItem>(await keyOf(accountId)))?.account;
    },
    async save(accountId, account, expectedVersion) {
      const item = { ...(await keyOf(accountId)), account, version: expectedVersion + 1 };
      const when =
        expectedVersion === 0
          ? { absent: true as const }
          : { equals: { version: expectedVersion } };
      return (await table.write([{ put: item, when }])) === 'written';
    },
  };
}
