/** Begins to synthesize the stacks, beside the tests: each waits for what it looks at. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder in which the stacks of each variant appear. */
    synthesizedStacks: string;
  }
}

export default function setUp(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-stacks-'));
  const script = join(import.meta.dirname, 'synthesize-all.ts');
  const flags = ['--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...flags, script, folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  project.provide('synthesizedStacks', folder);
  return () => {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  };
}
