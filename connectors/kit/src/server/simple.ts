/** Operations that end at once: their response is a document of its own. */
import * as v from 'valibot';
import { readRow } from '../protocol/directory.ts';
import { day, instant } from '../protocol/fields.ts';
import { looksSecrets } from '../protocol/looks.ts';
import {
  type OperationName,
  operations,
  type SettlementsPage,
  type WireOperation,
} from '../protocol/operations.ts';
import { lineOfAnotherDay } from '../protocol/payments.ts';
import { encryptionKey } from '../wire/keys.ts';
import { encryptSecrets } from '../wire/secrets.ts';
import type { OpenCaller, Opened } from './options.ts';
import type { ReadRequest, Refused } from './read-request.ts';
import { wrongMember } from './results.ts';

export type Document = { readonly document: unknown } | Refused;

type Call = {
  readonly server: Opened;
  readonly caller: OpenCaller;
  readonly operation: string;
  readonly request: ReadRequest;
};

const done = { done: true } as const;

const handlers: Partial<Record<OperationName, (call: Call) => Promise<unknown>>> = {
  health: async ({ server }) => ({
    state: (await server.author.health?.()) ?? 'ready',
    time: new Date(server.now()).toISOString(),
    version: server.manifest.version,
  }),
  echo: async ({ server, caller, operation, request }) => {
    const { text } = request.document;
    const key = encryptionKey(caller.keys);
    const { text: secret } = request.secrets;
    const secrets =
      key && secret !== undefined ? encryptSecrets({ text: secret }, key, operation) : undefined;
    return {
      ...(text !== undefined && { text }),
      ...(secrets && { secrets }),
      time: new Date(server.now()).toISOString(),
    };
  },
  companies: async ({ server, request: { query } }) =>
    server.author.companies(query.get('since') ?? undefined, query.get('cursor') ?? undefined),
  settlements: async ({ server, caller, request: { query } }) =>
    server.author.settlements?.(query.get('day') ?? '', query.get('cursor') ?? undefined, {
      caller: caller.name,
    }),
  looks: async ({ server, caller, operation }) => {
    const { looks = [], pages = [] } = (await server.author.looks?.()) ?? {};
    const key = encryptionKey(caller.keys);
    const told = key && pages.length > 0 ? v.parse(looksSecrets, { pages }) : undefined;
    return { looks, ...(key && told && { secrets: encryptSecrets(told, key, operation) }) };
  },
  forget: async ({ server, caller, request: { document, secrets } }) => {
    const { company, auth } = document as { company: string; auth: string };
    const connection = String(secrets.connection);
    await server.author.forget?.({ company, auth, connection }, { caller: caller.name });
    return done;
  },
  endSession: async ({ server, request: { parts } }) => {
    await server.author.endSession?.(decodeURIComponent(parts.handle ?? ''));
    return done;
  },
};

export async function answerSimple(call: Call): Promise<Document> {
  const { name, query } = call.request;
  const handler = handlers[name];
  if (!handler) return { problem: 'not_found' };
  if (name === 'settlements' && !v.is(day, query.get('day'))) {
    return { problem: 'malformed', field: 'day' };
  }
  // An empty day would say that nothing was done.
  if (name === 'settlements' && !call.server.author.settlements)
    return { problem: 'not_supported' };
  if (query.has('since') && !v.is(instant, query.get('since'))) {
    return { problem: 'malformed', field: 'since' };
  }
  if (name === 'looks' && !call.server.author.looks) return { problem: 'not_supported' };
  const declared: WireOperation = operations[name];
  const made = await handler(call);
  // The report of a day that is not there yet.
  if (name === 'settlements' && made === undefined) return { problem: 'not_yet' };
  const schema = declared.envelope ?? declared.response ?? v.unknown();
  const parsed = v.safeParse(schema, made, { abortEarly: true });
  if (parsed.success && name === 'companies') logBadRows(call, parsed.output);
  const wrong = parsed.success ? strangeDay(call, parsed.output) : wrongMember(parsed.issues[0]);
  if (parsed.success && !wrong) return { document: parsed.output };
  const ids = { operation: call.operation, caller: call.caller.name };
  call.server.log({ what: 'result-refused', ...ids, name, ...wrong });
  return { problem: 'failed' };
}

/** They go out as they are: a row that is left out would be taken for one that is gone. */
function logBadRows({ server, caller, operation }: Call, document: unknown): void {
  const { companies } = document as { readonly companies: readonly unknown[] };
  for (const [place, given] of companies.entries()) {
    const read = readRow(given);
    if ('row' in read) continue;
    const { member, rule } = read.bad;
    const where = { name: 'companies', member: `companies.${place}.${member}`, rule };
    server.log({ what: 'result-refused', operation, caller: caller.name, ...where });
  }
}

function strangeDay({ request: { name, query } }: Call, document: unknown) {
  if (name !== 'settlements') return undefined;
  const { settlements } = document as SettlementsPage;
  const place = lineOfAnotherDay(settlements, query.get('day') ?? '');
  return place === undefined ? undefined : { member: `settlements.${place}.at`, rule: 'day' };
}
