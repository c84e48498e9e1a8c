/**
 * `npm run tools -- browsers`: the five walks in Firefox and WebKit, where they are on the machine, by
 * WebDriver. It says which are missing, and fails if a walk failed.
 *
 *   npm run tools -- browsers [--only firefox|webkit|chromium] [--pictures folder]
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startService } from '../../../lib/local/service-process.ts';
import { openWorld } from '../../support/world.ts';
import { openChromium } from './chromium.ts';
import { NotHere } from './engine.ts';
import { openFirefox } from './firefox.ts';
import { type Outcome, rowOf, takeWalks } from './take-walks.ts';
import { openWebkit } from './webkit.ts';

const { values } = parseArgs({
  options: { only: { type: 'string' }, pictures: { type: 'string' } },
});
const engines = { firefox: openFirefox, webkit: openWebkit, chromium: openChromium };
const asked = values.only ? [values.only] : ['firefox', 'webkit'];
if (values.pictures) mkdirSync(values.pictures, { recursive: true });

const folder = mkdtempSync(join(tmpdir(), 'billhook-browsers-'));
const service = await startService({ stateDir: join(folder, 'state') });
let [passed, failed] = [0, 0];
const missing: string[] = [];
try {
  for (const name of asked) await takeIn(name as keyof typeof engines);
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
for (const why of missing) console.log(`Not run: ${why}`);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

async function takeIn(name: keyof typeof engines): Promise<void> {
  try {
    const engine = await engines[name]();
    console.log(`\n${engine.name}\n\n| Walk | Screens | Taps | Words |\n|---|---:|---:|---:|`);
    try {
      await takeWalks(engine, { world: openWorld(service), ...service }, (one) => told(name, one));
    } finally {
      await engine.close();
    }
  } catch (error) {
    if (error instanceof NotHere) {
      missing.push(error.message);
      return;
    }
    failed += 1;
    console.log(`${name} could not be driven: ${(error as Error).message}`);
  }
}

function told(engine: string, outcome: Outcome): void {
  console.log(rowOf(outcome));
  if ('failed' in outcome) {
    failed += 1;
    if (outcome.picture) keep(`${engine}.${outcome.walk}.failed`, outcome.picture);
    return;
  }
  passed += 1;
  const { pictures, screens } = outcome.taken;
  for (const [index, picture] of pictures.entries()) {
    keep(`${engine}.${outcome.walk}.${index + 1}.${screens[index]}`, picture);
  }
}

function keep(name: string, picture: string): void {
  if (!values.pictures) return;
  writeFileSync(join(values.pictures, `${name.replaceAll(' ', '-')}.png`), picture, 'base64');
}
