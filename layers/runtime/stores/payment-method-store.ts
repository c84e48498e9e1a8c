/** Payment methods. One query reads them with the client's record, which names the default. */

import type { Failure } from '@billhook/core/base/errors';
import type { Sealed } from '@billhook/core/base/sealed';
import { CLIENT_SORT_KEY } from '@billhook/core/base/table-keys';
import type { ClientRecord } from '@billhook/core/client/client';
import { methodEvents } from '@billhook/core/events/method-events';
import {
  hasCardCode,
  type PaymentMethodRecord,
  withoutCardCode,
} from '@billhook/core/method/payment-method';
import { listPage, type PageRequest } from '../table/paging.ts';
import type { Table, Write } from '../table/types.ts';
import { dropCode, sealedWithCode, splitCode } from './passing-store.ts';
import { type RecordStore, recordStore } from './records.ts';

export type MethodPage = {
  /** Missing on later pages, and where there is no such client. */
  readonly client?: ClientRecord;
  readonly items: PaymentMethodRecord[];
  readonly nextCursor?: string;
};

export type PaymentMethodStore = RecordStore<PaymentMethodRecord> & {
  /** What a company is to be given of a method: its code only while that counts. */
  sealedWithCode(method: PaymentMethodRecord, machineNow: number): Promise<Sealed>;
  /** Its code goes, where it has one. */
  dropCode(method: PaymentMethodRecord | undefined): Write[];
  list(clientId: string, page: PageRequest): Promise<MethodPage | Failure<'invalid_cursor'>>;
};

type Row = (ClientRecord | PaymentMethodRecord) & { readonly sk: string };

export function paymentMethodStore(table: Table): PaymentMethodStore {
  const records = recordStore<PaymentMethodRecord>(table, 'pm', { eventsOf: methodEvents });
  const save: typeof records.save = (method, before, by) => {
    const { stored, along } = splitCode(method, before);
    return { ...records.save(stored, before, by), along };
  };
  return {
    ...records,
    save,
    dropCode: (method) =>
      method && hasCardCode(method) ? [save(withoutCardCode(method), method)] : [],
    erase: (method) => ({ ...records.erase(method), along: dropCode(method) }),
    sealedWithCode: (method, machineNow) => sealedWithCode(table, method, machineNow),
    async list(clientId, { limit, cursor, maxBytes }) {
      // The client's record comes first and is no method: it does not count.
      const limitOfRows = limit !== undefined && cursor === undefined ? limit + 1 : limit;
      const collection = { partition: clientId, prefix: CLIENT_SORT_KEY, kind: 'pm' as const };
      const page = await listPage<Row>(table, collection, { limit: limitOfRows, cursor, maxBytes });
      if ('failure' in page) return page;
      const client = page.items.find((row) => row.sk === CLIENT_SORT_KEY);
      return {
        client: client as ClientRecord | undefined,
        items: page.items.filter((row) => row !== client) as PaymentMethodRecord[],
        nextCursor: page.nextCursor,
      };
    },
  };
}
