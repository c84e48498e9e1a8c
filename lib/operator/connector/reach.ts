/** How the operator's commands reach a remote connector: as the deployment does, with its own keys. */
import { randomBytes } from 'node:crypto';
import type { Manifest } from '@billhook/connector-kit/protocol/manifest';
import { openKeySet } from '@billhook/connector-kit/wire/keys';
import { randomText } from '@billhook/core/base/ids';
import type { RegisteredConnector } from '@billhook/core/company/registered-connector';
import type { RemoteConnector } from '@billhook/runtime/companies/remote/exchange';
import { openConnectorKeys } from '@billhook/runtime/key-rings/connector-keys';
import { connectorStore } from '@billhook/runtime/stores/connector-store';
import { refusal, type Service } from '../command-group.ts';

const CALL_ID_LENGTH = 20;

/** @throws Refused where there is none, or it was removed. */
export async function findConnector({ table }: Service, id: string): Promise<RegisteredConnector> {
  const found = await connectorStore(table).find(id);
  if (!found || found.removedAt !== undefined) throw refusal(`There is no connector ${id}`);
  return found;
}

export function openWire({
  id,
  baseUrl,
  keys,
}: Pick<RegisteredConnector, 'id' | 'baseUrl' | 'keys'>): RemoteConnector {
  const open = openKeySet({ keys });
  if (!open) throw refusal(`The keys of ${id} do not open`);
  return { id, baseUrl, keys: open };
}

export async function wireDeps({ table, aws }: Service) {
  const clock = Date.now;
  const keys = await openConnectorKeys({ table, clock, aws }).current();
  return { ...keys, clock, newCallId: () => randomText(CALL_ID_LENGTH, randomBytes) };
}

/** What the operator is asked to confirm. */
export function phraseOfManifest({ capabilities, mode }: Pick<Manifest, 'capabilities' | 'mode'>) {
  const { reads, pays, swaps, handlesCards, funding } = capabilities;
  const does = [
    ...(reads ? ['reads bills'] : []),
    ...(pays.length > 0 ? [`pays by ${pays.join(' and ')} (${funding})`] : []),
    ...(swaps ? ['puts cards on file'] : []),
    handlesCards ? 'may be given card numbers' : 'takes no card numbers',
  ];
  return `${mode}: ${does.join(', ')}`;
}
