/** Secrets of webhook endpoints, and signatures as Standard Webhooks has them. */
import { createHmac, randomBytes } from 'node:crypto';
import type { EndpointRecord } from '@billhook/core/webhook/endpoint';
import type { SealContext, Vault } from '../aws/vault.ts';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

type Ids = Pick<EndpointRecord, '_id' | 'partnerId'>;

/** A new secret: its text, which is shown once, and sealed for its endpoint. */
export async function newSecret(vault: Vault, endpoint: Ids) {
  const secret = `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;
  return { secret, sealed: await vault.seal(contextOf(endpoint), { secret }) };
}

/** A secret in clear, and the instant from which it signs no more. */
export type OpenSecret = { readonly key: Uint8Array; readonly until?: string };

export async function unsealSecrets(
  vault: Vault,
  endpoint: EndpointRecord,
): Promise<readonly OpenSecret[]> {
  return Promise.all(
    endpoint.secrets.map(async ({ sealed, until }) => {
      const { secret = '' } = await vault.open(contextOf(endpoint), sealed);
      return { key: Buffer.from(secret.slice(PREFIX.length), 'base64'), until };
    }),
  );
}

/** The headers of one attempt, signed with each secret that signs at that moment. */
export function signedHeaders(
  secrets: readonly OpenSecret[],
  message: { readonly id: string; readonly body: string; readonly now: number },
): Record<string, string> {
  const { id, body, now } = message;
  const timestamp = String(Math.floor(now / 1000));
  const live = secrets.filter(({ until }) => until === undefined || now < Date.parse(until));
  const signatures = live.map(({ key }) => {
    const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`);
    return `v1,${signature.digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'user-agent': 'billhook',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signatures.join(' '),
  };
}

function contextOf({ _id, partnerId }: Ids): SealContext {
  return { clientId: partnerId, recordId: _id, purpose: 'webhook' };
}
