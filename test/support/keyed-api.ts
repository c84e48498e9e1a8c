/** Calls an operation under an idempotency key of its own, and sends the very same again. */
import type { ErrorCode } from '@billhook/core/errors';
import type { Operation } from '@billhook/core/operation';
import { expect, inject } from 'vitest';
import { type ApiClient, createApiClient } from '../../lib/api-client.ts';
import { readProblem } from './raw.ts';
import { newName } from './world.ts';

type Sent = {
  readonly url: string;
  readonly init: RequestInit;
  readonly status: number;
  readonly text: string;
};

export type KeyedApi = {
  readonly api: ApiClient;
  /** The last call of the operation, sent again, gets its first answer. */
  readonly expectRepeated: () => Promise<void>;
  /** Its key is none of another request. */
  readonly expectReused: () => Promise<void>;
};

export function keyedApi(operation: Operation): KeyedApi {
  const { baseUrl, apiKey } = inject('service');
  const path = new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`);
  let last: Sent | undefined;
  const send: typeof fetch = async (input, given = {}) => {
    const url = String(input);
    const ours = given.method === operation.method && path.test(url.slice(baseUrl.length));
    if (!ours) return fetch(url, given);
    const headers = new Headers(given.headers);
    headers.set('idempotency-key', newName());
    const init = { ...given, headers };
    const response = await fetch(url, init);
    last = { url, init, status: response.status, text: await response.clone().text() };
    return response;
  };
  const sent = (): Sent => {
    if (!last) throw new Error('The operation was not called');
    return last;
  };
  return {
    api: createApiClient({ baseUrl, apiKey, validate: true, fetch: send }),
    async expectRepeated() {
      const { url, init, status, text } = sent();
      const response = await fetch(url, init);
      if (operation.showsSecret) return expectCode(response, 'answer_not_kept');
      expect([response.status, await response.text()]).toEqual([status, text]);
      expect(response.headers.get('idempotent-replayed')).toBe('true');
    },
    async expectReused() {
      const { url, init } = sent();
      const other = { ...init, body: JSON.stringify({ query: 'of another request' }) };
      const search = `${baseUrl}/company/search`;
      const headers = new Headers(init.headers);
      headers.set('content-type', 'application/json');
      await expectCode(await fetch(search, { ...other, headers }), 'idempotency_key_reused');
      if (!operation.body) return;
      const more = { ...JSON.parse(String(init.body)), andMore: true };
      const response = await fetch(url, { ...init, body: JSON.stringify(more) });
      await expectCode(response, 'idempotency_key_reused');
    },
  };
}

async function expectCode(response: Response, code: ErrorCode): Promise<void> {
  expect(response.headers.has('idempotent-replayed')).toBe(false);
  expect((await readProblem(response)).code).toBe(code);
}
