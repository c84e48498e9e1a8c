/** An operation whose request is signed and whose body is encrypted, with the authorizer before it. */
import { createDecipheriv, createPublicKey, verify } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DecryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { DynamoDBDocumentClient, GetCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { rootKey } from '@billhook/core/base/table-keys';
import type { Built } from './built-functions.ts';
import { conventionalPair } from './conventional-signed.ts';
import type { SignedRequest } from './signed-request.ts';
import type { Work } from './turns.ts';
import type { WarmWorld } from './world.ts';

type SignedName = 'signed' | 'signedConventional' | 'signedBare';

/** Signatures end after five minutes. */
const FRESH_MILLISECONDS = 60_000;

export async function signedWorks(
  world: WarmWorld,
  built: Built,
): Promise<Record<SignedName, Work>> {
  const request = keptFresh(world.signed.request);
  const conventional = conventionalPair(world);
  return {
    signed: async () => {
      const event = request();
      const { context } = await built.authorize({ ...event, type: 'REQUEST' } as never);
      if (!context?.partnerId) return { statusCode: 403 };
      const requestContext = { ...event.requestContext, authorizer: context };
      return built.updatePaymentSettings({ ...event, requestContext } as never);
    },
    signedConventional: async () => {
      const event = request();
      await conventional.authorize(event);
      return conventional.change(event);
    },
    signedBare: bareWork(world, request),
  };
}

/** The same calls, one after the other, and nothing of a request but what opens it. */
function bareWork({ clientId, partnerId, bill, signed }: WarmWorld, request: () => SignedRequest) {
  const table = DynamoDBDocumentClient.from(new DynamoDBClient({}));
  const kms = new KMSClient({});
  const read = (Key: { pk: string; sk: string }) =>
    table.send(new GetCommand({ TableName: 'bench', Key, ConsistentRead: true }));
  const spki = Buffer.from(signed.partner.signing?.keys[0]?.publicKey ?? '', 'base64');
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' });
  return async () => {
    const { headers, body, requestContext } = request();
    await read(rootKey(partnerId));
    const { authorization = '', date, signature = '' } = headers;
    const text = `POST:${requestContext.path}:${authorization.slice('Bearer '.length)}:${date}`;
    const isSigned = verify('sha256', Buffer.from(text), key, Buffer.from(signature, 'base64'));
    if (!isSigned) return { statusCode: 403 };
    await read(rootKey(partnerId));
    const [header = '', ...encoded] = (JSON.parse(body).hash as string).split('.');
    const [CiphertextBlob, iv, content, tag] = encoded.map((part) =>
      Buffer.from(part, 'base64url'),
    );
    const EncryptionAlgorithm = 'RSAES_OAEP_SHA_256' as const;
    const input = { KeyId: 'bench', CiphertextBlob, EncryptionAlgorithm };
    const { Plaintext } = await kms.send(new DecryptCommand(input));
    const decipher = createDecipheriv('aes-256-gcm', Plaintext as Uint8Array, iv as Buffer);
    decipher.setAAD(Buffer.from(header)).setAuthTag(tag as Buffer);
    decipher.update(content as Buffer);
    decipher.final();
    const { Item } = await read({ pk: clientId, sk: bill._id });
    const event = { ...Item, sk: 'event' };
    const puts = [Item, event].map((one) => ({ Put: { TableName: 'bench', Item: one } }));
    await table.send(new TransactWriteCommand({ TransactItems: puts }));
    return { statusCode: 200 };
  };
}

function keptFresh(make: () => SignedRequest): () => SignedRequest {
  let made = { at: 0, request: make() };
  return () => {
    const now = Date.now();
    if (now - made.at > FRESH_MILLISECONDS) made = { at: now, request: make() };
    return made.request;
  };
}
