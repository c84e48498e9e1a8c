/** The directory as an import finds it, with what an import before it has left. */
import type { CompanyRecord } from '@billhook/core/company/company';
import {
  type CompanyChange,
  DIGEST_BYTES,
  type Digest,
  digestOf,
} from '@billhook/core/company/import-plan';
import { type CompanyFacts, factsOf } from '@billhook/core/company/search/facts';
import { factsInArrays } from '@billhook/core/company/search/facts-in-arrays';
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
  if (!read && !isComplete) {
    throw new Error(
      'The index of companies is damaged: import a file of all companies, --complete',
    );
  }
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
    digests: new Map(companies.map((company) => [company._id, digestOf(company)])),
    facts: new Map(companies.map((company) => [company._id, factsOf(company)])),
  };
}

/** Of companies that are read at once. */
const READ_TOGETHER = 1_000;

/** All companies of the directory, by name. */
export async function listCompanies(table: Table): Promise<CompanyRecord[]> {
  const { facts } = await readStoredDirectory(table, { isComplete: false });
  const ids = [...facts.keys()];
  const companies: CompanyRecord[] = [];
  for (let start = 0; start < ids.length; start += READ_TOGETHER) {
    const these = ids.slice(start, start + READ_TOGETHER);
    companies.push(...(await companyStore(table).getOffered(these)));
  }
  return companies;
}
