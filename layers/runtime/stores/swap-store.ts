/** Swaps: in the client's collection. */
import { isFailure } from '@billhook/core/errors';
import type { SwapRecord } from '@billhook/core/swap';
import { listPage, type PageRequest } from '../paging.ts';
import type { Table } from '../table.ts';
import { type RecordStore, recordStore } from './records.ts';

export type SwapStore = RecordStore<SwapRecord> & {
  list(
    clientId: string,
    page: PageRequest,
  ): ReturnType<typeof listPage<SwapRecord & { sk: string }>>;
  listOfAuth(auth: { readonly _id: string; readonly clientId: string }): Promise<SwapRecord[]>;
};

export function swapStore(table: Table): SwapStore {
  const list: SwapStore['list'] = (clientId, page) =>
    listPage(table, { partition: clientId, prefix: 'swap_', kind: 'swap' }, page);
  return {
    ...recordStore<SwapRecord>(table, 'swap'),
    list,
    async listOfAuth({ _id, clientId }) {
      const page = await list(clientId, {});
      if (isFailure(page)) throw new Error('A list without a cursor has no invalid cursor');
      return page.items.filter(({ authId }) => authId === _id);
    },
  };
}
