/** Webhooks: signed when they are sent, sent again after anything but 200, late, twice and in any order. */
import { createHmac } from 'node:crypto';
import type { KeptPayment } from './book.ts';

export type Sent = { readonly headers: Readonly<Record<string, string>>; readonly body: string };

export type WebhookOptions = {
  readonly secret: string;
  /** Sends one. Returns the status of the response; 0 if there was none. */
  readonly send: (webhook: Sent) => Promise<number>;
  /** When an event is sent, in milliseconds from now: once for each number, and never without any. */
  readonly delays: (payment: KeptPayment) => readonly number[];
};

type Delivery = { at: number; readonly body: string; attempts: number };

const MAX_ATTEMPTS = 5;
const FIRST_WAIT_MILLISECONDS = 30_000;

export function createWebhooks(
  options: WebhookOptions | undefined,
  now: () => number,
  newId: (prefix: string) => string,
) {
  const deliveries = new Set<Delivery>();
  return {
    changed(payment: KeptPayment, op: 'create' | 'update'): void {
      const { id } = payment;
      const event = { id, type: `payment.${op}`, op, path: `/payments/${id}`, event: newId('evt') };
      const body = JSON.stringify(event);
      for (const delay of options?.delays(payment) ?? []) {
        deliveries.add({ at: now() + delay, body, attempts: 0 });
      }
    },
    /** Sends what is due, in no particular order. */
    async sendDue(): Promise<void> {
      if (!options) return;
      for (const delivery of [...deliveries].filter(({ at }) => at <= now()).reverse()) {
        deliveries.delete(delivery);
        delivery.attempts += 1;
        const status = await options.send(signed(delivery.body, options.secret, now()));
        if (status === 200 || delivery.attempts >= MAX_ATTEMPTS) continue;
        delivery.at = now() + FIRST_WAIT_MILLISECONDS * 4 ** delivery.attempts;
        deliveries.add(delivery);
      }
    },
  };
}

export function signed(body: string, secret: string, now: number): Sent {
  const timestamp = String(Math.floor(now / 1000));
  const digest = createHmac('sha256', secret).update(`${timestamp}:${body}`).digest('hex');
  return {
    headers: {
      'content-type': 'application/json',
      'method-webhook-timestamp': timestamp,
      'method-webhook-signature': digest,
    },
    body,
  };
}
