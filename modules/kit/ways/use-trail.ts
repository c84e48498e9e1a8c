import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { keep, kept } from '../keep.ts';
import { followHistory, pushLayer, step } from './trail.ts';

type Trail<P> = {
  readonly place: P | undefined;
  readonly go: (next: P, how?: 'replace') => void;
};

/**
 * Where a module is.
 * @param read what was kept, if it is a place of the module.
 * @param first where it begins, once that is known.
 */
export function useTrail<P>(
  read: (kept: unknown) => P | undefined,
  first: P | undefined,
): Trail<P> {
  const [moved, setMoved] = useState<P | undefined>(() => read(kept().place));
  const place = moved ?? first;
  const known = place !== undefined;
  useLayoutEffect(() => {
    if (known && read(kept().place) === undefined) keep({ place });
  }, [known]);
  useEffect(
    () =>
      followHistory((next) => {
        const found = read(next);
        if (found !== undefined) setMoved(() => found);
      }),
    [],
  );
  return useMemo(() => {
    const go = (next: P, how?: 'replace') => {
      step(next, how);
      // As it was given, not as it is read: whoever went there knows it by that, as news of it do.
      setMoved(() => next);
    };
    return { place, go };
  }, [place]);
}

/** Something in front of a screen, which Back takes away again. */
export function useLayer(isOpen: boolean, close: () => void): void {
  useEffect(() => (isOpen ? pushLayer(close) : undefined), [isOpen]);
}
