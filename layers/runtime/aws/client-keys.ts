/**
 * A key a client (decision: a-key-a-client). Whatever is sealed of a client is sealed with its key as
 * well. The keys lie in a table of their own, wrapped by the vault's KMS key; when a client is erased its
 * key is deleted, and seven days later no restore brings it back.
 */
import { randomBytes } from 'node:crypto';
import { DecryptCommand, GenerateDataKeyCommand } from '@aws-sdk/client-kms';
import { DeleteCommand, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Clock } from '@billhook/core/base/dates';
import { isRootId } from '@billhook/core/base/ids';
import { sealedKinds } from '@billhook/core/base/sealed';
import type { AwsClients } from './clients.ts';
import { dynamoClient } from './dynamo.ts';
import { environment } from './environment.ts';
import { kmsClient } from './kms.ts';
import { openShortMemory, type ShortMemory } from './short-memory.ts';

export type ClientKey = { readonly keyId: string; readonly key: Uint8Array };

export type ClientKeys = {
  /** The client's key, made now if it has none. */
  take(clientId: string): Promise<ClientKey>;
  /** The key that sealed something. @throws Error when it is gone: its client was erased. */
  find(clientId: string, keyId: string): Promise<ClientKey>;
};

type KeyItem = { readonly pk: string; readonly keyId: string; readonly wrapped: Uint8Array };

/**
 * How long a process may use an opened key again: one invocation opens several things of a client, and
 * a module's page makes several calls. After it, a key goes when the next one is asked for.
 */
const KEPT_MILLISECONDS = 60_000;
const MAX_KEPT = 500;

/** By what a process calls AWS through, so that all vaults over it share what was opened. */
const keptBy = new WeakMap<AwsClients, ShortMemory<Promise<ClientKey>>>();

/** Nothing where the stack has no table of keys: in tests, and in a stack of an earlier release. */
export function openClientKeys(aws: AwsClients, clock: Clock = Date.now): ClientKeys | undefined {
  if (process.env.CLIENT_KEYS_TABLE === undefined) return undefined;
  const kept = keptBy.get(aws) ?? openShortMemory(MAX_KEPT, KEPT_MILLISECONDS);
  keptBy.set(aws, kept);
  const remembered = (clientId: string, open: () => Promise<ClientKey>) => {
    const known = kept.get(clientId, clock());
    if (known) return known;
    const key = open();
    kept.set(clientId, key, clock());
    // What failed is tried again by whoever asks next.
    key.catch(() => {
      if (kept.get(clientId, clock()) === key) kept.delete(clientId);
    });
    return key;
  };
  return {
    take: (clientId) =>
      remembered(clientId, async () => {
        const standing = await read(aws, clientId);
        return standing ? unwrap(aws, clientId, standing) : make(aws, clientId);
      }),
    async find(clientId, keyId) {
      const found = await remembered(clientId, async () => {
        const standing = await read(aws, clientId);
        if (!standing) throw gone();
        return unwrap(aws, clientId, standing);
      });
      if (found.keyId !== keyId) throw gone();
      return found;
    },
  };
}

/** A partner's own secrets are no client's: they are sealed without. */
export function hasClientKey(context: {
  readonly clientId: string;
  readonly purpose?: string;
}): boolean {
  return context.purpose === undefined && isRootId('cl', context.clientId);
}

/** Deletes a client's key: what it sealed opens nowhere any more. Safe to repeat. */
export async function dropClientKey(aws: AwsClients, clientId: string): Promise<void> {
  keptBy.get(aws)?.delete(clientId);
  const TableName = environment('CLIENT_KEYS_TABLE');
  await dynamoOf(aws).send(new DeleteCommand({ TableName, Key: { pk: clientId } }));
}

function gone(): Error {
  return new Error("A client's key is gone: the client was erased");
}

async function read(aws: AwsClients, clientId: string): Promise<KeyItem | undefined> {
  const TableName = environment('CLIENT_KEYS_TABLE');
  const input = { TableName, Key: { pk: clientId }, ConsistentRead: true };
  const { Item } = await dynamoOf(aws).send(new GetCommand(input));
  return Item as KeyItem | undefined;
}

async function unwrap(
  aws: AwsClients,
  clientId: string,
  { keyId, wrapped }: KeyItem,
): Promise<ClientKey> {
  const { Plaintext } = await kmsOf(aws).send(
    new DecryptCommand({
      KeyId: environment('VAULT_KEY_ARN'),
      CiphertextBlob: wrapped,
      EncryptionContext: contextOf(clientId),
    }),
  );
  if (!Plaintext) throw new Error('KMS returned no key');
  return { keyId, key: takeOut(Plaintext) };
}

/** Of two that make it at once, one finds the other's. */
async function make(aws: AwsClients, clientId: string): Promise<ClientKey> {
  const { Plaintext, CiphertextBlob: wrapped } = await kmsOf(aws).send(
    new GenerateDataKeyCommand({
      KeyId: environment('VAULT_KEY_ARN'),
      KeySpec: 'AES_256',
      EncryptionContext: contextOf(clientId),
    }),
  );
  if (!Plaintext || !wrapped) throw new Error('KMS returned no key');
  const keyId = randomBytes(9).toString('base64url');
  const put = new PutCommand({
    TableName: environment('CLIENT_KEYS_TABLE'),
    Item: { pk: clientId, keyId, wrapped },
    ConditionExpression: 'attribute_not_exists(pk)',
  });
  try {
    await dynamoOf(aws).send(put);
    return { keyId, key: takeOut(Plaintext) };
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ConditionalCheckFailedException') throw error;
    // Another's, or our own whose answer was lost.
    const standing = await read(aws, clientId);
    if (!standing) throw error;
    return unwrap(aws, clientId, standing);
  }
}

function contextOf(clientId: string): Record<string, string> {
  return { clientId, ...sealedKinds.client };
}

/**
 * A copy in memory of its own. What the client of KMS returns is a part of a buffer of 64 KiB, all of which
 * would be kept with each key.
 */
function takeOut(plaintext: Uint8Array): Uint8Array {
  const key = new Uint8Array(plaintext);
  plaintext.fill(0);
  return key;
}

function dynamoOf({ dynamo }: AwsClients) {
  return dynamo ?? dynamoClient();
}

function kmsOf({ kms }: AwsClients) {
  return kms ?? kmsClient();
}
