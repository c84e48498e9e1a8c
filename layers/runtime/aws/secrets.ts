/** Secrets Manager, read when first needed and again when older than five minutes. */
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import * as v from 'valibot';

const MAX_AGE_MILLISECONDS = 5 * 60 * 1000;

let shared: SecretsManagerClient | undefined;

export function secretsClient(): SecretsManagerClient {
  shared ??= new SecretsManagerClient({ maxAttempts: 4 });
  return shared;
}

const cache = new Map<string, { readonly value: unknown; readonly readAt: number }>();

/** A secret's JSON, checked against its schema. `again` reads it whatever its age. */
export async function readSecret<S extends v.GenericSchema>(
  secretArn: string,
  schema: S,
  { again = false }: { readonly again?: boolean } = {},
): Promise<v.InferOutput<S>> {
  const known = cache.get(secretArn);
  if (known && !again && Date.now() - known.readAt < MAX_AGE_MILLISECONDS) {
    return known.value as v.InferOutput<S>;
  }
  const { SecretString } = await secretsClient().send(
    new GetSecretValueCommand({ SecretId: secretArn }),
  );
  const parsed = v.safeParse(schema, JSON.parse(SecretString ?? 'null'));
  // The parser's issues quote the secret: they go no further.
  if (!parsed.success) throw new Error('A secret does not have its expected form');
  cache.set(secretArn, { value: parsed.output, readAt: Date.now() });
  return parsed.output;
}
