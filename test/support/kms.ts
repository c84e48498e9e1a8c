/** A KMS in memory for unit tests: real keys of `node:crypto` behind a client's `send`. */
import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { AwsClients } from '@billhook/runtime/aws/clients';

type Command = { readonly constructor: { readonly name: string }; readonly input: Input };
type Input = {
  readonly EncryptionContext?: Record<string, string>;
  readonly CiphertextBlob?: Uint8Array;
  readonly Message?: Uint8Array;
};

export type FakeKms = {
  /** Hand it down as `aws: { kms }`. */
  readonly kms: NonNullable<AwsClients['kms']>;
  /** The names of the commands that were sent. */
  readonly calls: string[];
};

/** Answers the commands that the runtime sends, and `more` of them; anything else fails the test. */
export function fakeKms(more: Readonly<Record<string, () => object>> = {}): FakeKms {
  const calls: string[] = [];
  const dataKeys = new Map<string, { key: Uint8Array; context: string }>();
  const tokenKey = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const macKey = randomBytes(32);
  const answers: Record<string, (input: Input) => object> = {
    GenerateDataKeyCommand: ({ EncryptionContext }) => {
      const key = randomBytes(32);
      const blob = randomBytes(16);
      const context = JSON.stringify(EncryptionContext);
      dataKeys.set(blob.toString('hex'), { key: Uint8Array.from(key), context });
      return { Plaintext: Uint8Array.from(key), CiphertextBlob: blob };
    },
    DecryptCommand: ({ CiphertextBlob, EncryptionContext }) => {
      const known = dataKeys.get(Buffer.from(CiphertextBlob ?? []).toString('hex'));
      if (known?.context !== JSON.stringify(EncryptionContext)) {
        throw Object.assign(new Error('refused'), { name: 'InvalidCiphertextException' });
      }
      return { Plaintext: Uint8Array.from(known.key) };
    },
    GenerateMacCommand: ({ Message }) => ({
      Mac: createHmac('sha256', macKey)
        .update(Message ?? '')
        .digest(),
    }),
    SignCommand: ({ Message }) => ({
      Signature: sign('sha256', Message ?? Buffer.alloc(0), tokenKey.privateKey),
    }),
    GetPublicKeyCommand: () => ({
      PublicKey: tokenKey.publicKey.export({ format: 'der', type: 'spki' }),
    }),
    ...more,
  };
  const send = async (command: Command) => {
    calls.push(command.constructor.name);
    const answer = answers[command.constructor.name];
    if (!answer) throw new Error(`No answer for ${command.constructor.name}`);
    return answer(command.input);
  };
  return { kms: { send } as never, calls };
}
