import { randomBytes } from 'node:crypto';
import { type AwsService, type Input, textOf } from './aws-service.ts';
import { awsFailure } from './failures.ts';
import { type AnyKey, createMaterial, KEY_SPECS, type KeySpec } from './kms-keys.ts';
import { createOperations } from './kms-operations.ts';
import type { Model } from './model.ts';
import type { LocalState } from './state.ts';

/**
 * KMS over node:crypto. Keys come from the templates; their material is made when it is
 * first needed and kept in the state folder.
 */
export function createKms(model: Model, state: LocalState): AwsService {
  const keys = readKeys(model, state);
  const aliases = new Map(
    model
      .ofType('AWS::KMS::Alias')
      .map((alias) => [alias.ref, keyIdOf(String(alias.properties().TargetKeyId))]),
  );
  const findKey = (id: string): AnyKey => {
    const bare = id.includes(':alias/') ? id.slice(id.indexOf('alias/')) : id;
    const key = keys.get(aliases.get(bare) ?? keyIdOf(bare));
    if (!key) throw awsFailure('NotFoundException', `Key '${id}' does not exist`);
    return key;
  };
  const operations = createOperations(findKey);
  return {
    access: (operation, input) => {
      if (operation === 'GenerateRandom') return [{ action: 'kms:GenerateRandom', resource: '*' }];
      const keyId = textOf(input, 'KeyId') ?? keyIdOfBlob(input, keys);
      if (keyId === undefined) throw awsFailure('InvalidCiphertextException', '');
      return [
        {
          action: `kms:${operation}`,
          resource: findKey(keyId).arn,
          context: conditionContext(input, findKey(keyId), keyId),
        },
      ];
    },
    run: (operation, input) => {
      if (operation === 'GenerateRandom') {
        return { Plaintext: randomBytes(Number(input.NumberOfBytes ?? 32)).toString('base64') };
      }
      const run = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
      if (!run) throw awsFailure('UnknownOperationException', `kms:${operation} is not run here`);
      const keyId = textOf(input, 'KeyId') ?? keyIdOfBlob(input, keys) ?? '';
      return run(findKey(keyId), input);
    },
  };
}

function readKeys(model: Model, state: LocalState): ReadonlyMap<string, AnyKey> {
  const find = state.db.prepare('SELECT material, spec FROM kms_keys WHERE id = ?');
  const insert = state.db.prepare('INSERT INTO kms_keys (id, spec, material) VALUES (?, ?, ?)');
  const load = (id: string, spec: KeySpec): Buffer => {
    const row = find.get(id) as { material: Uint8Array; spec: string } | undefined;
    if (row && row.spec === spec) return Buffer.from(row.material);
    if (row)
      throw awsFailure('KMSInvalidStateException', `${id} was of spec ${row.spec}; use --fresh`);
    const material = createMaterial(spec);
    insert.run(id, spec, material);
    return material;
  };
  return new Map(
    model.ofType('AWS::KMS::Key').map((resource) => {
      const properties = resource.properties();
      const spec = (properties.KeySpec ?? 'SYMMETRIC_DEFAULT') as KeySpec;
      if (!KEY_SPECS[spec])
        throw awsFailure('UnsupportedOperationException', `${spec} is not run here`);
      const usage = String(properties.KeyUsage ?? KEY_SPECS[spec].usages[0]);
      const id = resource.ref;
      let material: Buffer | undefined;
      const key: AnyKey = {
        id,
        arn: resource.arn,
        spec,
        usage,
        enabled: properties.Enabled !== false,
        material: () => {
          material ??= load(id, spec);
          return material;
        },
      };
      return [id, key] as const;
    }),
  );
}

function keyIdOf(idOrArn: string): string {
  return idOrArn.slice(idOrArn.lastIndexOf('/') + 1);
}

/** A ciphertext of ours begins with its key's id (16 bytes), as KMS's own does in its way. */
function keyIdOfBlob(input: Input, keys: ReadonlyMap<string, AnyKey>): string | undefined {
  const blob = Buffer.from(textOf(input, 'CiphertextBlob') ?? '', 'base64');
  if (blob.length < 17) return undefined;
  const hex = blob.subarray(1, 17).toString('hex');
  return [...keys.keys()].find((id) => id.replaceAll('-', '') === hex);
}

function conditionContext(input: Input, key: AnyKey, asked: string): Record<string, string[]> {
  const context: Record<string, string[]> = {
    'kms:keyspec': [key.spec],
    'kms:keyusage': [key.usage],
  };
  const encryption = (input.EncryptionContext ?? {}) as Record<string, unknown>;
  for (const [name, value] of Object.entries(encryption)) {
    context[`kms:encryptioncontext:${name.toLowerCase()}`] = [String(value)];
  }
  context['kms:encryptioncontextkeys'] = Object.keys(encryption);
  for (const name of ['SigningAlgorithm', 'MacAlgorithm', 'EncryptionAlgorithm', 'MessageType']) {
    const value = textOf(input, name);
    if (value !== undefined) context[`kms:${name.toLowerCase()}`] = [value];
  }
  if (asked.includes('alias/'))
    context['kms:requestalias'] = [asked.slice(asked.indexOf('alias/'))];
  return context;
}
