/**
 * A KMS in memory with several keys that sign or agree on secrets, and with what KMS refuses of a key that
 * has ended.
 */
import {
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  type KeyObject,
  sign,
} from 'node:crypto';
import type { AwsClients } from '@billhook/runtime/aws/clients';

type KeptKey = {
  readonly privateKey: KeyObject;
  readonly publicKey: KeyObject;
  readonly tags: Record<string, string>;
  /** Who may use it, as text. */
  policy: string;
  state: 'Enabled' | 'Disabled' | 'PendingDeletion';
};

type Input = {
  readonly KeyId?: string;
  readonly Message?: Uint8Array;
  readonly PublicKey?: Uint8Array;
  readonly Policy?: string;
  readonly Tags?: readonly { readonly TagKey: string; readonly TagValue: string }[];
};

export type TokenKmsInMemory = {
  /** Hand it down as `aws: { kms }`. */
  readonly kms: NonNullable<AwsClients['kms']>;
  /** By their ARNs, in the order in which they were made. */
  readonly keys: ReadonlyMap<string, KeptKey>;
  /** The names of the commands that were sent. */
  readonly calls: string[];
};

const ARN = 'arn:aws:kms:us-east-1:000000000000:key/';

export const TEMPLATE_KEY_ARN = `${ARN}of-the-template`;
/** The first keys for connectors. */
export const SIGNING_KEY_ARN = `${ARN}connector-signing`;
export const ENCRYPTION_KEY_ARN = `${ARN}connector-encryption`;

/**
 * @param before may throw, as KMS does or as a process that dies.
 * @param templateKeys those that there are from the start.
 */
export function tokenKms(
  before: (command: string) => void = () => {},
  templateKeys: readonly string[] = [TEMPLATE_KEY_ARN],
): TokenKmsInMemory {
  const keys = new Map<string, KeptKey>();
  const calls: string[] = [];
  const make = (arn: string, tags: Record<string, string>, policy: string) =>
    keys.set(arn, {
      ...generateKeyPairSync('ec', { namedCurve: 'P-256' }),
      ...{ tags, policy, state: 'Enabled' },
    });
  for (const arn of templateKeys) make(arn, {}, '{"Sid":"of-the-template"}');
  const find = ({ KeyId = '' }: Input) => keys.get(KeyId) ?? refuse('NotFoundException');
  const enabled = (input: Input) => {
    const key = find(input);
    if (key.state === 'Disabled') refuse('DisabledException');
    return kept(key);
  };
  const answers: Record<string, (input: Input) => object> = {
    CreateKeyCommand: ({ Tags = [], Policy = '{}' }) => {
      const arn = `${ARN}made-${keys.size}`;
      make(arn, Object.fromEntries(Tags.map(({ TagKey, TagValue }) => [TagKey, TagValue])), Policy);
      return { KeyMetadata: { Arn: arn } };
    },
    SignCommand: (input) => {
      const { privateKey, tags } = enabled(input);
      // As the roles of functions have it.
      if (tags['billhook:replaced']) refuse('AccessDeniedException');
      return { Signature: sign('sha256', input.Message ?? Buffer.alloc(0), privateKey) };
    },
    GetPublicKeyCommand: (input) => ({
      PublicKey: enabled(input).publicKey.export({ format: 'der', type: 'spki' }),
    }),
    DeriveSharedSecretCommand: (input) => {
      const { privateKey } = enabled(input);
      const key = Buffer.from(input.PublicKey ?? []);
      const publicKey = createPublicKey({ key, format: 'der', type: 'spki' });
      return { SharedSecret: diffieHellman({ privateKey, publicKey }) };
    },
    GetKeyPolicyCommand: (input) => ({ Policy: find(input).policy }),
    PutKeyPolicyCommand: (input) => {
      kept(find(input)).policy = input.Policy ?? '';
      return {};
    },
    TagResourceCommand: (input) => {
      const { tags } = kept(find(input));
      for (const { TagKey, TagValue } of input.Tags ?? []) tags[TagKey] = TagValue;
      return {};
    },
    DisableKeyCommand: (input) => {
      kept(find(input)).state = 'Disabled';
      return {};
    },
    ScheduleKeyDeletionCommand: (input) => {
      kept(find(input)).state = 'PendingDeletion';
      return {};
    },
    ListKeysCommand: () => ({ Keys: [...keys.keys()].map((KeyArn) => ({ KeyArn })) }),
    ListResourceTagsCommand: (input) => ({
      Tags: Object.entries(find(input).tags).map(([TagKey, TagValue]) => ({ TagKey, TagValue })),
    }),
  };
  const send = async (command: { constructor: { name: string }; input: Input }) => {
    const { name } = command.constructor;
    before(name);
    calls.push(name);
    return (answers[name] ?? refuse(`No answer for ${name}`))(command.input);
  };
  return { kms: { send } as never, keys, calls };
}

function kept(key: KeptKey): KeptKey {
  if (key.state === 'PendingDeletion') refuse('KMSInvalidStateException');
  return key;
}

function refuse(name: string): never {
  throw Object.assign(new Error('refused'), { name });
}
