/**
 * Which functions reach the table by the small client instead of the SDK's, and how they get it
 * (decision: a-small-client-where-no-money-moves).
 */
import { join } from 'node:path';
import type { TableAction } from '@billhook/core/api/operation';
import type { Plugin } from 'esbuild';
import type { BuiltFunction } from './built-functions.ts';
import { projectPaths } from './options.ts';
import { rareImports } from './plugins.ts';

const reads: ReadonlySet<TableAction> = new Set(['get', 'get-many', 'query', 'query-index']);

/** Those that only read the table, and use nothing else of AWS: they can't begin a payment. */
export function hasSmallClient({ declaration }: Pick<BuiltFunction, 'declaration'>): boolean {
  const { table = [], ...others } = declaration.uses;
  return (
    table.length > 0 && table.every((use) => reads.has(use)) && Object.keys(others).length === 0
  );
}

const smallClient: Plugin = {
  name: 'small-client',
  setup(build) {
    build.onResolve({ filter: /^@aws-sdk\/(client|lib)-dynamodb$/ }, () => ({
      path: join(projectPaths.layers, 'runtime/aws/small-dynamo.ts'),
    }));
  },
};

const NEVER_REACHED = 'never-reached';

/**
 * What a request that only reads never comes to: answering a repetition, opening an encrypted body,
 * spending a signature. Bundled along, they would make esbuild wrap every module that they share.
 */
const withoutEffects: Plugin = {
  name: 'without-effects',
  setup(build) {
    build.onResolve({ filter: /^\.\/(idempotency|decrypt-body|spend-signature)\.ts$/ }, (found) =>
      found.kind === 'dynamic-import' ? { path: found.path, namespace: NEVER_REACHED } : undefined,
    );
    build.onLoad({ filter: /./, namespace: NEVER_REACHED }, ({ path }) => ({
      contents: `throw new Error('${path} is excluded from what only reads');`,
    }));
  },
};

/** Before those that leave the SDK in the layer. */
export const smallClientPlugins: readonly Plugin[] = [smallClient, withoutEffects, rareImports];
