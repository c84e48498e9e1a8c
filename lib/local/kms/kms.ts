import { randomBytes } from 'node:crypto';
import { type AwsService, type Input, textOf } from '../endpoint/aws-service.ts';
import { awsFailure } from '../failures.ts';
import type { LocalState } from '../state.ts';
import type { Model } from '../template/model.ts';
import { accessTo } from './conditions.ts';
import type { AnyKey } from './keys.ts';
import { createMadeKeys } from './made-keys.ts';
import { createOperations } from './operations.ts';
import { readTemplateKeys } from './template-keys.ts';

/**
 * KMS over node:crypto. Keys come from the templates and from functions that make some; their
 * material is made when it is first needed and kept in the state folder.
 */
export function createKms(model: Model, state: LocalState): AwsService {
  const keys = readTemplateKeys(model, state);
  const made = createMadeKeys(keys, state);
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
      if (made.handles(operation)) return made.access(operation, input, findKey);
      if (operation === 'GenerateRandom') return [{ action: 'kms:GenerateRandom', resource: '*' }];
      const keyId = textOf(input, 'KeyId') ?? keyIdOfBlob(input, keys);
      if (keyId === undefined) throw awsFailure('InvalidCiphertextException', '');
      const asked = (action: string, id: string) => accessTo(findKey(id), action, input, id);
      if (operation !== 'ReEncrypt') return [asked(operation, keyId)];
      return [
        asked('ReEncryptFrom', textOf(input, 'SourceKeyId') ?? keyId),
        asked('ReEncryptTo', textOf(input, 'DestinationKeyId') ?? ''),
      ];
    },
    run: (operation, input) => {
      if (made.handles(operation)) return made.run(operation, input, findKey);
      if (operation === 'GenerateRandom') {
        return { Plaintext: randomBytes(Number(input.NumberOfBytes ?? 32)).toString('base64') };
      }
      const run = Object.hasOwn(operations, operation) ? operations[operation] : undefined;
      if (!run)
        throw awsFailure(
          'UnknownOperationException',
          `kms:${operation} is not supported by the local runtime`,
        );
      const keyId = textOf(input, 'KeyId') ?? keyIdOfBlob(input, keys) ?? '';
      return run(findKey(keyId), input);
    },
  };
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
