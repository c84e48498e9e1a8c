/** Everything that linking, paying and swapping need; most functions open a part of it. */
import { openWorkflows, type Workflows } from '../aws/workflows.ts';
import { openStores, type Stores } from '../stores/open-stores.ts';
import type { Outside } from '../table/outside.ts';
import { openReach, type Reach } from './reach.ts';

export type Runtime = Stores &
  Reach &
  Omit<Outside, 'connectorOf'> & { readonly workflows: Workflows };

export function openRuntime(outside: Outside): Runtime {
  return {
    ...outside,
    ...openStores(outside),
    ...openReach(outside),
    workflows: openWorkflows(outside.aws),
  };
}
