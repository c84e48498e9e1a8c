/** Secrets Manager, read when first needed and again when older than five minutes. */
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import type { Clock } from '@billhook/core/base/dates';
import * as v from 'valibot';
import type { AwsClients } from './clients.ts';
import { once } from './once.ts';
import { Sha256 } from './sha256.ts';

const MAX_AGE_MILLISECONDS = 5 * 60 * 1000;

const secretsClient = once(() => new SecretsManagerClient({ maxAttempts: 4, sha256: Sha256 }));

export type Secrets = {
  /** The text that the secret holds now. */
  readonly readText: (secretArn: string) => Promise<string | undefined>;
  /** A secret's JSON, checked against its schema. `again` reads it whatever its age. */
  readonly read: <S extends v.GenericSchema>(
    secretArn: string,
    schema: S,
    options?: { readonly again?: boolean },
  ) => Promise<v.InferOutput<S>>;
  readonly replace: (secretArn: string, text: string) => Promise<void>;
};

export function openSecrets({ secrets }: AwsClients = {}, clock: Clock = Date.now): Secrets {
  const client = () => secrets ?? secretsClient();
  const cache = new Map<string, { readonly value: unknown; readonly readAt: number }>();
  const readText = async (SecretId: string) =>
    (await client().send(new GetSecretValueCommand({ SecretId }))).SecretString;
  return {
    readText,
    async read(secretArn, schema, { again = false } = {}) {
      const known = cache.get(secretArn);
      if (known && !again && clock() - known.readAt < MAX_AGE_MILLISECONDS) {
        return known.value as v.InferOutput<typeof schema>;
      }
      const parsed = v.safeParse(schema, JSON.parse((await readText(secretArn)) ?? 'null'));
      // The parser's issues quote the secret: they go no further.
      if (!parsed.success) throw new Error('A secret does not have the expected format');
      cache.set(secretArn, { value: parsed.output, readAt: clock() });
      return parsed.output;
    },
    async replace(SecretId, SecretString) {
      await client().send(new PutSecretValueCommand({ SecretId, SecretString }));
    },
  };
}
