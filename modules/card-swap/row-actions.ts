/** What is done to the rows: by the user, and by the page for the user. */
import type { Auth } from '@billhook/core/schemas/auth';
import type { Company } from '@billhook/core/schemas/company';
import { type Api, newKey } from '../kit/api.ts';
import { swapIds } from '../kit/linking/before.ts';
import { problemText } from '../kit/problems.ts';
import { beginRow } from './begin-row.ts';
import { byCompany, type RowStore, type RowsState } from './row-store.ts';
import type { Row } from './rows.ts';

export type Desk = { readonly store: RowStore; readonly api: Api; readonly clientId: string };

/** More companies for a card; those that stand there already begin anew. */
export function addRows({ store }: Desk, companies: readonly Company[], card: string): void {
  const { rows, swaps, companies: known } = store.get();
  const ids = companies.map(({ _id }) => _id);
  const before = swapIds(swaps);
  for (const id of ids) {
    store.setTrouble(id);
    store.setSeen(id, {});
  }
  const added = ids.map((companyId) => ({
    ...{ companyId, before, paymentMethodId: card },
    key: newKey(),
  }));
  const standing = rows.filter(({ companyId }) => !ids.includes(companyId));
  store.change({
    companies: { ...known, ...byCompany(companies) },
    rows: [...standing, ...added],
  });
}

export function removeRows({ store }: Desk, companyIds: readonly string[]): void {
  const { rows } = store.get();
  store.change({ rows: rows.filter(({ companyId }) => !companyIds.includes(companyId)) });
}

/** Asks the companies that the user need not sign in to, each of them once. */
export function beginRows(desk: Desk): Promise<void> {
  const begun =
    beginning.get(desk.store) ?? begin(desk).finally(() => beginning.delete(desk.store));
  beginning.set(desk.store, begun);
  return begun;
}

const beginning = new WeakMap<RowStore, Promise<void>>();

async function begin({ store, api, clientId }: Desk): Promise<void> {
  const list = await api<{ readonly data: readonly Auth[] }>({ path: `/auth/list/${clientId}` });
  for (let row = firstWaiting(store.get()); row; row = firstWaiting(store.get())) {
    const { companyId } = row;
    if (!list.ok) {
      store.setTrouble(companyId, { kind: 'refused', text: problemText(list) });
      continue;
    }
    const begun = await beginRow(api, row, list.value.data);
    if (!('trouble' in begun)) store.changeRow(companyId, begun);
    else {
      store.setTrouble(companyId, begun.trouble);
      // A refusal is what is answered under its key for good: the next attempt has another.
      if (begun.answered) store.changeRow(companyId, { key: newKey() });
    }
  }
  nextRound(store);
}

function firstWaiting({ rows, troubles }: RowsState): Row | undefined {
  return rows.find(({ authId, companyId }) => authId === undefined && !troubles[companyId]);
}

function nextRound(store: RowStore): void {
  store.change({ round: store.get().round + 1 });
}

/** The user has signed in, or what was held has begun again. */
export function followLink({ store }: Desk, companyId: string, authId: string): void {
  store.setTrouble(companyId);
  store.setSeen(companyId, {});
  store.changeRow(companyId, { authId });
  nextRound(store);
}

export function noteAnswer({ store }: Desk, companyId: string, token: string): void {
  store.change({ answered: { ...store.get().answered, [companyId]: token } });
  nextRound(store);
}

/** What was interrupted goes on; its code, where that is missing, is asked for. */
export async function resumeRow(desk: Desk, { companyId, authId = '' }: Row): Promise<void> {
  const path = `/auth/${encodeURIComponent(authId)}/fix-hold`;
  const result = await desk.api({ method: 'POST', path });
  if (result.ok || result.code === 'auth_not_on_hold') followLink(desk, companyId, authId);
  else if (result.code === 'card_code_required') desk.store.setTrouble(companyId, { kind: 'code' });
}

/** Once more from the beginning. What was never answered is the same wish still, under its key. */
export function retryRow(desk: Desk, { companyId, authId }: Row): Promise<void> {
  const { store } = desk;
  const before = swapIds(store.get().swaps);
  const ended = { authId: undefined, swapId: undefined, before, key: newKey() };
  store.setTrouble(companyId);
  if (authId !== undefined) store.changeRow(companyId, ended);
  return beginRows(desk);
}

/** Another card; a swap that was held for the one before is moved to it. */
export function moveRow(desk: Desk, { companyId }: Row, paymentMethodId: string): Promise<void> {
  const { store } = desk;
  const swapId = store.get().seen[companyId]?.swap?._id;
  store.setTrouble(companyId);
  store.changeRow(companyId, { paymentMethodId, swapId, authId: undefined, key: newKey() });
  return beginRows(desk);
}

/** The code is there again: all that waited for it goes on. */
export async function goOnWithCode(desk: Desk): Promise<void> {
  const { store } = desk;
  const { rows, troubles } = store.get();
  const waiting = rows.filter(({ companyId }) => troubles[companyId]?.kind === 'code');
  for (const { companyId } of waiting) store.setTrouble(companyId);
  for (const row of waiting) if (row.authId !== undefined) await resumeRow(desk, row);
  await beginRows(desk);
}
