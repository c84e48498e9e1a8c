/** Billhook's own keys for connectors, opened with the first call that needs them. */
import type { Clock } from '@billhook/core/dates';
import type { AwsClients } from '../../aws/clients.ts';
import type { WireKeys } from './open-remote.ts';

export function openWireKeys(_aws: AwsClients, _clock: Clock): () => Promise<WireKeys> {
  return async () => {
    throw new Error('This deployment has no keys for connectors yet');
  };
}
