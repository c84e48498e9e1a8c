/**
 * Where a change comes from, for the events that it tells. They follow from the records alone, which do
 * not know whose request or link changed them (decisions: sessions-in-events, link-events-on-request).
 */
import type { EventDraft } from '@billhook/core/events/event';
import type { Table, Tells, Write } from './types.ts';

type Origin = {
  /** The module session. */
  readonly sessionId?: string;
  /** The request. */
  readonly requestId?: string;
  /** A link that was begun with an API key, whose outcome this is. */
  readonly byApiKey?: boolean;
};

/** The table, with what is written through it told as of there. */
export function tellingFrom(table: Table, origin: Origin | undefined): Table {
  const { sessionId, requestId, byApiKey } = origin ?? {};
  if (sessionId === undefined && requestId === undefined && !byApiKey) return table;
  const mark = (draft: EventDraft): EventDraft => ({
    ...draft,
    ...(sessionId !== undefined && { sessionId }),
    ...(requestId !== undefined && { requestId }),
    ...(byApiKey && draft.type.startsWith('auth.') && { restricted: true }),
  });
  const marked = (tells: Tells): Tells => ({
    ...tells,
    drafts: (moment) => tells.drafts(moment).map(mark),
  });
  const marking = (write: Write): Write =>
    'tells' in write && write.tells ? { ...write, tells: marked(write.tells) } : write;
  return { ...table, write: (writes) => table.write(writes.map(marking)) };
}

/** What a handler works with, where its table tells as of the request and its caller's session. */
export function inRequest<R>(
  runtime: R,
  { caller, requestId }: { readonly caller: object; readonly requestId: string },
): R {
  if (!hasTable(runtime)) return runtime;
  const { sessionId } = caller as { readonly sessionId?: string };
  return { ...runtime, table: tellingFrom(runtime.table, { sessionId, requestId }) };
}

function hasTable(runtime: unknown): runtime is { readonly table: Table } {
  return typeof runtime === 'object' && runtime !== null && 'table' in runtime;
}
