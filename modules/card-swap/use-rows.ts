/** The rows while the page is open: taken up, followed, and kept. */
import type { Company } from '@billhook/core/schemas/company';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { newKey } from '../kit/api.ts';
import { useKit } from '../kit/kit.ts';
import { listSwaps } from '../kit/lists.ts';
import { usePoll } from '../kit/use-poll.ts';
import { useWorking } from '../kit/use-working.ts';
import type { CardCodes } from './card-codes.ts';
import { followRows } from './follow-rows.ts';
import { beginRows, type Desk, resumeRow } from './row-actions.ts';
import { createRowStore } from './row-store.ts';
import { isOpen, isOver, type Row } from './rows.ts';
import { findWork, takeUp } from './taken-up.ts';

export function useRows(kept: readonly Row[], codes: CardCodes): Desk {
  const { clientId, session } = useKit();
  const [, draw] = useState(0);
  const desk = useMemo<Desk>(() => {
    const store = createRowStore(kept, session.companies, () => draw((count) => count + 1));
    return { store, api: codes.api, clientId };
  }, []);
  const { store } = desk;
  const { rows, swaps, round } = store.get();

  usePoll(swaps ? undefined : 'taken up', async () => {
    const found = await listSwaps(codes.api, clientId);
    if (!found) return true;
    const work = { swaps: found, open: session.open };
    const standing = store.get().rows;
    const next = standing.length > 0 ? takeUp(standing, work) : findWork(work, newKey);
    store.change({ swaps: found, rows: next });
    void beginRows(desk);
    return false;
  });
  const working = rows.some(({ companyId }) => isOpen(store.statusById(companyId)));
  const resumed = useRef(new Set<string>());
  usePoll(swaps && working ? `followed ${round}` : undefined, async () => {
    await follow(desk, resumed.current);
    return true;
  });
  const waited = rows.some(({ companyId }) => store.statusById(companyId).opens === 'challenge');
  useWorking(waited ? 'answer' : working, false);
  const over =
    rows.length > 0 && rows.every(({ companyId }) => isOver(store.statusById(companyId)));
  useEffect(() => {
    if (over) codes.forget();
  }, [codes, over]);
  useCompanies(desk);
  return desk;
}

/** @param resumed companies whose swap went on by itself once; the next time the user is asked. */
async function follow(desk: Desk, resumed: Set<string>): Promise<void> {
  const { store, api, clientId } = desk;
  const followed = await followRows({ api, clientId, state: store.get() });
  if (!followed) return;
  const { seen: rowsSeen, swaps } = followed;
  if (swaps) store.change({ swaps });
  for (const { row, seen, gone, lacksCode } of rowsSeen) {
    const { companyId } = row;
    // A row that changed meanwhile was asked about too early.
    if (!store.get().rows.includes(row)) continue;
    if (gone) {
      store.setTrouble(companyId, { kind: 'sign-in' });
      continue;
    }
    const resume = lacksCode && !resumed.has(companyId);
    if (resume) {
      resumed.add(companyId);
      await resumeRow(desk, row);
    } else store.setSeen(companyId, seen);
    if (seen.swap && !row.swapId) store.changeRow(companyId, { swapId: seen.swap._id });
  }
}

/** What a page that was loaded again does not know of its companies. */
function useCompanies({ store, api }: Desk): void {
  const asked = useRef(new Set<string>());
  const { rows } = store.get();
  useEffect(() => {
    for (const { companyId } of rows) {
      if (store.get().companies[companyId] || asked.current.has(companyId)) continue;
      asked.current.add(companyId);
      api<Company>({ path: `/company/${encodeURIComponent(companyId)}` }).then((result) => {
        const { companies } = store.get();
        if (result.ok) store.change({ companies: { ...companies, [companyId]: result.value } });
        else asked.current.delete(companyId);
      });
    }
  }, [rows]);
}
