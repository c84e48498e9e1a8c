/** What an account is known by here, whichever connector reaches its company. */
import type { CompanyRecord } from '@billhook/core/company/company';
import type { CompanyBill } from '@billhook/core/company/connector';
import type { Stores } from '../stores/open-stores.ts';
import { accountFingerprint } from './account-fingerprint.ts';
import type { Reach } from './reach.ts';

export type NamedAccount = {
  readonly seen: CompanyBill;
  readonly accountFingerprint: string;
  /** An operator has said that it is an account of its own. */
  readonly isToldNew?: boolean;
};

/** As the account is known, whatever the connector calls it. */
export async function nameOf(
  { names, fingerprint }: Pick<Stores, 'names'> & Pick<Reach, 'fingerprint'>,
  { _id, takenOver }: Pick<CompanyRecord, '_id' | 'takenOver'>,
  seen: CompanyBill,
): Promise<NamedAccount> {
  const named = await accountFingerprint(fingerprint, _id, seen.accountKey);
  const earlier = takenOver ? await names.find(_id, named) : undefined;
  return {
    ...{ seen, accountFingerprint: earlier ?? named },
    ...(earlier === named && { isToldNew: true }),
  };
}
