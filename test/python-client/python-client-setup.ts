/** Prepares Python, and starts the service that its client calls. */
import { rmSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import setUpService from '../support/global-setup.ts';
import { type Python, preparePython } from './python.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    python: Python;
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const python = preparePython();
  project.provide('python', python);
  const stop = await setUpService(project);
  return async () => {
    await stop();
    rmSync(python.folder, { recursive: true, force: true });
  };
}
