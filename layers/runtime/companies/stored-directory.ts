/** The directory as an import finds it, with what an import before it has left. */
import type { CompanyRecord } from '@billhook/core/company/company';
import {
  type CompanyChange,
  companyDigest,
  DIGEST_BYTES,
  type Digest,
} from '@billhook/core/company/import-plan';
import { buildArrays } from '@billhook/core/company/search/build-arrays';
import { type CompanyFacts, companyFacts } from '@billhook/core/company/search/facts';
import { factsInArrays } from '@billhook/core/company/search/facts-in-arrays';
import { type IndexArrays, idsOf } from '@billhook/core/company/search/index-arrays';
import { companyStore } from '../stores/company-store.ts';
import { type CurrentDirectory, directoryStore } from '../stores/directory-store.ts';
import type { Table } from '../table/types.ts';
import type { Unfinished } from './import-lease.ts';

export type StoredDirectory = {
  readonly current?: CurrentDirectory;
  /** Of all companies that are stored, by their ids. */
  readonly digests: Map<string, Digest>;
  /** What the index knows of them. */
  readonly facts: Map<string, CompanyFacts>;
  /** What was written and is in no index yet. */
  readonly unindexed: readonly CompanyChange[];
};

type Reading = {
  /** What an import that was cut off has left. */
  readonly unfinished?: Unfinished;
  /** Whether all companies are given, so that a damaged index is replaced. */
  readonly isComplete: boolean;
};

/** @throws Error when the index can't be read: companies that are not given would be lost. */
export async function readStoredDirectory(
  table: Table,
  { unfinished, isComplete }: Reading,
): Promise<StoredDirectory> {
  const directory = directoryStore(table);
  const current = await directory.current();
  const read = current ? await readIndexed(table, current) : await readEarlier(table);
  if (!read && !isComplete) throw damaged();
  const indexed = read ?? { digests: new Map(), facts: new Map() };
  const changes = unfinished && (await directory.changes(unfinished));
  const unindexed = changes?.slice(0, unfinished?.written ?? 0) ?? [];
  for (const { id, digest } of unindexed) {
    if (digest === undefined) indexed.digests.delete(id);
    else indexed.digests.set(id, digest);
  }
  return { ...indexed, unindexed, ...(current && { current }) };
}

type Indexed = Pick<StoredDirectory, 'digests' | 'facts'>;

async function readIndexed(table: Table, current: CurrentDirectory): Promise<Indexed | undefined> {
  const directory = directoryStore(table);
  const [arrays, bytes] = await Promise.all([directory.index(current), directory.digests(current)]);
  if (!arrays || bytes?.length !== arrays.flags.length * DIGEST_BYTES) return undefined;
  const hex = Buffer.from(bytes).toString('hex');
  const facts = factsInArrays(arrays);
  const length = 2 * DIGEST_BYTES;
  return {
    digests: new Map(
      facts.map(({ id }, company) => [id, hex.slice(company * length, (company + 1) * length)]),
    ),
    facts: new Map(facts.map((one) => [one.id, one])),
  };
}

async function readEarlier(table: Table): Promise<Indexed> {
  const companies: CompanyRecord[] = await companyStore(table).listEarlier();
  return {
    digests: new Map(companies.map((company) => [company._id, companyDigest(company)])),
    facts: new Map(companies.map((company) => [company._id, companyFacts(company)])),
  };
}

/** The index of the directory. @throws Error when it can't be read. */
export async function readIndex(table: Table): Promise<IndexArrays> {
  const directory = directoryStore(table);
  const current = await directory.current();
  const arrays = current
    ? await directory.index(current)
    : buildArrays((await companyStore(table).listEarlier()).map(companyFacts));
  if (!arrays) throw damaged();
  return arrays;
}

/** All companies of the directory, by name. */
export async function listCompanies(table: Table): Promise<CompanyRecord[]> {
  return companiesInBatches(idsOf(await readIndex(table)), companyStore(table).getOffered);
}

/** Of companies that are read at once. */
const READ_TOGETHER = 1_000;

/** Reads companies, so many at a time that a large directory takes little memory besides. */
export async function companiesInBatches(
  ids: readonly string[],
  read: (ids: readonly string[]) => Promise<CompanyRecord[]>,
): Promise<CompanyRecord[]> {
  const companies: CompanyRecord[] = [];
  for (let start = 0; start < ids.length; start += READ_TOGETHER) {
    companies.push(...(await read(ids.slice(start, start + READ_TOGETHER))));
  }
  return companies;
}

function damaged(): Error {
  return new Error('The index of companies is damaged: import a file of all companies, --complete');
}
