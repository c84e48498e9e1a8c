/** The directory of a remote connector: its rows, or what changed of them since. */
import {
  type BadRow,
  type Company as ConnectorRow,
  type companiesEnvelope,
  readRow,
} from '@billhook/connector-kit/protocol/directory';
import type * as v from 'valibot';
import { exchange, type RemoteConnector, type WireDeps } from './exchange.ts';

export type ReadRows = {
  readonly rows: readonly ConnectorRow[];
  /** Ids of rows that are gone. */
  readonly removed: ReadonlySet<string>;
  /** Rows that are no documents of the protocol: they change nothing. */
  readonly bad: readonly BadRow[];
  /** What to pass as `since` the next time. */
  readonly asOf: string;
};

/** So many pages are more rows than a directory may have. */
const MAX_PAGES = 2_000;
/** A page that got lost is asked for again. */
const MAX_ATTEMPTS = 3;

/** Nothing where a page can't be had, or can't be believed: half a directory is none. */
export async function readRows(
  connector: RemoteConnector,
  deps: WireDeps & { readonly newCallId: () => string },
  since?: string,
): Promise<ReadRows | undefined> {
  const rows = new Map<string, ConnectorRow>();
  const removed = new Set<string>();
  const bad = new Map<string, BadRow>();
  let cursor: string | undefined;
  const cursors = new Set<string>();
  let asOf: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const read = await readPage(connector, deps, { since, cursor });
    if (!read) return undefined;
    for (const [place, given] of read.companies.entries()) {
      const one = readRow(given);
      const id = 'row' in one ? one.row.id : (one.bad.id ?? `${page}, ${place}`);
      // The last that is said of a row counts.
      rows.delete(id);
      removed.delete(id);
      bad.delete(id);
      if ('bad' in one) bad.set(id, one.bad);
      else if ('removed' in one.row) removed.add(id);
      else rows.set(id, one.row);
    }
    // What changes while the pages are read is read again the next time.
    asOf ??= read.asOf;
    if (read.cursor === undefined) {
      return { rows: [...rows.values()], removed, bad: [...bad.values()], asOf };
    }
    // Pages that turn in a circle never end.
    if (cursors.has(read.cursor)) return undefined;
    cursor = read.cursor;
    cursors.add(cursor);
  }
  return undefined;
}

type Page = v.InferOutput<typeof companiesEnvelope>;

async function readPage(
  connector: RemoteConnector,
  deps: WireDeps & { readonly newCallId: () => string },
  asked: { readonly since: string | undefined; readonly cursor: string | undefined },
): Promise<Page | undefined> {
  const query = Object.fromEntries(
    Object.entries(asked).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  ) as Record<string, string>;
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
    const call = { name: 'companies' as const, operation: deps.newCallId(), query };
    const exchanged = await exchange(connector, deps, call);
    if (exchanged.kind === 'document') return exchanged.document as Page;
    if (exchanged.kind === 'refused') return undefined;
  }
  return undefined;
}
