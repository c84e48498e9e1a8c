/** Swaps: in the client's collection. */
import { swapEvents } from '@billhook/core/events/swap-events';
import type { SwapRecord } from '@billhook/core/swap/swap';
import { listAll, listPage, type PageRequest } from '../table/paging.ts';
import type { Table } from '../table/types.ts';
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
    ...recordStore<SwapRecord>(table, 'swap', { eventsOf: swapEvents }),
    list,
    async listOfAuth({ _id, clientId }) {
      const all = await listAll((page) => list(clientId, page));
      return all.filter(({ authId }) => authId === _id);
    },
  };
}
