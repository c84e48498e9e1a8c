import { operations } from '../../functions/contracts.ts';

/**
 * The operations of the contracts that are missing.
 * @param names of calls, as `callEveryOperation` has them: `createClient, existing`.
 */
export function operationsNotIn(names: Iterable<string>): string[] {
  const called = new Set(Array.from(names, (name) => name.split(',')[0]));
  return Object.values(operations)
    .flatMap((group) => Object.keys(group))
    .filter((name) => !called.has(name));
}
