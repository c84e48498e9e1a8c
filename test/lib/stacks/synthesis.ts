/** The stacks, synthesized once for each stage in each test file that asks, over stub bundles. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import settings from '../../../cdk.json' with { type: 'json' };
import { builtFunctions } from '../../../lib/build/built-functions.ts';
import { layerNames } from '../../../lib/build/layers.ts';
import { createApp } from '../../../lib/stacks/app.ts';
import type { Stage } from '../../../lib/stacks/stage.ts';

// biome-ignore lint/suspicious/noExplicitAny: templates are JSON of many shapes; tests assert what they read.
export type Json = any;

export type Resource = {
  readonly Type: string;
  readonly Properties: Record<string, Json>;
  readonly DeletionPolicy?: string;
};

export type SynthesizedStack = {
  /** Without the stage: `data`. */
  readonly part: string;
  readonly name: string;
  readonly resources: Readonly<Record<string, Resource>>;
  readonly outputs: Readonly<Record<string, { readonly Value: unknown }>>;
  readonly conditions: Readonly<Record<string, unknown>>;
  readonly terminationProtection: boolean;
};

const synthesized = new Map<Stage, readonly SynthesizedStack[]>();

/** @throws when the synthesis fails, also for a finding of cdk-nag that is not acknowledged. */
export function synthesize(stage: Stage): readonly SynthesizedStack[] {
  const known = synthesized.get(stage);
  if (known) return known;
  const stacks = synthesizeIn(stage, {});
  synthesized.set(stage, stacks);
  return stacks;
}

/** The same where account and region are known, as they are to `cdk deploy`. */
export function synthesizeIn(
  stage: Stage,
  place: { readonly account?: string; readonly region?: string },
  context: Readonly<Record<string, unknown>> = {},
): readonly SynthesizedStack[] {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-synthesis-'));
  try {
    const app = createApp({
      builtFolder: layOutStubs(folder),
      outputFolder: join(folder, 'cdk.out'),
      context: { ...settings.context, stage, ...context },
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

/** What `lib/build/build.ts` would have put there, as far as the synthesis looks at it. */
function layOutStubs(folder: string): string {
  const built = join(folder, 'dist');
  for (const { path } of builtFunctions) {
    writeStub(join(built, 'functions', path), `exports.handler = async () => '${path}';`);
  }
  for (const layer of layerNames) writeStub(join(built, 'layers', layer), '');
  writeStub(join(built, 'modules/assets'), '');
  return built;
}

function writeStub(folder: string, text: string): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.js'), text);
}

export function stackOf(stage: Stage, part: string): SynthesizedStack {
  const stack = synthesize(stage).find((one) => one.part === part);
  if (!stack) throw new Error(`There is no stack ${part}`);
  return stack;
}

export type Found = { readonly part: string; readonly id: string } & Resource;

/** All resources of a type, over all stacks. */
export function resourcesOf(stage: Stage, type: string): Found[] {
  return synthesize(stage).flatMap(({ part, resources }) =>
    Object.entries(resources)
      .filter(([, resource]) => resource.Type === type)
      .map(([id, resource]) => ({ part, id, ...resource })),
  );
}
