/** The requests of Method's API that this connector needs, each with its document. */
import * as v from 'valibot';
import { type Answer, type Ask, createMethodClient, type MethodClient } from './client.ts';
import {
  account,
  accountUpdate,
  entity,
  merchant,
  payment,
  running,
  verificationSession,
} from './documents.ts';

export type Method = ReturnType<typeof openMethod>;
type Wanted<T extends v.GenericSchema> = { readonly ask: Ask; readonly schema: T };

/** How often something that Method works on is looked at, and how many times. */
const LOOKS = 60;
const PAGE_LIMIT = '100';

/** @param lookMilliseconds between two looks at something that Method works on. */
export function openMethod(
  options: Parameters<typeof createMethodClient>[0],
  lookMilliseconds = 1_000,
) {
  const client = createMethodClient(options);
  const one = async <T extends v.GenericSchema>(
    { ask, schema }: Wanted<T>,
    signal?: AbortSignal,
  ): Promise<v.InferOutput<T>> => v.parse(schema, (await client.call(ask, signal)).data);
  const finished = (path: string, first: v.InferOutput<typeof running>, signal?: AbortSignal) =>
    untilFinished({ client, lookMilliseconds }, path, first, signal);
  return {
    client,
    ...peopleOf(one, finished),
    accounts: (holder: string, signal?: AbortSignal) =>
      all(client, '/accounts', account, { holder_id: holder, 'expand[]': 'update' }, signal),
    /** A reading of an account by its creditor; nothing if it isn't there in time. */
    async readAccount(id: string, key: string, signal?: AbortSignal) {
      const path = `/accounts/${id}/updates`;
      const ask = post(path, {}, key);
      const first = await one({ ask, schema: accountUpdate }, signal);
      if (first.status === 'completed') return first;
      const read = await finished(`${path}/${first.id}`, first, signal);
      if (read.status !== 'completed') return undefined;
      return one({ ask: get(`${path}/${first.id}`), schema: accountUpdate }, signal);
    },
    createAch: (holder: string, ach: object, key: string, signal?: AbortSignal) =>
      one(
        { ask: post('/accounts', { holder_id: holder, type: 'ach', ach }, key), schema: account },
        signal,
      ),
    payment: (id: string, signal?: AbortSignal) =>
      one({ ask: get(`/payments/${id}`), schema: payment }, signal),
    payments: (query: Readonly<Record<string, string>>, signal?: AbortSignal) =>
      all(client, '/payments', payment, query, signal),
    /** The text of a report that is made anew, or nothing if it isn't ready in time. */
    async report(type: string, key: string, signal?: AbortSignal): Promise<string | undefined> {
      const first = await one({ ask: post('/reports', { type }, key), schema: running }, signal);
      const made = await finished(`/reports/${first.id}`, first, signal);
      if (made.status !== 'completed') return undefined;
      const { data } = await client.call(get(`/reports/${first.id}/download`), signal);
      return typeof data === 'string' ? data : undefined;
    },
    async merchants(page: number, signal?: AbortSignal) {
      const query = { page: String(page), page_limit: PAGE_LIMIT };
      const { data, pages } = await client.call({ ...get('/merchants'), query }, signal);
      return { merchants: v.parse(v.array(merchant), data), isLast: page >= pages };
    },
  };
}

type One = <T extends v.GenericSchema>(
  wanted: Wanted<T>,
  signal?: AbortSignal,
) => Promise<v.InferOutput<T>>;
type Finished = (
  path: string,
  first: v.InferOutput<typeof running>,
  signal?: AbortSignal,
) => Promise<v.InferOutput<typeof running>>;

function peopleOf(one: One, finished: Finished) {
  const sessionsOf = (id: string) => `/entities/${id}/verification_sessions`;
  return {
    createEntity: (individual: object, key: string, signal?: AbortSignal) =>
      one(
        { ask: post('/entities', { type: 'individual', individual }, key), schema: entity },
        signal,
      ),
    entity: (id: string, signal?: AbortSignal) =>
      one({ ask: get(`/entities/${id}`), schema: entity }, signal),
    beginVerification: (
      id: string,
      body: { readonly type: 'phone' | 'identity'; readonly method: 'sms' | 'kba' },
      key: string,
      signal?: AbortSignal,
    ) =>
      one(
        {
          ask: post(sessionsOf(id), { ...body, [body.method]: {} }, key),
          schema: verificationSession,
        },
        signal,
      ),
    verification: (id: string, session: string, signal?: AbortSignal) =>
      one({ ask: get(`${sessionsOf(id)}/${session}`), schema: verificationSession }, signal),
    answerVerification: (id: string, session: string, body: object, signal?: AbortSignal) =>
      one(
        {
          ask: { method: 'PUT', path: `${sessionsOf(id)}/${session}`, body },
          schema: verificationSession,
        },
        signal,
      ),
    /** Finds the accounts of a person. Returns whether that came to an end. */
    async connect(id: string, key: string, signal?: AbortSignal): Promise<boolean> {
      const path = `/entities/${id}/connect`;
      const body = { products: ['update'] };
      const first = await one({ ask: post(path, body, key), schema: running }, signal);
      return (await finished(`${path}/${first.id}`, first, signal)).status === 'completed';
    },
  };
}

function get(path: string): Ask {
  return { method: 'GET', path };
}

function post(path: string, body: object, idempotencyKey: string): Ask {
  return { method: 'POST', path, body, idempotencyKey };
}

async function untilFinished(
  {
    client,
    lookMilliseconds,
  }: { readonly client: MethodClient; readonly lookMilliseconds: number },
  path: string,
  first: v.InferOutput<typeof running>,
  signal?: AbortSignal,
): Promise<v.InferOutput<typeof running>> {
  let seen = first;
  for (let look = 0; look < LOOKS && isUnderWay(seen); look += 1) {
    await client.wait(lookMilliseconds, signal);
    seen = v.parse(running, (await client.call(get(path), signal)).data);
  }
  return seen;
}

function isUnderWay({ status }: { readonly status: string }): boolean {
  return status !== 'completed' && status !== 'failed';
}

async function all<T extends v.GenericSchema>(
  client: MethodClient,
  path: string,
  schema: T,
  query: Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<v.InferOutput<T>[]> {
  const found: v.InferOutput<T>[] = [];
  for (let page = 1; ; page += 1) {
    const asked = { ...query, page: String(page), page_limit: PAGE_LIMIT };
    const answer: Answer = await client.call({ ...get(path), query: asked }, signal);
    found.push(...v.parse(v.array(schema), answer.data));
    if (page >= answer.pages) return found;
  }
}
