/** A client on a machine of the test's own: its answers are given, its waits take no time. */
import { createOn } from '../../../clients/typescript/src/client.ts';
import type { BillhookOptions } from '../../../clients/typescript/src/options.ts';

export type Sent = {
  readonly url: string;
  readonly method?: string;
  readonly headers: Headers;
  readonly body?: string;
  readonly redirect?: string;
};

/** An answer, what the connection fails with, or what waits until it is aborted. */
export type Answer =
  | { readonly status: number; readonly body: unknown; readonly headers?: Record<string, string> }
  | { readonly lost: Error }
  | 'silence';

export function problem(
  status: number,
  code: string,
  headers: Record<string, string> = {},
): Answer {
  const body = { code, title: 'T', detail: 'D', requestId: 'r1', status, success: false };
  return { status, body, headers };
}

export const success = (body: unknown = { success: true }): Answer => ({ status: 200, body });

/** @param answers in their order; the last one is given for ever. */
export function serviceAnswering(
  answers: readonly [Answer, ...Answer[]],
  options: Partial<BillhookOptions> = {},
) {
  const sent: Sent[] = [];
  const waits: number[] = [];
  const fetch = async (url: unknown, init: RequestInit = {}) => {
    const answer = answers[Math.min(sent.length, answers.length - 1)] as Answer;
    sent.push({
      url: String(url),
      method: init.method,
      headers: new Headers(init.headers),
      body: init.body as string | undefined,
      redirect: init.redirect,
    });
    if (answer === 'silence') return await silence(init.signal as AbortSignal);
    if ('lost' in answer) throw answer.lost;
    const text = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body);
    const headers = { 'request-id': 'r1', ...answer.headers };
    return new Response(text, { status: answer.status, headers });
  };
  const machine = {
    now: () => Date.parse('2026-11-22T12:00:00.000Z'),
    random: () => 1,
    sleep: async (seconds: number, signal: AbortSignal | undefined) => {
      signal?.throwIfAborted();
      waits.push(seconds);
    },
  };
  const common = { baseUrl: 'https://billhook.example/v1', apiKey: 'bh_test', fetch };
  const api = createOn(machine, { ...common, ...options } as BillhookOptions);
  return { api, sent, waits };
}

function silence(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}
