/**
 * The pepper that API keys are hashed with. Its secret holds the newest version and, since a
 * rotation, the one before, so that keys hashed with either are verified.
 */
import { randomBytes } from 'node:crypto';
import { type Clock, instantText } from '@billhook/core/base/dates';
import { randomText } from '@billhook/core/base/ids';
import * as v from 'valibot';
import type { AwsClients } from '../aws/clients.ts';
import { environment } from '../aws/environment.ts';
import { openSecrets } from '../aws/secrets.ts';

/** 64 characters of base 62 are 381 bits. */
const PEPPER_LENGTH = 64;

const version = v.pipe(v.number(), v.integer(), v.minValue(1));
const pepper = v.pipe(v.string(), v.minLength(32));
const pepperSecret = v.object({
  version,
  pepper,
  /** The one before; a generated secret has none. */
  previous: v.optional(v.object({ version, pepper })),
  /** When it was made, by a rotation. */
  made: v.optional(v.string()),
});

export type Pepper = {
  readonly version: number;
  readonly pepper: string;
  /** An instant; the first of a deployment has none. */
  readonly made?: string;
};

export type Peppers = {
  /** The one that new hashes are made with. */
  readonly newest: () => Promise<Pepper>;
  /**
   * The pepper of a version; nothing when it is older than the one before the newest. A version that
   * is newer than what this process knows means that it was rotated: the secret is read again.
   */
  readonly ofVersion: (wanted: number) => Promise<Pepper | undefined>;
  /**
   * Makes a new pepper, the newest until now becoming the one before. What was the one before is
   * gone: keys that are hashed with it open nothing any more, so look for them first.
   */
  readonly rotate: (now: number) => Promise<Pepper>;
};

export function openPeppers(
  outside: { readonly aws?: AwsClients; readonly clock?: Clock } = {},
): Peppers {
  const secrets = openSecrets(outside.aws, outside.clock);
  const read = (options?: { readonly again: boolean }) =>
    secrets.read(environment('PEPPER_SECRET_ARN'), pepperSecret, options);
  return {
    newest: () => read(),
    async ofVersion(wanted) {
      const known = await read();
      const peppers = known.version < wanted ? await read({ again: true }) : known;
      if (peppers.version === wanted) return peppers;
      return peppers.previous?.version === wanted ? peppers.previous : undefined;
    },
    async rotate(now) {
      const { version, pepper } = await read({ again: true });
      const newest = { version: version + 1, pepper: randomText(PEPPER_LENGTH, randomBytes) };
      const next = { ...newest, previous: { version, pepper }, made: instantText(now) };
      await secrets.replace(environment('PEPPER_SECRET_ARN'), JSON.stringify(next));
      return read({ again: true });
    },
  };
}
