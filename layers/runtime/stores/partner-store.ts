/** Partners and their settings. */
import { isRootId } from '@billhook/core/ids';
import { rootKey } from '@billhook/core/keys';
import type { PartnerRecord } from '@billhook/core/partner';
import type { Table, Write } from '../table.ts';

export type PartnerStore = {
  find(partnerId: string): Promise<PartnerRecord | undefined>;
  /** Inserts a record of version 1; replaces the version before it otherwise. */
  save(partner: PartnerRecord): Write;
};

export function partnerStore(table: Table): PartnerStore {
  return {
    async find(partnerId) {
      return isRootId('ptn', partnerId) ? table.get<PartnerRecord>(rootKey(partnerId)) : undefined;
    },
    save: (partner) => ({
      put: { ...rootKey(partner._id), ...partner },
      when: partner.version === 1 ? { absent: true } : { equals: { version: partner.version - 1 } },
    }),
  };
}
