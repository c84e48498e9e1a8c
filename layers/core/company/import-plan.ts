/** What an import of companies changes, told by digests: nothing has to be read of what stays. */
import { createHash } from 'node:crypto';
import type { CompanyRecord } from './company.ts';

/** Of a company's record: hex of the first 8 bytes of a SHA-256. */
export type Digest = string;

export const DIGEST_BYTES = 8;

/** A record that an import writes, or an id that it removes. */
export type CompanyChange = { readonly id: string; readonly digest?: Digest };

export type ImportPlan = {
  readonly added: readonly CompanyRecord[];
  readonly changed: readonly CompanyRecord[];
  readonly unchanged: number;
  readonly removed: readonly string[];
};

export function companyDigest(record: CompanyRecord): Digest {
  return createHash('sha256')
    .update(JSON.stringify(record))
    .digest()
    .subarray(0, DIGEST_BYTES)
    .toString('hex');
}

/** Which companies an import removes: those of these ids, or all that it is not given. */
export type Removals = readonly string[] | 'all-others';

/** @param stored the digests of all companies of the directory. */
export function planImport(
  given: readonly CompanyRecord[],
  stored: ReadonlyMap<string, Digest>,
  removals: Removals = [],
): ImportPlan {
  // The last of those with one id counts, as if one was imported after the other.
  const companies = new Map(given.map((company) => [company._id, company]));
  const fresh = [...companies.values()];
  const added = fresh.filter(({ _id }) => !stored.has(_id));
  const changed = fresh.filter((company) => {
    const digest = stored.get(company._id);
    return digest !== undefined && digest !== companyDigest(company);
  });
  const gone =
    removals === 'all-others' ? [...stored.keys()] : removals.filter((id) => stored.has(id));
  const removed = gone.filter((id) => !companies.has(id));
  const unchanged = fresh.length - added.length - changed.length;
  return { added, changed, unchanged, removed };
}
