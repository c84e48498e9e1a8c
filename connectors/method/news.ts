/**
 * What Method says without being asked: webhooks, and once a day its reports. Both only name payments.
 * Each is then read, noted, and told to the caller, who takes what is not new for a repetition.
 * (decision: payments-are-read)
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ConnectorServer } from '@billhook/connector-kit';
import * as v from 'valibot';
import { webhookEvent } from './api/documents.ts';
import { type Deps, dayOf, days, keyOf } from './deps.ts';
import { learn } from './ledger.ts';

/** How far the time of a webhook may be from ours. */
const FRESH_SECONDS = 300;
/** Longer than a payment can come back. */
const LOOK_BACK_DAYS = 100;
const REPORTS = [
  'payments.created.previous_day',
  'payments.failed.previous_day',
  'ach.reversals.nightly',
] as const;

export type Tell = Pick<ConnectorServer, 'update'>;

export type Webhook = {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
};

/** The payment that a webhook is about. `refused`: it is not Method's, or too old. */
export function readWebhook(
  { headers, body }: Webhook,
  secret: string,
  now: number,
): { readonly payment?: string } | 'refused' {
  const timestamp = headers['method-webhook-timestamp'] ?? '';
  const given = headers['method-webhook-signature'] ?? '';
  const age = Math.abs(now / 1000 - Number(timestamp));
  if (!/^\d{1,12}$/.test(timestamp) || age > FRESH_SECONDS) return 'refused';
  const digest = createHmac('sha256', secret).update(`${timestamp}:${body}`).digest();
  // How the digest is written is not published.
  if (!isSame(given, digest.toString('hex')) && !isSame(given, digest.toString('base64')))
    return 'refused';
  const event = eventIn(body);
  if (!event?.type.startsWith('payment')) return {};
  const [payment] = /\bpmt_\w+/.exec(`${event.path ?? ''} ${event.id}`) ?? [];
  return { payment };
}

function eventIn(body: string) {
  try {
    const parsed = v.safeParse(webhookEvent, JSON.parse(body));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

function isSame(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Reads a payment and tells what became of it. Returns whether that was news. */
export async function tellOf(deps: Deps, connector: Tell, payment: string): Promise<boolean> {
  const learned = await learn(deps, await deps.method.payment(payment));
  if (!learned) return false;
  const { caller, payment: id, submission, outcome } = learned;
  return connector.update({ caller, kind: 'payment', id, submission, result: outcome });
}

const daily = v.object({ lastDay: v.string() });
const DAILY_KEY = 'method/daily';

export type Day = { readonly read: number; readonly news: number };

/** Whether what Method says of a day has been read: that is the case once a later day has begun. */
export async function isComplete({ store, now }: Deps, day: string): Promise<boolean> {
  if (day >= dayOf(now())) return true;
  const stored = await store.get(DAILY_KEY);
  return stored !== undefined && v.parse(daily, stored.value).lastDay > day;
}

/**
 * Once a day: the payments that Method's reports name, and all that came back lately, which make up for
 * a day without reports. Nothing if today's were read.
 * @throws MethodError if Method takes no requests; then it is done again.
 */
export async function readDaily(deps: Deps, connector: Tell): Promise<Day | undefined> {
  const { store, now, method } = deps;
  const today = dayOf(now());
  const stored = await store.get(DAILY_KEY);
  if (stored && v.parse(daily, stored.value).lastDay >= today) return undefined;
  const found = new Set<string>();
  for (const type of REPORTS) {
    // The columns of a report are not published. The ids of payments are unmistakable.
    const report = await method.report(type, keyOf('report', type, today));
    for (const [payment] of report?.matchAll(/\bpmt_\w+/g) ?? []) found.add(payment);
  }
  const from_date = dayOf(now() - days(LOOK_BACK_DAYS));
  const returned = await method.payments({ status: 'reversed', from_date });
  for (const { id } of returned) found.add(id);
  let news = 0;
  for (const payment of found) if (await tellOf(deps, connector, payment)) news += 1;
  await store.put(
    DAILY_KEY,
    { lastDay: today },
    stored?.version ?? 0,
    now() + days(LOOK_BACK_DAYS),
  );
  return { read: found.size, news };
}
