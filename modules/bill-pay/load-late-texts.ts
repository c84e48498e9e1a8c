/**
 * The texts of every screen behind the list of bills, in a file of their own, which is asked for at once:
 * the list, which most people see first, does not wait for them.
 */
import { useEffect, useState } from 'preact/hooks';
import { addTexts } from '../kit/text.ts';

let loading: Promise<boolean> | undefined;

/** Resolves to whether they are there. */
function loadLateTexts(): Promise<boolean> {
  loading ??= import('./late-texts/table.ts').then(
    ({ texts }) => {
      addTexts(texts);
      return true;
    },
    () => {
      // Asked for again.
      loading = undefined;
      return false;
    },
  );
  return loading;
}

export function useLateTexts() {
  const [state, setState] = useState<boolean>();
  const [round, setRound] = useState(0);
  useEffect(() => {
    setState(undefined);
    loadLateTexts().then(setState);
  }, [round]);
  return { ready: state === true, failed: state === false, again: () => setRound(round + 1) };
}
