/** How a card is written and checked, in a file of its own: loaded when somebody adds one. */
import { useEffect, useState } from 'preact/hooks';

export type CardRules = typeof import('./typed-card.ts');

let loading: Promise<CardRules | undefined> | undefined;

/** Resolves to nothing where the file does not come; it is asked for again the next time. */
function loadCardRules(): Promise<CardRules | undefined> {
  loading ??= import('./typed-card.ts').catch(() => {
    loading = undefined;
    return undefined;
  });
  return loading;
}

/** @returns the rules, or `failed`; nothing while they are on their way; and what asks again. */
export function useCardRules() {
  const [rules, setRules] = useState<CardRules | 'failed'>();
  const load = () => {
    setRules(undefined);
    loadCardRules().then((found) => setRules(found ?? 'failed'));
  };
  useEffect(load, []);
  return [rules, load] as const;
}
