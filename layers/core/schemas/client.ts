import * as v from 'valibot';
import { text } from './fields.ts';

/** How a partner names its user. Kept as it came; two spellings are two clients. */
export const clientIdentifier = text(256);

const metaText = v.optional(v.pipe(v.string(), v.maxLength(200)));

export const clientMeta = v.object({
  firstName: metaText,
  lastName: metaText,
  email: metaText,
  phone: metaText,
  address1: metaText,
  address2: metaText,
  city: metaText,
  state: metaText,
  zipcode: metaText,
});

export type ClientMeta = v.InferOutput<typeof clientMeta>;

export const givenClient = v.object({
  identifier: clientIdentifier,
  meta: v.optional(clientMeta),
});
