/** Which companies users link most: counted when one is linked, and kept for searches (decision: counted-links). */
import { createHash } from 'node:crypto';
import type { CompanyRecord } from '@billhook/core/company/company';
import { countLink, countShared, mostLinked } from '@billhook/core/company/popularity';
import { logWarning } from '../aws/logger.ts';
import { popularityStore } from '../stores/popularity-store.ts';
import { conflict, retryOrThrow } from '../table/retry-conflict.ts';
import type { Table } from '../table/types.ts';

/** How long a warm function goes by what it has read. */
const KEPT_MILLISECONDS = 5 * 60 * 1000;
/** Partners of whom it keeps that. */
const MAX_KEPT = 1_000;
const MARK_LENGTH = 8;

type Linked = { readonly partnerId: string; readonly company: CompanyRecord; readonly now: number };

/** Nobody waits for it, and nothing fails by it: a link that can't be counted isn't. */
export async function countLinked(table: Table, linked: Linked): Promise<void> {
  const { company } = linked;
  // What everybody tries out is not what anybody looks for.
  if (company.sandbox?.bills === 'by-form') return;
  try {
    await Promise.all([countOwn(table, linked), countForAll(table, linked)]);
  } catch {
    logWarning('A link was not counted', { companyId: company._id });
  }
}

async function countOwn(table: Table, { partnerId, company, now }: Linked): Promise<void> {
  const counts = popularityStore(table);
  await retryOrThrow('Others were faster', async () => {
    const before = await counts.find(partnerId);
    const next = countLink(before, company._id);
    const written = await table.write([counts.save(partnerId, { next, before, now })]);
    return written === 'written' || conflict;
  });
}

async function countForAll(table: Table, { partnerId, company, now }: Linked): Promise<void> {
  const counts = popularityStore(table);
  const mark = createHash('sha256').update(partnerId).digest('hex').slice(0, MARK_LENGTH);
  await retryOrThrow('Others were faster', async () => {
    const before = await counts.findShared();
    const next = countShared(before, company._id, mark);
    const written = await table.write([counts.saveShared({ next, before, now })]);
    return written === 'written' || conflict;
  });
}

/** Ids of companies, the most popular first. */
export type PopularFor = (partnerId: string, now: number) => Promise<readonly string[]>;

export function keptPopular(table: Table): PopularFor {
  const counts = popularityStore(table);
  const shared = keptFor(1, () => counts.findShared());
  return keptFor(MAX_KEPT, async (partnerId, now) =>
    mostLinked(...(await Promise.all([counts.find(partnerId), shared('all', now)]))),
  );
}

/** Reads once in a while for each name, for the names that were asked for last. */
function keptFor<T>(
  most: number,
  read: (name: string, now: number) => Promise<T>,
): (name: string, now: number) => Promise<T> {
  const kept = new Map<string, { readonly value: Promise<T>; readonly at: number }>();
  return (name, now) => {
    const known = kept.get(name);
    if (known && now >= known.at && now - known.at < KEPT_MILLISECONDS) return known.value;
    const value = read(name, now);
    // Behind the others: the one that was read first leaves first.
    kept.delete(name);
    kept.set(name, { value, at: now });
    for (const oldest of kept.keys()) {
      if (kept.size <= most) break;
      kept.delete(oldest);
    }
    // What failed is tried again with the next search.
    value.catch(() => kept.delete(name));
    return value;
  };
}
