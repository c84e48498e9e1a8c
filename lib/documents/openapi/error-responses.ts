/** Responses that are no success: one schema for all of them, and shared where they are the same. */
import {
  bodyErrors,
  commonErrors,
  type ErrorCode,
  encryptedBodyErrors,
  errors,
  idempotencyErrors,
} from '@billhook/core/base/errors';
import { rateHeaders, requestIdHeader } from './headers.ts';
import { pascal } from './name-inline.ts';

type JsonObject = { readonly [name: string]: unknown };

/** Collects the responses that operations share. */
export type ErrorResponses = {
  /** By status; each has its codes as `x-error-codes`. */
  readonly of: (codes: readonly ErrorCode[]) => Record<string, JsonObject>;
  readonly components: () => Record<string, JsonObject>;
};

/** @param operations the codes of each operation. */
export function openErrorResponses(operations: readonly (readonly ErrorCode[])[]): ErrorResponses {
  const counts = new Map<string, number>();
  const all = operations.flatMap((codes) => [...byStatus(codes)]);
  for (const [, codes] of all) counts.set(codes.join(), (counts.get(codes.join()) ?? 0) + 1);
  const shared = all.filter(([, codes]) => (counts.get(codes.join()) ?? 0) > 1);
  const names = new Map(shared.map(([status, codes]) => [codes.join(), nameOf(status, codes)]));
  const responses = new Map(shared.map(([status, codes]) => [nameOf(status, codes), codes]));
  return {
    of: (codes) =>
      Object.fromEntries(
        [...byStatus(codes)].map(([status, some]) => {
          const name = names.get(some.join());
          return [status, name ? { $ref: `#/components/responses/${name}` } : response(some)];
        }),
      ),
    components: () => {
      const sorted = [...responses].toSorted(([a], [b]) => (a < b ? -1 : 1));
      return Object.fromEntries(sorted.map(([name, codes]) => [name, response(codes)]));
    },
  };
}

const usual: ReadonlySet<ErrorCode> = new Set([
  ...commonErrors,
  ...bodyErrors,
  ...encryptedBodyErrors,
  ...idempotencyErrors,
]);

/** `Error404ClientNotFound`: the status, and what most operations do not have. */
function nameOf(status: number, codes: readonly ErrorCode[]): string {
  const special = codes.filter((code) => !usual.has(code));
  const least = codes.filter((code) => (commonErrors as readonly ErrorCode[]).includes(code));
  const more = codes.filter((code) => usual.has(code) && !least.includes(code));
  const complete = commonErrors.filter((code) => errors[code].status === status);
  const some = least.length > 0 && least.length < complete.length ? least : [];
  return `Error${status}${[...some, ...more, ...special].map(pascal).join('')}`;
}

function byStatus(codes: readonly ErrorCode[]): Map<number, ErrorCode[]> {
  const sorted = codes.toSorted((a, b) => errors[a].status - errors[b].status);
  return Map.groupBy(sorted, (code) => errors[code].status);
}

const problem = { schema: { $ref: '#/components/schemas/Problem' } };

function response(codes: readonly ErrorCode[]): JsonObject {
  const waits = codes.some((code) => retryable.has(code));
  return {
    description: codes.map((code) => `- \`${code}\`: ${errors[code].detail}`).join('\n'),
    'x-error-codes': codes,
    headers: {
      ...requestIdHeader,
      ...(!codes.includes('api_key_missing') && rateHeaders),
      ...(waits && { 'Retry-After': { $ref: '#/components/headers/RetryAfter' } }),
    },
    content: { 'application/json': problem, 'application/problem+json': problem },
  };
}

/** What the service answers with `Retry-After`. */
const retryable: ReadonlySet<ErrorCode> = new Set([
  'too_many_requests',
  'service_unavailable',
  'payments_paused',
  'request_in_progress',
] as const);
