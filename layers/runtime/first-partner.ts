/** The first partner of a stack: its key stands in Secrets Manager, so that a fresh stack is usable. */
import { randomBytes } from 'node:crypto';
import { GetSecretValueCommand, PutSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { newRootId } from '@billhook/core/ids';
import { newPartner } from '@billhook/core/partner';
import * as v from 'valibot';
import { apiKeyRecord, newApiKey } from './api-keys.ts';
import { secretsClient } from './secrets.ts';
import { partnerStore } from './stores/partner-store.ts';
import type { Table } from './table.ts';

/** A fresh secret holds empty texts. */
const given = v.pipe(v.string(), v.minLength(1));
const firstPartner = v.object({ partnerId: given, apiKey: given });

/**
 * Secret first, record after it: a crash between the two is made good by the next run, which finds
 * the secret and puts the record that it names.
 */
export async function seedFirstPartner(
  table: Table,
  secretArn: string,
  now: string,
): Promise<string> {
  const known = await readFirstPartner(secretArn);
  const { partnerId, apiKey } = known ?? makePartner();
  if (!known) {
    const SecretString = JSON.stringify({ partnerId, apiKey });
    await secretsClient().send(new PutSecretValueCommand({ SecretId: secretArn, SecretString }));
  }
  const apiKeys = [await apiKeyRecord(apiKey, now)];
  const partner = newPartner({ partnerId, name: 'First partner', now, apiKeys });
  await table.write([partnerStore(table).save(partner)]);
  return partnerId;
}

function makePartner() {
  const partnerId = newRootId('ptn', randomBytes);
  return { partnerId, apiKey: newApiKey(partnerId) };
}

async function readFirstPartner(secretArn: string) {
  const { SecretString } = await secretsClient().send(
    new GetSecretValueCommand({ SecretId: secretArn }),
  );
  try {
    const parsed = v.safeParse(firstPartner, JSON.parse(SecretString ?? 'null'));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}
