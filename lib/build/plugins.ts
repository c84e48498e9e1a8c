/** What is changed in third-party code while it is bundled. */
import { join } from 'node:path';
import type { Plugin } from 'esbuild';

/** See `lib/build/credentials.ts`. */
const environmentCredentials: Plugin = {
  name: 'environment-credentials',
  setup(build) {
    build.onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, () => ({
      path: join(import.meta.dirname, 'credentials.ts'),
    }));
  },
};

const LEFT_OUT = 'left-out';

/**
 * Packages that the SDK imports when it meets what none of our calls has: event streams, browsers.
 * Bundled along, they would make esbuild wrap every module that they share, and start-up pay for it.
 */
const rareImports: Plugin = {
  name: 'rare-imports',
  setup(build) {
    build.onResolve({ filter: /^(@smithy\/core\/event-streams|bowser)$/ }, ({ path, kind }) =>
      kind === 'dynamic-import' ? { path, namespace: LEFT_OUT } : undefined,
    );
    build.onLoad({ filter: /./, namespace: LEFT_OUT }, ({ path }) => ({
      contents: `throw new Error('${path} is excluded from the build');`,
    }));
  },
};

export const thirdPartyPlugins: Plugin[] = [environmentCredentials, rareImports];
