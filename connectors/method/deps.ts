/** What the connector is made with, handed down to each of its parts. */
import { createHash, createHmac } from 'node:crypto';
import type { Store } from '@billhook/connector-kit';
import type { Method } from './api/method.ts';

export type Deps = {
  readonly method: Method;
  /** Where the connector keeps its own records. It may be the kit's: all keys here begin with `method/`. */
  readonly store: Store;
  /** At least 32 characters. Forms and account numbers are told apart by keyed hashes alone. */
  readonly secret: string;
  /**
   * Whether a person whom Method calls verified counts without having been asked anything by us.
   * Only in test mode, or where nobody else could type in that person's name and phone number.
   */
  readonly trustsVerified: boolean;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
};

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

export function days(count: number): number {
  return count * DAY_MILLISECONDS;
}

/** `2027-01-31`, in UTC. */
export function dayOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 'yyyy-mm-dd'.length);
}

/** What tells secrets apart, and shows none of them. */
export function digestOf({ secret }: Pick<Deps, 'secret'>, parts: unknown): string {
  return createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url');
}

/** An idempotency key in the form that Method recommends: a UUID, always the same for the same parts. */
export function keyOf(...parts: readonly (string | number)[]): string {
  const hash = createHash('sha256').update(JSON.stringify(parts)).digest('hex');
  // Version 8 (RFC 9562) is for UUIDs that somebody computes in their own way.
  const variant = ((Number.parseInt(hash[16] ?? '0', 16) & 3) | 8).toString(16);
  return [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `${variant}${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');
}
