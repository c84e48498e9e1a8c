/**
 * The five walks as strips of pictures, and the table of their screens, taps and words: what
 * `npm run tools -- pictures --walks` makes.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService } from '../../../lib/local/service-process.ts';
import { openWorld } from '../../support/world.ts';
import { openChromium } from './chromium.ts';
import { stripOf } from './strip.ts';
import { rowOf, takeWalks } from './take-walks.ts';

/** @returns how many walks failed. */
export async function makeStrips(to: string): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-walks-'));
  const service = await startService({ stateDir: join(folder, 'state') });
  let failed = 0;
  try {
    for (const scheme of ['light', 'dark'] as const) {
      const engine = await openChromium(scheme);
      console.log(`\n| Walk, ${scheme} | Screens | Taps | Words |\n|---|---:|---:|---:|`);
      try {
        await takeWalks(engine, { world: openWorld(service), ...service }, async (outcome) => {
          console.log(rowOf(outcome));
          if ('failed' in outcome) failed += 1;
          const pictures = 'taken' in outcome ? outcome.taken.pictures : [outcome.picture ?? ''];
          const file = `walk.${outcome.walk.replaceAll(' ', '-')}.${scheme}.png`;
          writeFileSync(join(to, file), await stripOf(pictures.filter(Boolean)));
        });
      } finally {
        await engine.close();
      }
    }
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  return failed;
}
