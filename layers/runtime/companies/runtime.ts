/** Everything that linking, paying and swapping need; most functions open a part of it. */
import { openStoresAndWorkflows, type StoresAndWorkflows } from '../stores/stores-and-workflows.ts';
import type { Outside } from '../table/outside.ts';
import { openReach, type Reach } from './reach.ts';

export type Runtime = StoresAndWorkflows & Reach & Omit<Outside, 'connectorOf'>;

export function openRuntime(outside: Outside): Runtime {
  return {
    ...outside,
    ...openStoresAndWorkflows(outside),
    ...openReach(outside),
  };
}
