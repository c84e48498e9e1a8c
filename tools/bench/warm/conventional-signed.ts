/**
 * A signed and encrypted request as such functions are mostly written: an authorizer and an operation,
 * each with middy, zod, the SDK as it comes and a line in the log. Compared by `npm run tools -- bench-warm`.
 */
import {
  createDecipheriv,
  createHmac,
  createPublicKey,
  randomUUID,
  timingSafeEqual,
  verify,
} from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DecryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { rootKey } from '@billhook/core/base/table-keys';
import middy from '@middy/core';
import { z } from 'zod';
import { shownSchema } from './conventional-read.ts';
import type { SignedRequest } from './signed-request.ts';

const logger = new Logger();
const table = DynamoDBDocumentClient.from(new DynamoDBClient({}));
const kms = new KMSClient({});
const secrets = new SecretsManagerClient({});

const TOLERANCE_MILLISECONDS = 300_000;

const requestSchema = z.object({
  headers: z.object({
    authorization: z.string().regex(/^Bearer bh_sandbox_\w+$/),
    date: z.iso.datetime(),
    signature: z.base64(),
  }),
  requestContext: z.object({ path: z.string() }),
});
const partnerSchema = z.object({
  _id: z.string(),
  status: z.literal('active'),
  apiKeys: z.array(z.object({ keyId: z.string(), hash: z.instanceof(Uint8Array) })),
  signing: z.object({ keys: z.array(z.object({ publicKey: z.base64() })) }),
  encryptionKeys: z.array(z.object({ keyId: z.string(), kmsKeyArn: z.string() })),
});
const encryptedSchema = z.object({ encrypted: z.string(), hash: z.string() });
const bodySchema = z.object({
  billId: z.string().regex(/^bill_[\w-]+$/),
  schedule: z.enum(['ten-days-before', 'five-days-before', 'day-before', 'on-due-date']).optional(),
  recurring: z.enum(['enabled', 'disabled']).optional(),
});

export type ConventionalPair = {
  readonly authorize: (event: SignedRequest) => Promise<object>;
  readonly change: (event: SignedRequest) => Promise<{ readonly statusCode: number }>;
};

/** @param own whose partner and client it is about: a deployed one would find them by their ids. */
export function conventionalPair(own: {
  readonly partnerId: string;
  readonly clientId: string;
}): ConventionalPair {
  const partnerKey = rootKey(own.partnerId);
  let pepper: string | undefined;
  const readItem = async (pk: string, sk: string) => {
    const input = { TableName: 'bench', Key: { pk, sk }, ConsistentRead: true };
    return (await table.send(new GetCommand(input))).Item;
  };
  const readPartner = async () => partnerSchema.parse(await readItem(partnerKey.pk, partnerKey.sk));
  return {
    authorize: wrapped(async (event) => {
      const { headers, requestContext } = requestSchema.parse(event);
      const { signing, apiKeys } = await readPartner();
      const apiKey = headers.authorization.slice('Bearer '.length);
      pepper ??= await readPepper();
      const hash = createHmac('sha256', pepper).update(apiKey).digest();
      const isKnown = apiKeys.some((key) => timingSafeEqual(key.hash, hash));
      const text = `POST:${requestContext.path}:${apiKey}:${headers.date}`;
      const signature = Buffer.from(headers.signature, 'base64');
      const isSigned = signing.keys.some(({ publicKey }) => {
        const spki = Buffer.from(publicKey, 'base64');
        const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
        return verify('sha256', Buffer.from(text), key, signature);
      });
      const age = Math.abs(Date.now() - Date.parse(headers.date));
      if (!isKnown || !isSigned || age > TOLERANCE_MILLISECONDS) throw new Error('Unauthorized');
      return policyOf(own.partnerId, event.methodArn);
    }),
    change: wrapped(async (event) => {
      const { encrypted, hash } = encryptedSchema.parse(JSON.parse(event.body));
      const { encryptionKeys } = await readPartner();
      const key = encryptionKeys.find(({ keyId }) => keyId === encrypted);
      if (!key) return { statusCode: 400, body: JSON.stringify({ error: 'decryption_failed' }) };
      const { billId, ...changed } = bodySchema.parse(await openJwe(key.kmsKeyArn, hash));
      const bill = await readItem(own.clientId, billId);
      if (!bill) return { statusCode: 404, body: JSON.stringify({ error: 'not_found' }) };
      const after = { ...bill, ...changed, version: bill.version + 1 };
      await writeWithEvent(after, bill.version, own);
      return { statusCode: 200, body: JSON.stringify({ success: true }) };
    }),
  };
}

/** The event is written with the bill, and sent by another function. */
async function writeWithEvent(
  bill: Readonly<Record<string, unknown>>,
  version: number,
  { partnerId }: { readonly partnerId: string },
): Promise<void> {
  const created = new Date().toISOString();
  const data = shownSchema.parse(bill);
  const event = {
    ...{ pk: bill.pk, sk: `event#${created}#${randomUUID()}`, type: 'bill.updated' },
    ...{ partnerId, created, payload: { type: 'bill.updated', created, data } },
  };
  const update = {
    ...{ TableName: 'bench', Item: bill, ConditionExpression: '#v = :v' },
    ...{
      ExpressionAttributeNames: { '#v': 'version' },
      ExpressionAttributeValues: { ':v': version },
    },
  };
  const TransactItems = [{ Put: update }, { Put: { TableName: 'bench', Item: event } }];
  await table.send(new TransactWriteCommand({ TransactItems }));
}

async function readPepper(): Promise<string> {
  const SecretId = process.env.PEPPER_SECRET_ARN;
  const { SecretString = '' } = await secrets.send(new GetSecretValueCommand({ SecretId }));
  return z.object({ pepper: z.string() }).parse(JSON.parse(SecretString)).pepper;
}

async function openJwe(KeyId: string, hash: string): Promise<unknown> {
  const [header = '', ...encoded] = hash.split('.');
  const [CiphertextBlob, iv, text, tag] = encoded.map((part) => Buffer.from(part, 'base64url'));
  if (!CiphertextBlob || !iv || !text || !tag) throw new Error('Malformed');
  const EncryptionAlgorithm = 'RSAES_OAEP_SHA_256';
  const input = { KeyId, CiphertextBlob, EncryptionAlgorithm } as const;
  const { Plaintext = new Uint8Array() } = await kms.send(new DecryptCommand(input));
  const decipher = createDecipheriv('aes-256-gcm', Plaintext, iv);
  decipher.setAAD(Buffer.from(header)).setAuthTag(tag);
  return JSON.parse(Buffer.concat([decipher.update(text), decipher.final()]).toString());
}

function policyOf(principalId: string, Resource: string) {
  const Statement = [{ Effect: 'Allow', Action: 'execute-api:Invoke', Resource }];
  return { principalId, policyDocument: { Version: '2012-10-17', Statement } };
}

function wrapped<R>(work: (event: SignedRequest) => Promise<R>) {
  return middy<SignedRequest, R>()
    .before(({ event }) => {
      logger.appendKeys({ path: event.path });
    })
    .after(() => {
      logger.info('Answered');
    })
    .handler(work) as unknown as (event: SignedRequest) => Promise<R>;
}
