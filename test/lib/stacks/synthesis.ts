/** The stacks of each stage as templates. `synthesize-all.ts` synthesizes them beside the tests. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { Stage } from '../../../lib/stacks/stage.ts';
import { filesOf, type VariantName } from './variants.ts';

// biome-ignore lint/suspicious/noExplicitAny: templates are JSON of many shapes; tests assert what they read.
export type Json = any;

export type Resource = {
  readonly Type: string;
  readonly Properties: Record<string, Json>;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly DependsOn?: string | readonly string[];
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

const MAX_WAIT_MILLISECONDS = 240_000;
const POLL_MILLISECONDS = 50;
const read = new Map<VariantName, readonly SynthesizedStack[]>();

/**
 * Waits for a variant's stacks. Whoever asks may do so while tests are being declared, and so gets them
 * without a promise.
 * @throws when the synthesis failed, also for a finding of cdk-nag that is not acknowledged.
 */
export function synthesize(name: VariantName): readonly SynthesizedStack[] {
  const known = read.get(name);
  if (known) return known;
  const stacks = JSON.parse(readFileSync(waitFor(name), 'utf8')) as readonly SynthesizedStack[];
  read.set(name, stacks);
  return stacks;
}

function waitFor(name: VariantName): string {
  const folder = inject('synthesizedStacks');
  const files = filesOf(name);
  const deadline = Date.now() + MAX_WAIT_MILLISECONDS;
  const cell = new Int32Array(new SharedArrayBuffer(4));
  while (Date.now() < deadline) {
    const failure = join(folder, files.failure);
    if (existsSync(failure)) throw new Error(readFileSync(failure, 'utf8'));
    if (existsSync(join(folder, files.stacks))) return join(folder, files.stacks);
    Atomics.wait(cell, 0, 0, POLL_MILLISECONDS);
  }
  throw new Error(`The stacks of ${name} were not synthesized`);
}

export function stackOf(stage: Stage, part: string): SynthesizedStack {
  const stack = synthesize(stage).find((one) => one.part === part);
  if (!stack) throw new Error(`There is no stack ${part}`);
  return stack;
}

export type Found = { readonly part: string; readonly id: string } & Resource;

/** All resources of a type, over all stacks. */
export function resourcesOf(name: VariantName, type: string): Found[] {
  return synthesize(name).flatMap(({ part, resources }) =>
    Object.entries(resources)
      .filter(([, resource]) => resource.Type === type)
      .map(([id, resource]) => ({ part, id, ...resource })),
  );
}
