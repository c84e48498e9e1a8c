import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import settings from '../../../cdk.json' with { type: 'json' };
import { buildAll } from '../../../lib/build/build.ts';
import { projectPaths } from '../../../lib/build/options.ts';
import { architectureDocument, withArchitecture } from '../../../lib/documents/diagram-document.ts';
import { readAssembly } from '../../../lib/local/template/assembly.ts';
import { createApp } from '../../../lib/stacks/app.ts';

const root = join(import.meta.dirname, '../../..');
const folder = mkdtempSync(join(tmpdir(), 'billhook-diagram-'));
afterAll(() => rmSync(folder, { recursive: true }));

// It builds and synthesizes the whole app.
test('the pictures of the architecture are those of the stacks', async () => {
  const built = join(folder, 'built');
  await buildAll({ ...projectPaths, out: built });
  const outputFolder = join(folder, 'cdk.out');
  createApp({ builtFolder: built, outputFolder, context: settings.context }).synth();
  const stacks = readAssembly(outputFolder);
  const text = (...path: string[]) => readFileSync(join(root, ...path), 'utf8');
  expect(text('docs', 'architecture.md'), 'npm run docs').toBe(architectureDocument(stacks));
  const readme = text('README.md');
  expect(readme, 'npm run docs').toBe(withArchitecture(readme, stacks));
}, 120_000);
