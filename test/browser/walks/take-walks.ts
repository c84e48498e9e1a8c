/** Takes the walks in one browser, each with a user of its own. */
import type { World } from '../../support/world.ts';
import type { Engine } from './engine.ts';
import { Lost, type Taken, walk } from './walker.ts';
import { walks } from './walks.ts';

export type Outcome = { readonly walk: string } & (
  | { readonly taken: Taken }
  | { readonly failed: string; readonly picture?: string }
);

/** @param told of each as it ends. */
export async function takeWalks(
  engine: Engine,
  { world, modulesUrl }: { readonly world: World; readonly modulesUrl: string },
  told: (outcome: Outcome) => Promise<void> | void,
): Promise<void> {
  for (const one of walks) {
    try {
      const address = `${modulesUrl}${await one.prepare(world)}`;
      await told({ walk: one.name, taken: await walk(engine, address, one) });
    } catch (error) {
      const picture = error instanceof Lost ? error.picture : undefined;
      await told({ walk: one.name, failed: (error as Error).message, picture });
    }
  }
}

/** A row of a table in Markdown. */
export function rowOf(outcome: Outcome): string {
  if ('failed' in outcome) return `| ${outcome.walk} | failed: ${outcome.failed} | | |`;
  const { screens, taps, words } = outcome.taken;
  return `| ${outcome.walk} | ${screens.length} | ${taps} | ${words} |`;
}
