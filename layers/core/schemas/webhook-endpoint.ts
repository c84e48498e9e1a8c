/** Webhook endpoints as a partner gives and sees them (decision: standard-webhooks). */
import * as v from 'valibot';
import { type EndpointRecord, eventFilters, liveSecrets } from '../webhook/endpoint.ts';
import { alsoDescribed } from './described.ts';
import { id, instant, name, text } from './fields.ts';

const MAX_URL_LENGTH = 2_048;
const MAX_DESCRIPTION_LENGTH = 200;

const filters = v.pipe(
  v.array(v.picklist(eventFilters, 'Expected an event type, or a prefix such as `auth.*`')),
  v.minLength(1),
  v.maxLength(eventFilters.length),
);

const givenUrl = v.pipe(text(MAX_URL_LENGTH), alsoDescribed({ format: 'uri' }));

const status = v.picklist(['enabled', 'disabled']);

export const givenWebhookEndpoint = v.object({
  url: givenUrl,
  /** All when left out. */
  events: v.optional(filters),
  description: v.optional(name(MAX_DESCRIPTION_LENGTH)),
});

export const changedWebhookEndpoint = v.object({
  url: v.optional(givenUrl),
  /** `null`: all. */
  events: v.nullish(filters),
  description: v.nullish(name(MAX_DESCRIPTION_LENGTH)),
  status: v.optional(status),
});

export const webhookEndpoint = v.object({
  _id: id,
  url: v.string(),
  events: v.optional(v.array(v.string())),
  description: v.optional(v.string()),
  /** `unverified` until the address has answered a test: only tests are sent to it. */
  status: v.picklist(['enabled', 'unverified', 'disabled']),
  /** `endpoint` if it returned 410. */
  disabledBy: v.optional(v.picklist(['partner', 'endpoint'])),
  created: instant,
  /** Until when a former secret still signs along with the newest. */
  formerSecretUntil: v.optional(instant),
});

/** `secret` is shown this once. */
export const shownWebhookSecret = v.object({ ...webhookEndpoint.entries, secret: v.string() });

export function showWebhookEndpoint(
  endpoint: EndpointRecord,
  now: number,
): v.InferOutput<typeof webhookEndpoint> {
  const { _id, url, events, description, status, disabledBy, unverified, created } = endpoint;
  const [, former] = liveSecrets(endpoint, now);
  return {
    _id,
    url,
    ...(events && { events: [...events] }),
    ...(description !== undefined && { description }),
    status: unverified && status === 'enabled' ? 'unverified' : status,
    ...(disabledBy && { disabledBy }),
    created,
    ...(former?.until && { formerSecretUntil: former.until }),
  };
}
