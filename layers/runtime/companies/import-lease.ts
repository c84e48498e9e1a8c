/**
 * Who imports companies, and how far that is: one item. Each write of an import is in a transaction with
 * it, so whoever lost the lease writes nothing any more, however late it wakes up.
 */
import type { Clock } from '@billhook/core/base/dates';
import { directoryImportKey } from '@billhook/core/base/table-keys';
import type { Generation } from '../stores/directory-store.ts';
import type { Table, Write } from '../table/types.ts';

/** How long nobody else may begin after the last write of an import. */
export const IMPORT_LEASE_MILLISECONDS = 30 * 1000;

/** What an import that was cut off has left. */
export type Unfinished = Generation & {
  /** How many of its changes were written, in their order. */
  readonly written: number;
};

/** What is kept with the lease, as far as an import has come. */
type Progress = Partial<Unfinished> & { readonly noting?: Generation };

type LeaseItem = Progress & {
  readonly holder: string;
  /** Milliseconds since the epoch. */
  readonly heldUntil: number;
};

export type ImportLease = {
  /** What the import before left, if it was cut off. */
  readonly unfinished?: Unfinished;
  /** Parts that an import noted and that was cut off before it wrote a company. */
  readonly noting?: Generation;
  /**
   * Writes, together with how far the import is. @throws Error when somebody else has taken the lease,
   * or when a condition of a write doesn't hold.
   */
  write(writes: readonly Write[], progress?: Progress): Promise<void>;
  /** Gives the lease back, with what the import writes last. */
  end(writes?: readonly Write[]): Promise<void>;
  /** Gives the lease back after a failure. The next import goes on with what is unfinished. */
  release(): Promise<void>;
};

/** Nothing while somebody else has it. */
export async function takeImportLease(
  table: Table,
  { clock, holder }: { readonly clock: Clock; readonly holder: string },
): Promise<ImportLease | undefined> {
  const now = clock();
  const when = { atMost: { heldUntil: now }, orAbsent: true } as const;
  const taking = { holder, heldUntil: now + IMPORT_LEASE_MILLISECONDS };
  const taken = await table.write([{ update: directoryImportKey, set: taking, when }]);
  if (taken === 'conflict') return undefined;
  const item = await table.get<LeaseItem>(directoryImportKey);
  if (item?.holder !== holder) return undefined;
  const { generation, parts, written = 0, noting } = item;
  const ours = { equals: { holder } };
  const write = async (writes: readonly Write[], set: object, remove: readonly string[] = []) => {
    const progress: Write = { update: directoryImportKey, set: { ...set }, remove, when: ours };
    const result = await table.write([...writes, progress]);
    if (result === 'conflict') throw new Error('Another import has begun: this one has stopped');
  };
  return {
    ...(generation && parts && { unfinished: { generation, parts, written } }),
    ...(noting && { noting }),
    write: (writes, progress = {}) =>
      write(writes, { ...progress, heldUntil: clock() + IMPORT_LEASE_MILLISECONDS }),
    end: (writes = []) =>
      write(writes, { heldUntil: 0 }, ['generation', 'parts', 'written', 'noting']),
    release: () => write([], { heldUntil: 0 }),
  };
}
