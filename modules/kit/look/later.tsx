/** Parts of a module that come once its first screen is there: their code is not waited for. */
import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Screen, Trouble } from '../shell.tsx';
import { Skeleton } from '../skeleton.tsx';
import { say } from '../text.ts';

const parts: (() => Promise<void>)[] = [];

/** Asks for all parts. Whatever does not come now is asked for again when it is needed. */
export function loadParts(): void {
  for (const load of parts) load().catch(() => {});
}

/** @param load imports the component, or what it cannot be shown without: files of their own. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let Part: ComponentType<Props> | undefined;
  const ready = async () => {
    Part = await load();
  };
  parts.push(ready);
  return function Later(props: Props) {
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
  };
}
