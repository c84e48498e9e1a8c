/** A Secrets Manager in memory for unit tests, behind a client's `send`. */
import { GetSecretValueCommand, PutSecretValueCommand } from '@aws-sdk/client-secrets-manager';
import type { AwsClients } from '@billhook/runtime/aws/clients';

export type FakeSecrets = {
  /** Hand it down as `aws: { secrets }`. */
  readonly secrets: NonNullable<AwsClients['secrets']>;
  /** What the secrets hold, by their ARN. */
  readonly texts: Map<string, string>;
  /** The ARNs of the secrets that were read, in order. */
  readonly reads: string[];
};

export function fakeSecrets(given: Readonly<Record<string, string>>): FakeSecrets {
  const texts = new Map(Object.entries(given));
  const reads: string[] = [];
  const send = async (command: unknown) => {
    if (command instanceof GetSecretValueCommand) {
      const { SecretId = '' } = command.input;
      reads.push(SecretId);
      return { SecretString: texts.get(SecretId) };
    }
    if (!(command instanceof PutSecretValueCommand)) throw new Error('No answer for this command');
    const { SecretId = '', SecretString = '' } = command.input;
    texts.set(SecretId, SecretString);
    return {};
  };
  return { secrets: { send } as never, texts, reads };
}
