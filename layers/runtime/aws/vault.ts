/**
 * Sealing of card and account numbers, card codes and credentials: a KMS data key for each record,
 * AES-256-GCM with client, record and field name as additional data. A sealed field that is moved to
 * another record or client does not open.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { DecryptCommand, GenerateDataKeyCommand } from '@aws-sdk/client-kms';
import type { ANSWER_PURPOSE } from '@billhook/core/idempotency';
import {
  type Sealed,
  type SealedField,
  type WEBHOOK_PURPOSE,
  withFields,
} from '@billhook/core/sealed';
import type { AwsClients } from './clients.ts';
import { environment } from './environment.ts';
import { kmsClient } from './kms.ts';

/** What the sealed fields belong to. */
export type SealContext = {
  readonly clientId: string;
  readonly recordId: string;
  /** Sets apart what functions may seal and open that may not open cards and credentials. */
  readonly purpose?: typeof ANSWER_PURPOSE | typeof WEBHOOK_PURPOSE;
};

export type Vault = {
  readonly seal: (
    context: SealContext,
    fields: Readonly<Record<string, string | undefined>>,
  ) => Promise<Sealed>;
  /** More fields under the key that seals a record's others already, which stay sealed. */
  readonly sealMore: (
    context: SealContext,
    sealed: Sealed,
    fields: Readonly<Record<string, string>>,
  ) => Promise<Sealed>;
  /** The fields in clear. Throws when anything was changed or belongs elsewhere. */
  readonly open: (context: SealContext, sealed: Sealed) => Promise<Record<string, string>>;
};

export function openVault({ kms }: AwsClients = {}): Vault {
  const client = () => kms ?? kmsClient();
  return {
    async seal(context, fields) {
      const { dataKey, key } = await newDataKey(client(), context);
      try {
        return { dataKey, fields: sealAll(key, context, fields) };
      } finally {
        key.fill(0);
      }
    },
    sealMore: (context, sealed, fields) =>
      withDataKey(client(), context, sealed, (key) =>
        withFields(sealed, sealAll(key, context, fields)),
      ),
    open: (context, sealed) =>
      withDataKey(client(), context, sealed, (key) => {
        const opened = Object.entries(sealed.fields).map(([name, field]) => [
          name,
          openField(key, context, name, field),
        ]);
        return Object.fromEntries(opened);
      }),
  };
}

type Kms = NonNullable<AwsClients['kms']>;

async function newDataKey(
  kms: Kms,
  context: SealContext,
): Promise<{ readonly dataKey: Uint8Array; readonly key: Uint8Array }> {
  const { Plaintext, CiphertextBlob } = await kms.send(
    new GenerateDataKeyCommand({
      KeyId: environment('VAULT_KEY_ARN'),
      KeySpec: 'AES_256',
      EncryptionContext: encryptionContext(context),
    }),
  );
  if (!Plaintext || !CiphertextBlob) throw new Error('KMS returned no data key');
  return { dataKey: CiphertextBlob, key: Plaintext };
}

/** Lets `use` work with the record's data key, which is wiped after it. */
async function withDataKey<T>(
  kms: Kms,
  context: SealContext,
  { dataKey }: Sealed,
  use: (key: Uint8Array) => T,
): Promise<T> {
  const { Plaintext } = await kms.send(
    new DecryptCommand({
      KeyId: environment('VAULT_KEY_ARN'),
      CiphertextBlob: dataKey,
      EncryptionContext: encryptionContext(context),
    }),
  );
  if (!Plaintext) throw new Error('KMS returned no data key');
  try {
    return use(Plaintext);
  } finally {
    Plaintext.fill(0);
  }
}

function sealAll(
  key: Uint8Array,
  context: SealContext,
  fields: Readonly<Record<string, string | undefined>>,
): Record<string, SealedField> {
  const sealed: Record<string, SealedField> = {};
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) sealed[name] = sealField(key, context, name, value);
  }
  return sealed;
}

function sealField(
  key: Uint8Array,
  context: SealContext,
  name: string,
  value: string,
): SealedField {
  const iv = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(additionalData(context, name));
  const text = Buffer.concat([cipher.update(value, 'utf8'), cipher.final()]);
  return { iv, text, tag: cipher.getAuthTag() };
}

function openField(
  key: Uint8Array,
  context: SealContext,
  name: string,
  field: SealedField,
): string {
  const decipher = createDecipheriv('aes-256-gcm', key, field.iv, { authTagLength: 16 })
    .setAAD(additionalData(context, name))
    .setAuthTag(field.tag);
  return Buffer.concat([decipher.update(field.text), decipher.final()]).toString('utf8');
}

function additionalData(context: SealContext, name: string): Buffer {
  return Buffer.from(`${context.clientId}\n${context.recordId}\n${name}`);
}

/** KMS binds the data key to the same, and writes it to CloudTrail: ids only. */
function encryptionContext({ clientId, recordId, purpose }: SealContext): Record<string, string> {
  return { clientId, recordId, ...(purpose && { purpose }) };
}
