/** Partners and their settings. */

import { isRootId } from '@billhook/core/base/ids';
import {
  type Due,
  jwksDue,
  PARTNERS_PARTITION,
  partnerEntryKey,
  rootKey,
} from '@billhook/core/base/table-keys';
import type { EventDraft } from '@billhook/core/events/event';
import type { PartnerRecord } from '@billhook/core/partner/partner';
import type { Table, Write } from '../table/types.ts';
import { notDue } from './records.ts';

export type PartnerStore = {
  find(partnerId: string): Promise<PartnerRecord | undefined>;
  /** Of a caller that was authorized. @throws Error when there is none. */
  get(partnerId: string): Promise<PartnerRecord>;
  /** The ids of all partners, a page of at most 1 MB after another. */
  listIds(): AsyncIterable<string>;
  /** What puts a partner into the list of all. Safe to repeat. */
  enlist(partnerId: string): Write;
  /** Inserts a record of version 1; replaces the version before it otherwise, and tells of it. */
  save(partner: PartnerRecord, told?: readonly EventDraft[]): Write;
};

export function partnerStore(table: Table): PartnerStore {
  const find = async (partnerId: string) =>
    isRootId('ptn', partnerId) ? table.get<PartnerRecord>(rootKey(partnerId)) : undefined;
  return {
    find,
    async get(partnerId) {
      const partner = await find(partnerId);
      if (!partner) throw new Error('There is no such partner');
      return partner;
    },
    async *listIds() {
      let after: Record<string, string> | undefined;
      do {
        const rows = await table.query<{ sk: string }>({ partition: PARTNERS_PARTITION, after });
        for (const { sk } of rows.items) yield sk;
        after = rows.next;
      } while (after);
    },
    enlist: (partnerId) => ({ put: partnerEntryKey(partnerId) }),
    save: (partner, told = []) => ({
      put: { ...rootKey(partner._id), ...partner, ...notDue, ...dueOf(partner) },
      when: partner.version === 1 ? { absent: true } : { equals: { version: partner.version - 1 } },
      ...(told.length > 0 && {
        tells: {
          owner: { partnerId: partner._id },
          sequence: partner.sequence ?? 0,
          drafts: () => told,
        },
      }),
    }),
  };
}

/** A suspended partner's keys are left alone. */
function dueOf({ _id, status, signing }: PartnerRecord): Due | undefined {
  const at = status === 'active' ? signing?.jwks?.nextRefreshAt : undefined;
  return at === undefined ? undefined : jwksDue(_id, at);
}
