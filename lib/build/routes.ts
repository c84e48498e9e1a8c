/** Tells the function that answers what no operation takes which methods each path has. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Operation } from '@billhook/core/api/operation';
import { reportOperation } from '../../functions/connector/contract.ts';
import { operations } from '../../functions/contracts.ts';
import { allowOf, methodsByPath } from '../constructs/route-methods.ts';
import type { BuildPaths } from './options.ts';

/** By path, as `Allow` says it. Pages of the modules and reports of connectors are no operations. */
function allowedMethods(): Record<string, string> {
  const all = Object.values(operations).flatMap((group) => Object.values<Operation>(group));
  const allowed = [...methodsByPath(all)].map(([path, methods]) => [path, allowOf(methods)]);
  const others = { '/page/{module}': 'GET', [reportOperation.path]: 'POST' };
  return { ...Object.fromEntries(allowed), ...others };
}

/** Puts `routes.json` beside the function's bundle, so that both deploy together. */
export function placeRoutes({ out }: BuildPaths): void {
  const folder = join(out, 'functions/gateway/route-not-found');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'routes.json'), JSON.stringify(allowedMethods()));
}
