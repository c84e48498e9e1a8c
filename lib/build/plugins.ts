/** What is changed in third-party code while it is bundled. */
import crypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'esbuild';
import { projectPaths } from './options.ts';

/** See `layers/runtime/aws/environment-credentials.ts`. */
const environmentCredentials: Plugin = {
  name: 'environment-credentials',
  setup(build) {
    build.onResolve({ filter: /^@aws-sdk\/credential-provider-node$/ }, () => ({
      path: join(projectPaths.layers, 'runtime/aws/environment-credentials.ts'),
    }));
  },
};

const LEFT_OUT = 'left-out';
const NO_STREAMS = 'no-streams';
const LATE_BUILT_IN = 'late-built-in';

/**
 * Packages that the SDK imports when it meets what none of our calls has: event streams, browsers.
 * Bundled along, they would make esbuild wrap every module that they share, and start-up pay for it.
 */
export const rareImports: Plugin = {
  name: 'rare-imports',
  setup(build) {
    build.onResolve({ filter: /^(@smithy\/core\/event-streams|bowser)$/ }, ({ path, kind }) => {
      if (kind === 'dynamic-import') return { path, namespace: LEFT_OUT };
      return path === 'bowser' ? undefined : { path, namespace: NO_STREAMS };
    });
    // The client of S3 is set up with them, whatever is called.
    build.onLoad({ filter: /./, namespace: NO_STREAMS }, () => ({
      contents: `export const eventStreamSerdeProvider = () => undefined;
        export const resolveEventStreamSerdeConfig = (config) => config;`,
    }));
    build.onLoad({ filter: /./, namespace: LEFT_OUT }, ({ path }) => ({
      contents: `throw new Error('${path} is excluded from the build');`,
    }));
  },
};

/**
 * Lambda has no `~/.aws` to read settings from, and a function no home: looking there takes loading
 * `node:fs/promises`, and two calls of it before the first request.
 */
const noSettingsFiles: Plugin = {
  name: 'no-settings-files',
  setup(build) {
    build.onLoad({ filter: /[\\/]shared-ini-file-loader[\\/]readFile\.js$/ }, () => ({
      contents: `export const filePromises = {};
      export const fileIntercept = {};
      export const readFile = async () => {
        throw Object.assign(new Error('There are no files of settings'), { code: 'ENOENT' });
      };`,
    }));
  },
};

/** A client says its version to AWS, and takes the whole package.json along for it. */
const versionOnly: Plugin = {
  name: 'version-only',
  setup(build) {
    build.onLoad({ filter: /[\\/]@aws-sdk[\\/]client-[\w-]+[\\/]package\.json$/ }, ({ path }) => {
      const { version } = JSON.parse(readFileSync(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

/**
 * Has our own code load `node:crypto` when it first uses something of it: a function without a client
 * of AWS may never do, and it takes 3 ms of start-up.
 */
export const lateCrypto: Plugin = {
  name: 'late-crypto',
  setup(build) {
    build.onResolve({ filter: /^node:crypto$/, namespace: 'file' }, ({ path }) => ({
      path,
      namespace: LATE_BUILT_IN,
    }));
    build.onResolve({ filter: /^node:/, namespace: LATE_BUILT_IN }, ({ path }) => ({
      path,
      external: true,
    }));
    build.onLoad({ filter: /./, namespace: LATE_BUILT_IN }, ({ path }) => {
      const names = Object.entries(crypto).map(([name, value]) =>
        // Handing a function on must not load it yet; classes and constants are looked up when named.
        typeof value === 'function' && /^[a-z]/.test(name)
          ? `exports.${name} = (...given) => load().${name}(...given);`
          : `Object.defineProperty(exports, '${name}', { get: () => load().${name} });`,
      );
      return { contents: `const load = () => require('${path}');\n${names.join('\n')}` };
    });
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

export const thirdPartyPlugins: Plugin[] = [
  environmentCredentials,
  rareImports,
  noSettingsFiles,
  versionOnly,
];
