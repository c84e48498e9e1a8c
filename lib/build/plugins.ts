/** What is changed in third-party code while it is bundled. */
import { basename, join } from 'node:path';
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

/**
 * Leaves the sandbox out: its companies, its connector and what they remember
 * (decision: no-sandbox-in-production).
 */
export const withoutSandbox: Plugin = {
  name: 'without-sandbox',
  setup(build) {
    build.onLoad({ filter: /layers\/runtime\/companies\/built-in-connectors\.ts$/ }, () => ({
      contents: 'export const builtInConnectors = {}; export const asksForSwap = () => false;',
    }));
    build.onLoad({ filter: SANDBOX_SOURCE }, ({ path }) => ({
      contents: `throw new Error('${basename(path)} is excluded from production');`,
    }));
  },
};

/** Of a source file whose content is for the sandbox alone. */
export const SANDBOX_SOURCE = /layers\/(core\/sandbox\/|runtime\/stores\/sandbox-memory\.ts$)/;

export const thirdPartyPlugins: Plugin[] = [environmentCredentials, rareImports];
