/**
 * Sealing of card and account numbers, card codes and credentials: a KMS data key for each record and
 * the key of its client, mixed into one for AES-256-GCM, with client, record and field name as
 * additional data. A sealed field that is moved to another record or client does not open.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import { DecryptCommand, GenerateDataKeyCommand } from '@aws-sdk/client-kms';
import {
  type Sealed,
  type SealedField,
  type SealedPurpose,
  withFields,
} from '@billhook/core/base/sealed';
import { type ClientKeys, hasClientKey, openClientKeys } from './client-keys.ts';
import type { AwsClients } from './clients.ts';
import { environment } from './environment.ts';
import { kmsClient } from './kms.ts';

/** What the sealed fields belong to. */
export type SealContext = {
  readonly clientId: string;
  readonly recordId: string;
  readonly purpose?: SealedPurpose;
};

export type Vault = {
  readonly seal: (
    context: SealContext,
    fields: Readonly<Record<string, string | undefined>>,
  ) => Promise<Sealed>;
  /**
   * The same fields with the client's key as well, where they are older than that; else as they are. The
   * old text is not opened to the caller.
   */
  readonly sealAnew: (context: SealContext, sealed: Sealed) => Promise<Sealed>;
  /** More fields under the key that seals a record's others already, which stay sealed. */
  readonly sealMore: (
    context: SealContext,
    sealed: Sealed,
    fields: Readonly<Record<string, string>>,
  ) => Promise<Sealed>;
  /** The fields in clear. Throws when anything was changed or belongs elsewhere. */
  readonly open: (context: SealContext, sealed: Sealed) => Promise<Record<string, string>>;
};

export function openVault(aws: AwsClients = {}): Vault {
  const keys = openClientKeys(aws);
  const client = () => aws.kms ?? kmsClient();
  const use = <T>(context: SealContext, sealed: Sealed, work: (key: Uint8Array) => T) =>
    withKey({ kms: client(), keys }, context, sealed, work);
  const open: Vault['open'] = (context, sealed) =>
    use(context, sealed, (key) => openAll(key, context, sealed));
  const seal: Vault['seal'] = async (context, fields) => {
    const [{ dataKey, key }, own] = await Promise.all([
      newDataKey(client(), context),
      hasClientKey(context) ? keys?.take(context.clientId) : undefined,
    ]);
    const mixed = own ? mix(key, own.key) : key;
    try {
      const sealed = { dataKey, fields: sealAll(mixed, context, fields) };
      return own ? { ...sealed, clientKey: own.keyId } : sealed;
    } finally {
      key.fill(0);
      mixed.fill(0);
    }
  };
  const sealAnew: Vault['sealAnew'] = async (context, sealed) => {
    const isOld = sealed.clientKey === undefined && hasClientKey(context) && keys !== undefined;
    return isOld ? seal(context, await open(context, sealed)) : sealed;
  };
  return {
    seal,
    open,
    sealAnew,
    async sealMore(context, standing, fields) {
      const sealed = await sealAnew(context, standing);
      return use(context, sealed, (key) => withFields(sealed, sealAll(key, context, fields)));
    },
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

/** Lets `use` work with the key of a record's fields, which is wiped after it. */
async function withKey<T>(
  { kms, keys }: { readonly kms: Kms; readonly keys: ClientKeys | undefined },
  context: SealContext,
  { dataKey, clientKey }: Sealed,
  use: (key: Uint8Array) => T,
): Promise<T> {
  // First the client's: where that is gone, KMS need not be asked.
  const own = clientKey === undefined ? undefined : await ownKey(keys, context, clientKey);
  const { Plaintext } = await kms.send(
    new DecryptCommand({
      KeyId: environment('VAULT_KEY_ARN'),
      CiphertextBlob: dataKey,
      EncryptionContext: encryptionContext(context),
    }),
  );
  if (!Plaintext) throw new Error('KMS returned no data key');
  const mixed = own ? mix(Plaintext, own) : Plaintext;
  try {
    return use(mixed);
  } finally {
    Plaintext.fill(0);
    mixed.fill(0);
  }
}

async function ownKey(
  keys: ClientKeys | undefined,
  { clientId }: SealContext,
  keyId: string,
): Promise<Uint8Array> {
  if (!keys) throw new Error("The function's stack names no table of clients' keys");
  return (await keys.find(clientId, keyId)).key;
}

/** Neither of the two opens anything alone. */
function mix(dataKey: Uint8Array, clientKey: Uint8Array): Uint8Array {
  return new Uint8Array(hkdfSync('sha256', dataKey, clientKey, 'billhook client key', 32));
}

function openAll(key: Uint8Array, context: SealContext, { fields }: Sealed) {
  const opened = Object.entries(fields).map(([name, field]) => [
    name,
    openField(key, context, name, field),
  ]);
  return Object.fromEntries(opened) as Record<string, string>;
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
