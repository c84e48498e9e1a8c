/** The first key of each ring, which the template makes. */
import type { KeyRing, RingName } from '@billhook/core/key-rings/rings';
import { environment, type Variable } from '../aws/environment.ts';

/** What names it to functions, and to the operator's command line. */
export const keyVariables = {
  token: 'TOKEN_KEY_ARN',
  connectorSigning: 'CONNECTOR_SIGNING_KEY_ARN',
  connectorEncryption: 'CONNECTOR_ENCRYPTION_KEY_ARN',
} as const satisfies Record<RingName, Variable>;

export function templateKeyOf({ name }: Pick<KeyRing, 'name'>): string {
  return environment(keyVariables[name]);
}
