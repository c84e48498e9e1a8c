/** Notes the processor time of a test file, for the report: its imports, tests and hooks. */
import { afterAll } from 'vitest';

declare module 'vitest' {
  interface TaskMeta {
    /** Of the process that runs the file, without what that starts. */
    processorSeconds?: number;
  }
}

const start = process.cpuUsage();

// biome-ignore lint/correctness/noEmptyPattern: vitest reads from it that no fixture is wanted.
afterAll(({}, file) => {
  const { user, system } = process.cpuUsage(start);
  file.meta.processorSeconds = (user + system) / 1e6;
});
