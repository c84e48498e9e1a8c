/** Writes whose result needs no decision: the name says why. Anything else looks at the result. */
import type { Table, Write } from './types.ts';

/**
 * Writes what holds only as long as nothing has changed since it was read. Where something has,
 * nothing is lost: the other writer has decided on newer facts, or a sweep decides again.
 */
export async function writeUnlessChanged(table: Table, writes: readonly Write[]): Promise<void> {
  await table.write(writes);
}

/** Writes what has no condition that anything else could break. @throws Error when it is refused. */
export async function writeSurely(table: Table, writes: readonly Write[]): Promise<void> {
  const result = await table.write(writes);
  if (result === 'conflict') throw new Error('A write that nothing can conflict with was rejected');
}
