/**
 * What the daily reading costs, over a table filled straight with linked accounts: one a client, at all
 * companies of the sandbox. Sweep and readings are the real ones; KMS and SQS are stubs that count.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { AuthRecord } from '@billhook/core/auth';
import type { CompanyRecord } from '@billhook/core/company/company';
import { instantText } from '@billhook/core/dates';
import { newOwnedId, newRootId } from '@billhook/core/ids';
import type { AwsClients } from '@billhook/runtime/aws/clients';
import type { Runtime } from '@billhook/runtime/companies/runtime';
import type { ReadingMessage } from '@billhook/runtime/links/queue-readings';
import type { TableMeter } from './table-meter.ts';

const FILLERS = 8;

type KmsInput = {
  readonly Message?: Uint8Array;
  readonly EncryptionContext?: Readonly<Record<string, string>>;
};

type SqsInput = { readonly Entries: { readonly Id: string; readonly MessageBody: string }[] };

/** The key of each record is made from what it is of: there is nothing to keep. */
export function countingAws() {
  const count = { kms: 0, sends: 0 };
  const messages: ReadingMessage[] = [];
  const kms = {
    send: async ({ input: { Message, EncryptionContext } }: { readonly input: KmsInput }) => {
      count.kms += 1;
      if (Message) return { Mac: createHash('sha256').update(Message).digest() };
      const key = createHash('sha256').update(JSON.stringify(EncryptionContext)).digest();
      return { Plaintext: Uint8Array.from(key), CiphertextBlob: randomBytes(184) };
    },
  };
  const sqs = {
    send: async ({ input: { Entries } }: { readonly input: SqsInput }) => {
      count.sends += 1;
      messages.push(...Entries.map(({ MessageBody }) => JSON.parse(MessageBody)));
      return { Successful: Entries.map(({ Id }) => ({ Id })) };
    },
  };
  return { aws: { kms, sqs } as unknown as AwsClients, count, messages };
}

/** So many verified accounts, whose bills are due to be read, and were never read. */
export async function fillAccounts(
  { table, auths, vault }: Runtime,
  companies: readonly CompanyRecord[],
  accounts: number,
  now: number,
): Promise<void> {
  let made = 0;
  const fill = async () => {
    while (made < accounts) {
      const company = companies[made % companies.length] as CompanyRecord;
      made += 1;
      const clientId = newRootId('cl', randomBytes);
      const _id = newOwnedId('auth', clientId, randomBytes);
      const form = { username: `user-${made}`, password: 'a password' };
      const credentials = await vault.seal({ clientId, recordId: _id }, form);
      const auth = authOf({ _id, clientId, credentials, company }, now);
      await table.write([{ ...auths.save(auth, undefined, undefined), tells: undefined } as never]);
    }
  };
  await Promise.all(Array.from({ length: FILLERS }, fill));
}

function authOf(
  given: Pick<AuthRecord, '_id' | 'clientId' | 'credentials'> & { readonly company: CompanyRecord },
  now: number,
): AuthRecord {
  const { company, ...own } = given;
  const { _id, name, logo } = company;
  return {
    ...own,
    version: 1,
    partnerId: 'ptn_bench',
    partnerUserId: `user-${given.clientId}`,
    company: { _id, name, logo },
    created: instantText(now),
    items: ['bill'],
    status: 'verified',
    verifiedBefore: true,
    billIds: [],
    refreshAt: instantText(now),
  };
}

/** What something took of the table, of KMS and of time. */
export async function measured(
  meter: TableMeter,
  count: { readonly kms: number; readonly sends: number },
  work: () => Promise<number>,
) {
  const [first, kms, sends, from] = [
    meter.requests.length,
    count.kms,
    count.sends,
    performance.now(),
  ];
  const done = await work();
  const own = meter.requests.slice(first);
  const sum = (of: 'readUnits' | 'writeUnits') => own.reduce((total, one) => total + one[of], 0);
  return {
    done,
    seconds: (performance.now() - from) / 1000,
    readUnits: sum('readUnits'),
    writeUnits: sum('writeUnits'),
    kms: count.kms - kms,
    sends: count.sends - sends,
  };
}
