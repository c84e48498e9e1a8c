/** Parts of a module that come once its first screen is there: their code is not waited for. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Screen, Trouble } from '../shell.tsx';
import { Skeleton } from '../skeleton.tsx';
import { say } from '../text.ts';

/** By then the first screen and its font are there, and nobody has read it to its end. */
const AFTER_MILLISECONDS = 500;

const parts: (() => void)[] = [];

/** Asks for all parts but those on demand. Whatever does not come now is asked for again when needed. */
export function loadParts(): void {
  for (const loadSoon of parts) loadSoon();
}

/** @param load imports the component, or what it cannot be shown without: files of their own. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Later = onDemand(load);
  parts.push(Later.loadSoon);
  return Later;
}

/**
 * As `later`, but not asked for until its screen is shown, or somebody calls its `loadSoon`: for what
 * most users never see.
 */
export function onDemand<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let Part: ComponentType<Props> | undefined;
  const ready = async () => {
    Part = await load();
  };
  let asked = false;
  const loadSoon = () => {
    if (asked) return;
    asked = true;
    setTimeout(() => ready().catch(() => {}), AFTER_MILLISECONDS);
  };
  return Object.assign(Later, { loadSoon });

  function Later(props: Props) {
    const [state, setState] = useState<'loading' | 'failed' | 'there'>('loading');
    useEffect(() => {
      // It may have come since this was drawn.
      if (Part) return setState('there');
      let gone = false;
      ready().then(
        () => gone || setState('there'),
        () => gone || setState('failed'),
      );
      return () => {
        gone = true;
      };
    }, []);
    if (Part) return <Part {...props} />;
    if (state !== 'failed') {
      return (
        <Screen name="part-loading" title={say('shell.loading')}>
          <Skeleton />
        </Screen>
      );
    }
    // Browsers remember that a script did not come. The page loaded again goes on where it was.
    const again = () => location.reload();
    return (
      <Trouble
        name="part-failed"
        title={say('boot.offline.title')}
        text={say('boot.offline.body')}
        onRetry={again}
      />
    );
  }
}
