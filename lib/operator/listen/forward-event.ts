/** Hands an event on to a receiver that is being developed, as a delivery would come. */
import { randomBytes } from 'node:crypto';
import type { AnyEvent } from '@billhook/core/schemas/event';
import { signedHeaders } from '@billhook/runtime/webhooks/secrets';

/** As long as a delivery may take. */
const FORWARD_MILLISECONDS = 15_000;

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export type Forwarded = { readonly milliseconds: number } & (
  | { readonly status: number }
  | { readonly failure: string }
);

export function newWebhookSecret(): string {
  return `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** A secret of Standard Webhooks: `whsec_` and 24 to 64 bytes in Base64. */
export function isWebhookSecret(text: string): boolean {
  if (!/^whsec_[A-Za-z0-9+/]+={0,2}$/.test(text)) return false;
  const { length } = keyOf(text);
  return length >= 24 && length <= 64;
}

/** Never throws: what went wrong is told. */
export async function forwardEvent(
  event: AnyEvent,
  to: { readonly url: string; readonly secret: string; readonly signal?: AbortSignal },
): Promise<Forwarded> {
  const body = JSON.stringify({ event });
  const started = performance.now();
  const took = () => Math.round(performance.now() - started);
  const late = AbortSignal.timeout(FORWARD_MILLISECONDS);
  try {
    const response = await fetch(to.url, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: signedHeaders([{ key: keyOf(to.secret) }], { id: event._id, body, now: Date.now() }),
      signal: to.signal ? AbortSignal.any([late, to.signal]) : late,
    });
    await response.arrayBuffer();
    return { status: response.status, milliseconds: took() };
  } catch (error) {
    return { failure: failureOf(error as Error), milliseconds: took() };
  }
}

function keyOf(secret: string): Buffer {
  return Buffer.from(secret.slice(PREFIX.length), 'base64');
}

/** `fetch` keeps why it failed behind a cause, or several. */
function failureOf(error: Error & { cause?: unknown }): string {
  if (error.name === 'TimeoutError') return `no response within ${FORWARD_MILLISECONDS / 1000} s`;
  if (error.name === 'AbortError') return 'canceled';
  const cause = error.cause as (Error & { code?: string }) | undefined;
  if (cause?.code === 'ECONNREFUSED') return 'nothing is listening there (ECONNREFUSED)';
  return `the connection failed (${cause?.code ?? error.name})`;
}
