/**
 * Signing settings as a partner gives and sees them
 * (decisions: signing-keys-from-jwks, partner-settings).
 */
import * as v from 'valibot';
import {
  type RefreshOutcome,
  refreshOutcomes,
  type SigningSettings,
  validKeys,
} from '../partner/signing.ts';
import { alsoDescribed, describedLike, oneOfFields } from './described.ts';
import { instant, text } from './fields.ts';

const MAX_PEM_LENGTH = 4_096;
const MAX_URL_LENGTH = 2_048;
const MAX_HEADERS = 10;
const MAX_HEADER_VALUE_LENGTH = 2_048;
const MAX_HEADERS_LENGTH = 32_768;
const MAX_OVERLAP_SECONDS = 7 * 24 * 60 * 60;

/** What the request itself decides; a partner cannot have another say. */
const OWN_HEADERS =
  /^(?:host|connection|content-.*|transfer-encoding|te|trailer|upgrade|keep-alive|proxy-.*|expect|accept-encoding|range|if-.*)$/i;

const headerName = v.pipe(
  v.string(),
  v.maxLength(100),
  v.regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'Expected a header name'),
  v.check((name) => !OWN_HEADERS.test(name), 'Expected a header that can be set'),
);

const headerValue = v.pipe(
  text(MAX_HEADER_VALUE_LENGTH),
  v.regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, 'Expected printable ASCII characters'),
);

const jwksHeaders = v.pipe(
  v.record(headerName, headerValue),
  v.check(
    (headers) => Object.keys(headers).length <= MAX_HEADERS,
    `Expected at most ${MAX_HEADERS} headers`,
  ),
  alsoDescribed({ maxProperties: MAX_HEADERS }),
);

function parseJson(given: string): unknown {
  try {
    return JSON.parse(given);
  } catch {
    return undefined;
  }
}

/** The interface configures them as JSON, which some send as a text. */
const headersAsText = v.pipe(
  text(MAX_HEADERS_LENGTH),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const parsed = parseJson(dataset.value);
    if (parsed && !Array.isArray(parsed)) return parsed;
    addIssue({ message: 'Expected an object, or one as JSON text' });
    return NEVER;
  }),
  jwksHeaders,
);

/** A request with none of them is misspelt, and would change nothing. */
const settings = ['publicKey', 'jwksUrl', 'required', 'requireDigest', 'refuseReplays'] as const;

export const givenSigning = v.pipe(
  v.object({
    /** PEM, SPKI or PKCS#1; `null` removes the keys. */
    publicKey: v.nullish(text(MAX_PEM_LENGTH)),
    /** Seconds for which the key that stood before goes on counting. */
    overlapSeconds: v.optional(
      v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_OVERLAP_SECONDS)),
    ),
    jwksUrl: v.nullish(v.pipe(text(MAX_URL_LENGTH), alsoDescribed({ format: 'uri' }))),
    /** Kept when left out and the URL stays the same. */
    headers: v.optional(v.pipe(v.union([jwksHeaders, headersAsText]), describedLike(jwksHeaders))),
    required: v.optional(v.boolean()),
    requireDigest: v.optional(v.boolean()),
    refuseReplays: v.optional(v.boolean()),
  }),
  v.check(
    (given) => settings.some((name) => given[name] !== undefined),
    `Expected at least one of ${settings.join(', ')}`,
  ),
  // What changes the keys has the rule.
  alsoDescribed({
    description: 'Either `publicKey` or `jwksUrl`, not both; `headers` only with `jwksUrl`.',
    allOf: [
      oneOfFields(...settings),
      { not: { properties: textual('publicKey', 'jwksUrl'), required: ['publicKey', 'jwksUrl'] } },
      {
        anyOf: [
          { not: { required: ['headers'] } },
          { properties: textual('jwksUrl'), required: ['jwksUrl'] },
        ],
      },
    ],
  }),
);

/** `null` is no key and no URL. */
function textual(...names: string[]) {
  return Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
}

const outcomes = Object.keys(refreshOutcomes) as RefreshOutcome[];

const refresh = v.object({
  at: instant,
  outcome: v.picklist(outcomes),
  detail: v.string(),
});

export const signing = v.object({
  required: v.boolean(),
  /** Whether each signature has to cover the body, and whether it counts only once. */
  requireDigest: v.boolean(),
  refuseReplays: v.boolean(),
  /** The keys that count now. */
  keys: v.array(
    v.object({
      kid: v.optional(v.string()),
      fingerprint: v.string(),
      addedAt: instant,
      expiresAt: v.optional(instant),
    }),
  ),
  jwksUrl: v.optional(v.string()),
  /** Whether extra headers are sent; they are sealed and shown to nobody. */
  hasHeaders: v.optional(v.boolean()),
  lastRefresh: v.optional(refresh),
  nextRefreshAt: v.optional(instant),
});

export function showSigning(
  settings: SigningSettings | undefined,
  now: number,
): v.InferOutput<typeof signing> {
  if (!settings) {
    return { required: false, requireDigest: false, refuseReplays: false, keys: [] };
  }
  const { required, requireDigest = false, refuseReplays = false, jwks } = settings;
  const demands = { required, requireDigest, refuseReplays };
  const keys = validKeys(settings, now).map(({ kid, fingerprint, addedAt, expiresAt }) => ({
    ...(kid !== undefined && { kid }),
    fingerprint,
    addedAt,
    ...(expiresAt !== undefined && { expiresAt }),
  }));
  if (!jwks) return { ...demands, keys };
  const { url, headers, last, nextRefreshAt } = jwks;
  const hasHeaders = headers !== undefined;
  return { ...demands, keys, jwksUrl: url, hasHeaders, lastRefresh: last, nextRefreshAt };
}
