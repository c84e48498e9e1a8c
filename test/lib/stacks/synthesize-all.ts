/**
 * Synthesizes every variant over stub bundles into a folder, one after the other: a process of its own,
 * so that no test has to load the CDK.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import settings from '../../../cdk.json' with { type: 'json' };
import { browserLayerFolder, workerFolder } from '../../../lib/build/browser-folders.ts';
import { builtFunctions } from '../../../lib/build/built-functions.ts';
import { layerNames } from '../../../lib/build/layers.ts';
import { writeWhole } from '../../../lib/local/write-whole.ts';
import { createApp } from '../../../lib/stacks/app.ts';
import { stages } from '../../../lib/stacks/stage.ts';
import type { SynthesizedStack } from './synthesis.ts';
import { filesOf, type Variant, type VariantName, variants } from './variants.ts';

const [to = ''] = process.argv.slice(2);
for (const name of Object.keys(variants) as VariantName[]) {
  const { stacks, failure } = filesOf(name);
  try {
    put(stacks, JSON.stringify(synthesize(variants[name])));
  } catch (error) {
    put(failure, (error as Error).stack ?? String(error));
  }
}

function put(file: string, text: string): void {
  writeWhole(join(to, file), text);
}

/** @throws when the synthesis fails, also for a finding of cdk-nag that is not acknowledged. */
function synthesize({ stage, context, settings: own, ...place }: Variant): SynthesizedStack[] {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-synthesis-'));
  try {
    const app = createApp({
      builtFolder: layOutStubs(folder),
      outputFolder: join(folder, 'cdk.out'),
      context: { ...settings.context, stage, settings: fileOf(folder, own), ...context },
      ...place,
    });
    return app.synth().stacks.map((artifact) => ({
      part: artifact.stackName.replace(`billhook-${stage}-`, ''),
      name: artifact.stackName,
      resources: artifact.template.Resources ?? {},
      outputs: artifact.template.Outputs ?? {},
      conditions: artifact.template.Conditions ?? {},
      terminationProtection: artifact.terminationProtection ?? false,
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function fileOf(folder: string, own: object | undefined): string {
  if (!own) return 'none';
  const file = join(folder, 'settings.json');
  writeFileSync(file, JSON.stringify(own));
  return file;
}

/** What `lib/build` would have put there, as far as the synthesis looks at it. */
function layOutStubs(folder: string): string {
  const built = join(folder, 'dist');
  for (const { path } of builtFunctions) {
    writeStub(join(built, 'functions', path), `exports.handler = async () => '${path}';`);
  }
  for (const layer of layerNames) writeStub(join(built, 'layers', layer), '');
  for (const stage of stages) writeStub(workerFolder(built, stage), '');
  writeStub(browserLayerFolder(built), '');
  writeStub(join(built, 'modules/assets'), '');
  writeStub(join(built, 'logos/logos/version'), '');
  return built;
}

function writeStub(folder: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.js'), text);
}
