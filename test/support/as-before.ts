/** Sets back what a test file changed beyond itself: the next one has the same process, and modules of its own. */
import { afterAll, vi } from 'vitest';

const environment = { ...process.env };

afterAll(() => {
  vi.resetModules();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  for (const name of Object.keys(process.env)) {
    if (!(name in environment)) delete process.env[name];
  }
  Object.assign(process.env, environment);
});
