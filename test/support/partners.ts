/** A second partner, written as the operator's command line will: straight into the table. */
import { createHmac, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newRootId, randomText } from '@billhook/core/base/ids';
import { rootKey } from '@billhook/core/base/table-keys';
import type { RateLimit } from '@billhook/core/partner/partner';
import { callTable, findTable } from './table-server.ts';

export type Partner = { readonly partnerId: string; readonly apiKey: string };

type Place = { readonly stateDir: string; readonly tableUrl: string };

export type KeyOptions = {
  readonly expires?: string;
  readonly revoked?: string;
  readonly rateLimit?: RateLimit;
  /** As the operator enables them. */
  readonly authEvents?: boolean;
};

/** What tests may send: they are faster than the usual limit allows. */
const unhurried: RateLimit = { requestsPerSecond: 1_000, burst: 5_000 };

/** Adds a partner with one key, as `layers/runtime/callers/api-keys.ts` verifies it. */
export async function addPartner(place: Place, options: KeyOptions = {}): Promise<Partner> {
  const partnerId = newRootId('ptn', randomBytes);
  const { pk, sk } = rootKey(partnerId);
  const { apiKey, record } = makeKey(place.stateDir, partnerId, options);
  const item = {
    pk: { S: pk },
    sk: { S: sk },
    _id: { S: partnerId },
    version: { N: '1' },
    name: { S: 'Another partner' },
    status: { S: 'active' },
    created: { S: new Date().toISOString() },
    apiKeys: { L: [{ M: record }] },
    rateLimit: limitValue(options.rateLimit ?? unhurried),
    ...(options.authEvents && { authEvents: { BOOL: true } }),
  };
  const { tableUrl } = place;
  await callTable(tableUrl, 'PutItem', { TableName: await findTable(tableUrl), Item: item });
  return { partnerId, apiKey };
}

/** Lets the tests call as the first partner as fast as they can. */
export async function raiseRateLimit(tableUrl: string, partnerId: string): Promise<void> {
  const { pk, sk } = rootKey(partnerId);
  await callTable(tableUrl, 'UpdateItem', {
    TableName: await findTable(tableUrl),
    Key: { pk: { S: pk }, sk: { S: sk } },
    UpdateExpression: 'SET rateLimit = :limit',
    ExpressionAttributeValues: { ':limit': limitValue(unhurried) },
  });
}

function limitValue({ requestsPerSecond, burst }: RateLimit) {
  return {
    M: { requestsPerSecond: { N: String(requestsPerSecond) }, burst: { N: String(burst) } },
  };
}

function makeKey(stateDir: string, partnerId: string, options: KeyOptions) {
  const keyId = partnerId.slice('ptn_'.length) + randomText(8, randomBytes);
  const apiKey = `bh_sandbox_${keyId}_${randomText(43, randomBytes)}`;
  const { version, pepper } = readPepper(stateDir);
  const hash = createHmac('sha256', pepper).update(apiKey).digest('base64');
  const record = {
    keyId: { S: `key_${keyId}` },
    hash: { B: hash },
    pepperVersion: { N: String(version) },
    created: { S: new Date().toISOString() },
    ...(options.expires && { expires: { S: options.expires } }),
    ...(options.revoked && { revoked: { S: options.revoked } }),
  };
  return { apiKey, record };
}

function readPepper(stateDir: string): { version: number; pepper: string } {
  const db = new DatabaseSync(join(stateDir, 'local.db'), { readOnly: true });
  try {
    const rows = db.prepare('SELECT value FROM secret_versions').all() as { value: string }[];
    for (const { value } of rows) {
      const secret = value.startsWith('{') ? JSON.parse(value) : {};
      if (typeof secret.pepper === 'string') return secret;
    }
  } finally {
    db.close();
  }
  throw new Error('The state folder holds no pepper');
}
