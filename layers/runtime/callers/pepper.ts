/**
 * The pepper that API keys are hashed with. Its secret holds the newest version and, since a
 * rotation, the one before, so that keys hashed with either are verified.
 */
import { randomBytes } from 'node:crypto';
import { PutSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { instantText } from '@billhook/core/dates';
import { randomText } from '@billhook/core/ids';
import * as v from 'valibot';
import { environment } from '../aws/environment.ts';
import { readSecret, secretsClient } from '../aws/secrets.ts';

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

/** The one that new hashes are made with. */
export async function newestPepper(): Promise<Pepper> {
  return readPeppers();
}

/**
 * The pepper of a version; nothing when it is older than the one before the newest. A version that
 * is newer than what this process knows tells it of a rotation: it reads the secret again.
 */
export async function pepperOf(wanted: number): Promise<Pepper | undefined> {
  const known = await readPeppers();
  const peppers = known.version < wanted ? await readPeppers({ again: true }) : known;
  if (peppers.version === wanted) return peppers;
  return peppers.previous?.version === wanted ? peppers.previous : undefined;
}

/**
 * Makes a new pepper, the newest until now becoming the one before. What was the one before is gone:
 * keys that are hashed with it open nothing any more, so look for them first.
 */
export async function rotatePepper(now: number): Promise<Pepper> {
  const { version, pepper } = await readPeppers({ again: true });
  const newest = { version: version + 1, pepper: randomText(PEPPER_LENGTH, randomBytes) };
  const made = instantText(now);
  const SecretString = JSON.stringify({ ...newest, previous: { version, pepper }, made });
  const SecretId = environment('PEPPER_SECRET_ARN');
  await secretsClient().send(new PutSecretValueCommand({ SecretId, SecretString }));
  return readPeppers({ again: true });
}

function readPeppers(options?: { readonly again: boolean }) {
  return readSecret(environment('PEPPER_SECRET_ARN'), pepperSecret, options);
}
