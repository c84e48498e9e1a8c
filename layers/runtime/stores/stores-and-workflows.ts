/** The stores, and the workflows that what is written there begins. */
import type { AwsClients } from '../aws/clients.ts';
import { openWorkflows, type Workflows } from '../aws/workflows.ts';
import type { Outside } from '../table/outside.ts';
import { openStores, type Stores } from './open-stores.ts';

export type StoresAndWorkflows = Stores & {
  readonly workflows: Workflows;
  readonly aws: AwsClients;
};

export function openStoresAndWorkflows(outside: Outside): StoresAndWorkflows {
  const { aws } = outside;
  return { ...openStores(outside), workflows: openWorkflows(aws, outside.clock), aws };
}
