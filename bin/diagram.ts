/**
 * `npm run diagram`: draws the synthesized stacks into `docs/architecture.md` and the README, and the
 * state machines into `docs/states.md`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import settings from '../cdk.json' with { type: 'json' };
import { buildAll } from '../lib/build/build.ts';
import { projectPaths } from '../lib/build/options.ts';
import { architectureDocument, withArchitecture } from '../lib/documents/diagram-document.ts';
import { statesDocument } from '../lib/documents/state-machines.ts';
import { readAssembly } from '../lib/local/template/assembly.ts';
import { createApp } from '../lib/stacks/app.ts';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'billhook-diagram-'));
try {
  await buildAll();
  createApp({
    builtFolder: projectPaths.out,
    outputFolder: folder,
    context: settings.context,
  }).synth();
  const stacks = readAssembly(folder);
  writeFileSync(join(root, 'docs', 'architecture.md'), architectureDocument(stacks));
  const readme = join(root, 'README.md');
  writeFileSync(readme, withArchitecture(readFileSync(readme, 'utf8'), stacks));
  writeFileSync(join(root, 'docs', 'states.md'), statesDocument());
  console.log('Written to docs/architecture.md, docs/states.md and README.md');
} finally {
  rmSync(folder, { recursive: true });
}
