/**
 * Imports companies into the directory (decision: directory-of-generations). It can be killed at any
 * point and run again: what it is about to write is written down first, then the companies, then a new
 * index, and one transaction makes that the one that counts.
 */

import { type Clock, instantText } from '@billhook/core/base/dates';
import { type RandomBytes, randomText } from '@billhook/core/base/ids';
import { directoryKey } from '@billhook/core/base/table-keys';
import type { CompanyRecord } from '@billhook/core/company/company';
import {
  type CompanyChange,
  companyDigest,
  type ImportPlan,
  planImport,
  type Removals,
} from '@billhook/core/company/import-plan';
import { buildArrays } from '@billhook/core/company/search/build-arrays';
import { type CompanyFacts, companyFacts } from '@billhook/core/company/search/facts';
import { type IndexArrays, idsOf } from '@billhook/core/company/search/index-arrays';
import { shownFirst } from '@billhook/core/company/shown-first';
import { companyStore, companyWrite, removalWrite } from '../stores/company-store.ts';
import {
  type CurrentDirectory,
  deletionsOf,
  digestWrites,
  type Generation,
  indexWrites,
  type PartCounts,
  partWrites,
} from '../stores/directory-store.ts';
import { writeUnlessChanged } from '../table/intended-writes.ts';
import type { Table, Write } from '../table/types.ts';
import { type ImportLease, takeImportLease, type Unfinished } from './import-lease.ts';
import { readStoredDirectory, type StoredDirectory } from './stored-directory.ts';

export type Importing = {
  readonly table: Table;
  readonly clock: Clock;
  readonly random: RandomBytes;
  /** Told how many companies were written, of how many. */
  readonly progress?: (written: number, all: number) => void;
};

export type GivenCompanies = {
  readonly companies: readonly CompanyRecord[];
  /** Which companies are removed; none without it. */
  readonly removes?: Removals;
};

/** Writes of a transaction, of the 100 that it may have, the lease among them. */
const WRITES_TOGETHER = 90;
/** Characters of them, of the 4 MB. */
const CHARACTERS_TOGETHER = 1_000_000;
/** Items of up to 350 KB. */
const PARTS_TOGETHER = 8;
const GENERATION_LENGTH = 12;

/** What an import would change; writes nothing. */
export async function previewImport(table: Table, given: GivenCompanies): Promise<ImportPlan> {
  const isComplete = given.removes === 'all-others';
  const { digests } = await readStoredDirectory(table, { isComplete });
  return planImport(given.companies, digests, given.removes);
}

/** Nothing while another import is running: until 30 seconds after its last write. */
export async function importCompanies(
  outside: Importing,
  given: GivenCompanies,
): Promise<ImportPlan | undefined> {
  const { table, clock, random } = outside;
  const generation = randomText(GENERATION_LENGTH, random);
  const lease = await takeImportLease(table, { clock, holder: generation });
  if (!lease) return undefined;
  try {
    return await importWith(outside, given, { lease, generation });
  } catch (error) {
    // It may be the lease that was lost; what failed first is what counts.
    await lease.release().catch(() => {});
    throw error;
  }
}

/** Longer than an import that was cut off is waited for. */
const PATIENCE_MILLISECONDS = 60 * 1000;
const POLL_MILLISECONDS = 1_000;

/** The same once no other import is running. @throws Error when that takes more than a minute. */
export async function importInTurn(outside: Importing, given: GivenCompanies): Promise<ImportPlan> {
  const until = outside.clock() + PATIENCE_MILLISECONDS;
  for (;;) {
    const plan = await importCompanies(outside, given);
    if (plan) return plan;
    if (outside.clock() > until) throw new Error('Another import of companies is running');
    await new Promise((resolve) => setTimeout(resolve, POLL_MILLISECONDS));
  }
}

async function importWith(
  outside: Importing,
  given: GivenCompanies,
  { lease, generation }: { readonly lease: ImportLease; readonly generation: string },
): Promise<ImportPlan> {
  const { table } = outside;
  const stored = await readStoredDirectory(table, {
    unfinished: lease.unfinished,
    isComplete: given.removes === 'all-others',
  });
  const plan = planImport(given.companies, stored.digests, given.removes);
  const { added, changed, removed } = plan;
  const nothing = added.length + changed.length + removed.length + stored.unindexed.length === 0;
  if (nothing && stored.current) {
    // The import before may have been killed while it removed what was left.
    await removeLeftovers(table, stored.current);
    await lease.end();
    return plan;
  }
  const begun = await writeRecords(outside, lease, { generation, plan, stored });
  const next = await writeIndex(outside, lease, { begun, plan, stored });
  await removeLeftovers(table, next);
  if (stored.current) await companyStore(table).deleteEarlier();
  return plan;
}

type Step = { readonly plan: ImportPlan; readonly stored: StoredDirectory };

/** First what is about to be written, then the records, in transactions that count them. */
async function writeRecords(
  { clock, progress }: Importing,
  lease: ImportLease,
  { generation, plan, stored }: Step & { readonly generation: string },
): Promise<Unfinished> {
  const records = [...plan.added, ...plan.changed];
  const changes: CompanyChange[] = [
    ...stored.unindexed,
    ...records.map((company) => ({ id: company._id, digest: companyDigest(company) })),
    ...plan.removed.map((id) => ({ id })),
  ];
  const noted = partWrites(generation, 'changes', JSON.stringify(changes));
  const parts: PartCounts = { changes: noted.length };
  // Until it is all there, what an import before has noted counts.
  await lease.write([], { noting: { generation, parts } });
  await writeParts(lease, noted);
  let written = stored.unindexed.length;
  await lease.write([], { generation, parts, written });
  const removedAt = instantText(clock());
  const writes = [
    ...records.map(companyWrite),
    ...plan.removed.map((id) => removalWrite(id, removedAt)),
  ];
  for (const together of inTransactions(writes)) {
    await lease.write(together, { written: written + together.length });
    written += together.length;
    progress?.(written, changes.length);
  }
  return { generation, parts, written };
}

async function writeIndex(
  { table, clock }: Importing,
  lease: ImportLease,
  { begun, plan, stored }: Step & { readonly begun: Unfinished },
): Promise<CurrentDirectory> {
  const { generation } = begun;
  const { facts, digests } = await latestFacts(table, plan, stored);
  const arrays = buildArrays([...facts.values()]);
  const writes = {
    index: indexWrites(generation, arrays),
    digests: digestWrites(generation, arrays, digests),
    shown: partWrites(generation, 'shown', JSON.stringify(shownFirst(byName(arrays, facts)))),
  };
  const parts = {
    index: writes.index.length,
    digests: writes.digests.length,
    shown: writes.shown.length,
  };
  // Before they are written: whoever comes after a kill knows what to delete.
  await lease.write([], { parts: { ...begun.parts, ...parts } });
  await writeParts(lease, Object.values(writes).flat());
  const { current } = stored;
  const leftovers = oncePerGeneration([
    ...(current?.leftovers ?? []),
    ...(current?.previous ? [current.previous] : []),
    ...(lease.unfinished ? [lease.unfinished] : []),
    ...(lease.noting ? [lease.noting] : []),
    { generation, parts: begun.parts },
  ]);
  const next: CurrentDirectory = {
    generation,
    parts,
    version: (current?.version ?? 0) + 1,
    count: facts.size,
    importedAt: instantText(clock()),
    leftovers,
    ...(current && { previous: { generation: current.generation, parts: current.parts } }),
  };
  const when = current ? { equals: { version: current.version } } : { absent: true as const };
  await lease.end([{ put: { ...directoryKey, ...next }, when }]);
  return next;
}

function byName(arrays: IndexArrays, facts: ReadonlyMap<string, CompanyFacts>): CompanyFacts[] {
  return idsOf(arrays).flatMap((id) => facts.get(id) ?? []);
}

/** A part may have been noted more than once; then the highest count has all of its items. */
function oncePerGeneration(all: readonly Generation[]): Generation[] {
  const parts = new Map<string, Record<string, number>>();
  for (const one of all) {
    const known = parts.get(one.generation) ?? {};
    for (const [part, count = 0] of Object.entries(one.parts)) {
      known[part] = Math.max(known[part] ?? 0, count);
    }
    parts.set(one.generation, known);
  }
  return [...parts].map(([generation, parts]) => ({ generation, parts }));
}

/** Of all companies that are in the directory now. */
async function latestFacts(
  table: Table,
  plan: ImportPlan,
  { facts, digests, unindexed }: StoredDirectory,
): Promise<Pick<StoredDirectory, 'facts' | 'digests'>> {
  const ids = unindexed.map(({ id }) => id);
  for (const id of ids) facts.delete(id);
  for (const company of await companyStore(table).getOffered(ids)) {
    facts.set(company._id, companyFacts(company));
  }
  for (const company of [...plan.added, ...plan.changed]) {
    facts.set(company._id, companyFacts(company));
    digests.set(company._id, companyDigest(company));
  }
  for (const id of plan.removed) facts.delete(id);
  return { facts, digests };
}

/** What nobody reads any more. If it is cut off, the next import goes on with it. */
async function removeLeftovers(table: Table, current: CurrentDirectory): Promise<void> {
  const { version, leftovers = [] } = current;
  if (leftovers.length === 0) return;
  const deletions = leftovers.flatMap(deletionsOf);
  for (let start = 0; start < deletions.length; start += WRITES_TOGETHER) {
    await writeUnlessChanged(table, deletions.slice(start, start + WRITES_TOGETHER));
  }
  const when = { equals: { version } };
  await writeUnlessChanged(table, [{ update: directoryKey, remove: ['leftovers'], when }]);
}

async function writeParts(lease: ImportLease, writes: readonly Write[]): Promise<void> {
  for (let start = 0; start < writes.length; start += PARTS_TOGETHER) {
    await lease.write(writes.slice(start, start + PARTS_TOGETHER));
  }
}

function* inTransactions(writes: readonly Write[]): Generator<Write[]> {
  let together: Write[] = [];
  let characters = 0;
  for (const write of writes) {
    const length = JSON.stringify(write).length;
    const full = together.length === WRITES_TOGETHER || characters + length > CHARACTERS_TOGETHER;
    if (full && together.length > 0) {
      yield together;
      together = [];
      characters = 0;
    }
    together.push(write);
    characters += length;
  }
  if (together.length > 0) yield together;
}
