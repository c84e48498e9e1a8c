import { DEFAULT_KEY_POLICY } from '../access/key-policies.ts';
import type { AccessRequest } from '../access/policies.ts';
import { type Input, textOf } from '../endpoint/aws-service.ts';
import type { AnyKey } from './keys.ts';

/** What a call on a key needs permission for, by the caller's policies and by the key's. */
export function accessTo(
  key: AnyKey,
  operation: string,
  input: Input,
  asked: string,
): AccessRequest {
  return {
    action: `kms:${operation}`,
    resource: key.arn,
    context: conditionContext(input, key, asked),
    resourcePolicy: key.policy ?? DEFAULT_KEY_POLICY,
  };
}

/** What a policy's conditions can ask about a call on a key. */
export function conditionContext(
  input: Input,
  key: AnyKey,
  asked: string,
): Record<string, string[]> {
  const context: Record<string, string[]> = {
    'kms:keyspec': [key.spec],
    'kms:keyusage': [key.usage],
  };
  for (const [name, value] of Object.entries(key.tags)) {
    context[`aws:resourcetag/${name.toLowerCase()}`] = [value];
  }
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
