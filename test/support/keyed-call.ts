/** Calls an operation under an idempotency key, and sends the very same again. */

import type { Operation } from '@billhook/core/api/operation';
import type { ErrorCode } from '@billhook/core/base/errors';
import { expect, inject, vi } from 'vitest';
import { readProblem } from './raw.ts';
import { newName } from './world.ts';

type Sent = {
  readonly url: string;
  readonly init: RequestInit;
  readonly status: number;
  readonly text: string;
};

export type KeyedCall = {
  /** Whatever calls the operation meanwhile, and as whom, has a key of its own. */
  readonly during: <T>(run: () => Promise<T>) => Promise<T>;
  /** The last call, sent again, gets its first answer. */
  readonly expectRepeated: () => Promise<void>;
  /** Its key is none of another request. */
  readonly expectReused: () => Promise<void>;
};

export function keyedCall(operation: Operation): KeyedCall {
  const { baseUrl } = inject('service');
  const path = new RegExp(`^${operation.path.replace(/\{\w+\}/g, '[^/]+')}$`);
  let last: Sent | undefined;
  const sent = (): Sent => {
    if (!last) throw new Error('The operation was not called');
    return last;
  };
  return {
    async during(run) {
      const send = globalThis.fetch;
      const spy = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, given = {}) => {
        const url = String(input);
        const ours = given.method === operation.method && path.test(url.slice(baseUrl.length));
        if (!ours) return send(input, given);
        const headers = new Headers(given.headers);
        headers.set('idempotency-key', newName());
        const init = { ...given, headers };
        const response = await send(url, init);
        last = { url, init, status: response.status, text: await response.clone().text() };
        return response;
      });
      try {
        return await run();
      } finally {
        spy.mockRestore();
      }
    },
    async expectRepeated() {
      const { url, init, status, text } = sent();
      const response = await fetch(url, init);
      if (operation.showsSecret) return expectCode(response, 'answer_not_kept');
      expect([response.status, await response.text()]).toEqual([status, text]);
      expect(response.headers.get('idempotent-replayed')).toBe('true');
    },
    async expectReused() {
      const { url, init } = sent();
      const headers = new Headers(init.headers);
      headers.set('content-type', 'application/json');
      const other = { ...init, headers, body: '{"billId":"of another request"}' };
      await expectCode(await fetch(`${baseUrl}/payment/cancel`, other), 'idempotency_key_reused');
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
