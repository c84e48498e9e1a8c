/** Which methods each path has, and which of them pages may call. */
import type { Operation } from '@billhook/core/api/operation';

type Routed = Pick<Operation, 'method' | 'path' | 'alsoAt' | 'callers'>;

export type PathMethods = {
  readonly methods: readonly string[];
  /** Those that access tokens open, or that need no credential: a page may call them. */
  readonly forPages: readonly string[];
};

export function methodsByPath(operations: readonly Routed[]): ReadonlyMap<string, PathMethods> {
  const found = new Map<string, { methods: string[]; forPages: string[] }>();
  for (const { method, path, alsoAt, callers } of operations) {
    for (const one of alsoAt === undefined ? [path] : [path, alsoAt]) {
      const at = found.get(one) ?? { methods: [], forPages: [] };
      at.methods.push(method);
      if (callers.some((caller) => caller !== 'partner')) at.forPages.push(method);
      found.set(one, at);
    }
  }
  return found;
}

/** What `Allow` says: a path for pages has preflights too. */
export function allowOf({ methods, forPages }: PathMethods): string {
  return [...methods, ...(forPages.length > 0 ? ['OPTIONS'] : [])].join(', ');
}
