/** Fields that several documents of the protocol share. */
import * as v from 'valibot';
import { isDay, parseDateTime } from './dates.ts';
import {
  MAX_CENTS,
  MAX_CONNECTION_LENGTH,
  MAX_IDENTIFIER_LENGTH,
  MAX_LIVE_SECONDS,
  MAX_TEXT_LENGTH,
  USUAL_LIVE_SECONDS,
} from './limits.ts';

/** Adds what the documentation says of a field. */
export function said<const T extends v.GenericSchema>(schema: T, text: string) {
  return v.pipe(schema, v.description(text));
}

export function optionally<const T extends v.GenericSchema>(schema: T, text: string) {
  return v.optional(v.pipe(schema, v.description(text)));
}

/** An id that Billhook makes for this connector alone, or the connector for itself. */
export const wireId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16,64}$/));

/** What a connector calls its own things: companies, sessions. */
export const ownId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9._~-]{1,64}$/));

export function text(maximum: number) {
  return v.pipe(v.string(), v.minLength(1), v.maxLength(maximum));
}

/**
 * Text that people read: no control characters, no characters that change the direction of text, and
 * no links.
 */
export function plainText(maximum = MAX_TEXT_LENGTH) {
  return v.pipe(
    v.string(),
    v.minLength(1),
    v.maxLength(maximum),
    v.regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'Expected no control or formatting characters'),
    v.regex(/^(?!.*(?:[a-z]:\/\/|www\.)).*$/is, 'Expected no links'),
  );
}

export const identifier = text(MAX_IDENTIFIER_LENGTH);

export const instant = v.pipe(
  v.string(),
  v.maxLength(40),
  v.isoTimestamp(),
  v.check((value) => parseDateTime(value) !== undefined, 'Expected a date and time that exist'),
);

export const day = v.pipe(v.string(), v.isoDate(), v.check(isDay, 'Expected a day that exists'));

export const cents = v.pipe(v.number(), v.safeInteger(), v.minValue(0), v.maxValue(MAX_CENTS));

export const amount = v.object({
  cents: said(cents, 'Whole cents.'),
  currency: said(v.literal('USD'), 'Always `USD` in protocol 1.'),
});

export const httpsUrl = v.pipe(
  v.string(),
  v.maxLength(500),
  v.regex(/^https:\/\/[a-z0-9.-]+(?::\d{1,5})?(?:\/[!-~]*)?$/, 'Expected an https address'),
);

/** A compact JWE: five parts of Base64url. */
export const jwe = v.pipe(
  v.string(),
  v.maxLength(200_000),
  v.regex(/^[\w-]+\.[\w-]+\.[\w-]+\.[\w-]+\.[\w-]+$/),
);

/** What a connector wants back the next time, and when that ends. */
export const connection = v.object({
  value: said(text(MAX_CONNECTION_LENGTH), 'Opaque to Billhook.'),
  expiresAt: optionally(instant, 'When the company ends it, if that is known.'),
});

export const faultSources = ['user', 'company', 'connector', 'operator'] as const;

/** A word of the connector's, and never what a user or a company said. */
const step = v.pipe(v.string(), v.maxLength(64), v.regex(/^[a-z0-9][a-z0-9.-]*$/));

export const fault = v.object({
  source: said(v.picklist(faultSources), 'Whose fault it is.'),
  step: optionally(step, 'Where it happened, for operators: `sign-in-page`.'),
});

/** What a connector is doing, as the user reads it who waits. */
export const steps = [
  'signing-in',
  'waiting-for-code',
  'reading-bills',
  'paying',
  'updating-card',
] as const;

export type Step = (typeof steps)[number];

/** Members that any result may have. */
/** The path of a member in a result, without anything of its value. */
const memberName = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_. ]{1,100}$/));
export const MAX_WRONG_MEMBERS = 20;

export const withAnyResult = {
  fault: optionally(fault, 'Whose fault it is that something came to nothing.'),
  live: optionally(ownId, 'The handle of a session that stays open for minutes.'),
  liveSeconds: optionally(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_LIVE_SECONDS)),
    `For how long, from now on: ${USUAL_LIVE_SECONDS} where it is left out.`,
  ),
  wrongMembers: optionally(
    v.fallback(v.optional(v.pipe(v.array(memberName), v.maxLength(MAX_WRONG_MEMBERS))), undefined),
    'Members that could not be believed, for the operator.',
  ),
};

export type Amount = v.InferOutput<typeof amount>;
export type Connection = v.InferOutput<typeof connection>;
export type Fault = v.InferOutput<typeof fault>;
