/**
 * Begins to measure what the operations cost, beside the tests: nearly all of it is waiting for quiet
 * between two calls, for which no worker has to stand still.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The file in which the costs appear, or what went wrong. */
    measuredCosts: string;
  }
}

export default function setUp(project: TestProject): () => Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-measured-'));
  const file = join(folder, 'costs.json');
  const script = join(import.meta.dirname, 'measure-costs.ts');
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script, file], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  project.provide('measuredCosts', file);
  return async () => {
    child.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
}
