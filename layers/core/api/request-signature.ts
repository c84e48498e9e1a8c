/**
 * Request signatures (decision: signed-text): which texts a caller may have signed, given what the
 * gateway hands on.
 *
 * The gateway hands on the path as it was sent, and query values decoded only. A query can be spelled
 * in many ways, so the few usual spellings of the same values are tried. A caller who spells in
 * another way says in `Signed-Path` what was signed.
 */
import { parseExactInstant } from '../base/dates.ts';

/** What of a request goes into the signed text. */
export type SignedRequest = {
  readonly method: string;
  /** As sent, with `/v1`, without the query. */
  readonly path: string;
  /** Decoded; a name's values in their order. */
  readonly query: QueryValues;
  readonly apiKey: string;
  /** The `Date` header. */
  readonly date: string;
  readonly signedPath?: string;
  readonly contentDigest?: string;
  /** The `Idempotency-Key`, which a caller may sign behind the digest. */
  readonly idempotencyKey?: string;
};

export type QueryValues = Readonly<Record<string, readonly string[]>>;

/** Seconds; both ends count as within. */
const TOLERANCE_SECONDS = 300;
/** A query of more parameters has to be named in `Signed-Path`. */
const MAX_PARAMETERS = 50;
const MAX_SIGNED_PATH_LENGTH = 4_096;

/** Of more percent signs that can be written two ways, a mixture has to be named in `Signed-Path`. */
const MAX_MIXED = 4;
/** To verify one takes 22 µs. */
const MAX_SPELLINGS = 200;

/** Until when a signature may be used: the last second of its window. */
export function lastSecondOf(date: string): number {
  return Math.floor((parseSignedDate(date) ?? 0) / 1000) + TOLERANCE_SECONDS;
}

/** Whether a `Date` header is a strict ISO 8601 date-time and near the clock. */
export function checkSignedDate(
  date: string,
  now: number,
): 'in-time' | 'out-of-time' | 'malformed' {
  const at = parseSignedDate(date);
  if (at === undefined) return 'malformed';
  return Math.abs(now - at) <= TOLERANCE_SECONDS * 1000 ? 'in-time' : 'out-of-time';
}

/** With its offset, with or without a colon: `+0000` is how Python and Ruby write it. */
function parseSignedDate(date: string): number | undefined {
  return parseExactInstant(date.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'));
}

/**
 * The texts that may have been signed, the likeliest first: at most 400, and none twice. Each is made
 * when it is asked for, because most often the first one is the one.
 *
 * A key stands behind a digest only: without one in between, what was signed as the digest could be
 * sent as the key, and the body be another.
 */
export function* signedTexts(request: SignedRequest): Generator<string> {
  const { method, apiKey, date, contentDigest, idempotencyKey, signedPath } = request;
  const end = contentDigest === undefined ? '' : `:${contentDigest}`;
  const coversKey = contentDigest !== undefined && idempotencyKey !== undefined;
  const ends = coversKey ? [`${end}:${idempotencyKey}`, end] : [end];
  const paths = signedPath === undefined ? spellings(request) : namedPath(request, signedPath);
  for (const path of paths) {
    for (const one of ends) yield `${method.toUpperCase()}:${path}:${apiKey}:${date}${one}`;
  }
}

/** `Signed-Path` counts only when it says the same request. */
function namedPath(request: SignedRequest, signedPath: string): string[] {
  const tooLong = signedPath.length > MAX_SIGNED_PATH_LENGTH;
  return !tooLong && isSameRequest(request, signedPath) ? [signedPath] : [];
}

function isSameRequest(request: SignedRequest, signedPath: string): boolean {
  if (!/^\/[\x20-\x7e]*$/.test(signedPath) || signedPath.includes('#')) return false;
  const mark = signedPath.indexOf('?');
  const path = mark < 0 ? signedPath : signedPath.slice(0, mark);
  const query = mark < 0 ? '' : signedPath.slice(mark + 1);
  const segments = segmentsOf(path);
  const arrived = segmentsOf(request.path);
  return (
    segments !== undefined &&
    arrived !== undefined &&
    isSameList(segments, arrived) &&
    isSameQuery(valuesOf(query), new Map(Object.entries(request.query)))
  );
}

function segmentsOf(path: string): string[] | undefined {
  try {
    return path.split('/').map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

function valuesOf(query: string): Map<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(query)) {
    values.set(name, [...(values.get(name) ?? []), value]);
  }
  return values;
}

function isSameQuery(
  one: ReadonlyMap<string, readonly string[]>,
  other: ReadonlyMap<string, readonly string[]>,
): boolean {
  if (one.size !== other.size) return false;
  return [...one].every(([name, values]) => isSameList(values, other.get(name) ?? []));
}

function isSameList(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((value, index) => value === other[index]);
}

function* spellings({ path, query }: SignedRequest): Generator<string> {
  const received = Object.entries(query).flatMap(([name, values]) =>
    values.map((value) => [name, value] as const),
  );
  if (received.length > MAX_PARAMETERS) return;
  if (received.length === 0) {
    yield path;
    yield `${path}?`;
    return;
  }
  const made = new Set<string>();
  for (const query of queriesOf(received)) {
    if (made.size >= MAX_SPELLINGS) return;
    if (!made.has(query)) yield `${path}?${query}`;
    made.add(query);
  }
}

type Parameters = readonly (readonly [name: string, value: string])[];

/** As the usual libraries write them, then with `%2f` for `%2F`, then what is rarer. */
function* queriesOf(received: Parameters): Generator<string> {
  yield* usualQueries(received);
  const usual = [...new Set(usualQueries(received))];
  const lower = usual.map((query) => inCases(query, () => true));
  yield* lower;
  for (const query of [...usual, ...lower]) yield `${query}&`;
  for (const query of usual) yield* mixtures(query);
}

function* usualQueries(received: Parameters): Generator<string> {
  const sorted = received.toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  for (const parameters of [received, sorted]) {
    for (const encode of encoders) {
      for (const equals of ['=', '']) {
        yield queryText(parameters, equals, encode);
        yield queryText(parameters, equals, encode, (value) =>
          encode(value).replaceAll('%3D', '='),
        );
      }
    }
  }
}

/** `%2f` for `%2F`, of the percent signs for which `isLower` says so: those with a letter, by number. */
function inCases(query: string, isLower: (index: number) => boolean): string {
  let index = 0;
  return query.replace(/%(?:[A-F].|.[A-F])/g, (text) =>
    isLower(index++) ? text.toLowerCase() : text,
  );
}

function* mixtures(query: string): Generator<string> {
  const count = query.match(/%(?:[A-F].|.[A-F])/g)?.length ?? 0;
  if (count > MAX_MIXED) return;
  for (let mask = 1; mask < 2 ** count - 1; mask += 1) {
    yield inCases(query, (index) => (mask & (2 ** index)) !== 0);
  }
}

type Encode = (text: string) => string;

/** @param equals what stands behind a name whose value is empty. */
function queryText(
  parameters: Parameters,
  equals: string,
  encode: Encode,
  encodeValue = encode,
): string {
  return parameters
    .map(([name, value]) =>
      value === '' ? `${encode(name)}${equals}` : `${encode(name)}=${encodeValue(value)}`,
    )
    .join('&');
}

/** What the gateway decoded may hold half a character, which has no spelling. */
const component: Encode = (text) => encodeURIComponent(text.toWellFormed());
const strict: Encode = (text) => component(text).replace(/[!'()*]/g, percent);
const plus = (encode: Encode): Encode => {
  return (text) => encode(text).replaceAll('%20', '+');
};

/** How the usual libraries write a name or value. */
const encoders: readonly Encode[] = [
  // JavaScript's encodeURIComponent.
  component,
  // RFC 3986: Python's quote, Go's PathEscape, Java's URI builders, AWS.
  strict,
  // Python's urlencode and requests, Go's url.Values, Ruby.
  plus(strict),
  // HTML forms: JavaScript's URLSearchParams, Java's URLEncoder.
  plus((text) => component(text).replace(/[!'()~]/g, percent)),
  // By hand: only what could not stand in a query.
  (text) => component(text).replace(/%(?:2F|3A|40|2C|24|3B|3F)/g, decodeURIComponent),
];

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}
