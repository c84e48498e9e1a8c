/** The first partner of a stack: its key stands in Secrets Manager, so that a fresh stack is usable. */
import { randomBytes } from 'node:crypto';
import { GetSecretValueCommand, PutSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import { newRootId } from '@billhook/core/ids';
import { rootKey } from '@billhook/core/keys';
import type { PartnerRecord } from '@billhook/core/partner';
import * as v from 'valibot';
import { apiKeyRecord, newApiKey, saveApiKey } from './api-keys.ts';
import { secretsClient } from './secrets.ts';
import type { Table } from './table.ts';

/** A fresh secret holds empty texts. */
const given = v.pipe(v.string(), v.minLength(1));
const firstPartner = v.object({ partnerId: given, apiKey: given });

/**
 * Secret first, records after it: a crash between the two is made good by the next run, which finds
 * the secret and puts the records that it names.
 */
export async function seedFirstPartner(
  table: Table,
  secretArn: string,
  now: string,
): Promise<string> {
  const known = await readFirstPartner(secretArn);
  const partner = known ?? { partnerId: newRootId('ptn', randomBytes), apiKey: newApiKey() };
  if (!known) {
    await secretsClient().send(
      new PutSecretValueCommand({ SecretId: secretArn, SecretString: JSON.stringify(partner) }),
    );
  }
  const record: PartnerRecord = { _id: partner.partnerId, name: 'First partner', created: now };
  await table.write([{ put: { ...rootKey(record._id), ...record }, when: { absent: true } }]);
  await table.write([saveApiKey(await apiKeyRecord(partner.apiKey, partner.partnerId, now))]);
  return partner.partnerId;
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
