/** Sets back what a test file changed beyond itself: the next one has the same process, and modules of its own. */
import { afterAll, vi } from 'vitest';

const standing = process.env;
const environment = { ...standing };

afterAll(() => {
  const replaced = process.env !== standing;
  // What vitest takes out of the environment, it takes out of the one that was there first.
  process.env = standing;
  vi.resetModules();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  for (const name of Object.keys(process.env)) {
    if (!(name in environment)) delete process.env[name];
  }
  Object.assign(process.env, environment);
  if (replaced) throw new Error('The test file has replaced process.env: change what is in it');
});
