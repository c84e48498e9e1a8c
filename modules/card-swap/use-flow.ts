/** Where the user is on the way from the introduction to the summary, and what leads on from there. */
import type { Company } from '@billhook/core/schemas/company';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { keep, kept } from '../kit/keep.ts';
import { useKit } from '../kit/kit.ts';
import { useTrail } from '../kit/ways/use-trail.ts';
import type { CardCodes } from './card-codes.ts';
import { addRows, beginRows, removeRows, retryRow } from './row-actions.ts';
import { isOpen, isOver, nextRow, type Row } from './rows.ts';
import { type Place, readPlace, readWork } from './taken-up.ts';
import { useRows } from './use-rows.ts';

export type Flow = ReturnType<typeof useFlow>;

export function useFlow(codes: CardCodes) {
  const { parameters } = useKit();
  const toBrands = parameters.startView === 'brands';
  const first = useMemo<Place>(() => ({ at: toBrands ? 'brands' : 'intro' }), []);
  const trail = useTrail(readPlace, first);
  const place = trail.place ?? first;
  const [work, setWork] = useState(() => readWork(kept().work, kept().place));
  const [chosen, choose] = useState<readonly Company[]>([]);
  const desk = useRows(work.rows, codes);
  const { store } = desk;
  const { rows, swaps } = store.get();
  const [finished, setFinished] = useState(false);
  /** Rows that the user has turned away from. */
  const putOff = useRef<readonly string[]>([]);
  const moved = useRef(work.rows.length > 0);
  /** Counts the user's turns: work that ends later than the next one leads nowhere any more. */
  const turns = useRef(0);
  const go = (next: Place, how?: 'replace') => {
    turns.current += 1;
    trail.go(next, how);
  };
  const note = (part: Partial<typeof work>) => setWork((last) => ({ ...last, ...part }));
  useEffect(() => keep({ work: { ...work, rows } }), [work, rows]);
  // Work that was begun elsewhere is what the page is about, unless the user is further already.
  useEffect(() => {
    if (rows.length > 0 && !moved.current) go({ at: 'rows' }, 'replace');
  }, [swaps]);

  /** To the next company that needs the user, or to the list, where work is waited for first. */
  const goOn = async (work?: Promise<void>) => {
    setFinished(false);
    if (work) {
      go({ at: 'rows' });
      const turn = turns.current;
      await work;
      if (turn !== turns.current) return;
    }
    go({ at: 'rows', open: nextRow(store.get().rows, store.statusById, putOff.current) });
  };
  const over =
    rows.length > 0 && rows.every(({ companyId }) => isOver(store.statusById(companyId)));
  return {
    ...{ place, work, desk, toBrands, goOn, note, chosen, choose },
    /** Whether the rows are shown as they have ended. */
    summing: place.at === 'rows' && place.open === undefined && (over || finished),
    go: (next: Place) => {
      moved.current = true;
      go(next);
    },
    finish: () => setFinished(true),
    leave: ({ companyId }: Row) => {
      putOff.current = [...putOff.current, companyId];
      void goOn();
    },
    turnTo: (row: Row) => {
      putOff.current = putOff.current.filter((id) => id !== row.companyId);
      if (store.statusById(row.companyId).opens !== 'retry')
        go({ at: 'rows', open: row.companyId });
      else void goOn(retryRow(desk, row));
    },
    begin: (companies: readonly Company[], paymentMethodId: string) => {
      moved.current = true;
      addRows(desk, companies, paymentMethodId);
      putOff.current = [];
      choose([]);
      note({ paymentMethodId });
      void goOn(beginRows(desk));
    },
    /** What has ended makes room for others. */
    chooseMore: () => {
      const ended = rows.filter(({ companyId }) => !isOpen(store.statusById(companyId)));
      removeRows(
        desk,
        ended.map(({ companyId }) => companyId),
      );
      setFinished(false);
      go({ at: 'brands' });
    },
  };
}

/**
 * Tells the host once of each card that was put on file, when the user has come to the end
 * (decision: module-events).
 */
export function useFinish({ work, desk, toBrands, summing, note }: Flow): void {
  const { host } = useKit();
  const { told } = work;
  const { store } = desk;
  const { rows } = store.get();
  useEffect(() => {
    if (!summing) return;
    const done = rows.filter(({ companyId }) => store.statusById(companyId).state === 'done');
    const swapIds = done.flatMap(({ swapId }) => swapId ?? []).filter((id) => !told.includes(id));
    if (swapIds.length === 0) return;
    if (toBrands) host.emit('finish', { swapIds });
    note({ told: [...told, ...swapIds] });
  }, [summing, rows, told]);
}
