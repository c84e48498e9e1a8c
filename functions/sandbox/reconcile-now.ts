import { fail } from '@billhook/core/base/errors';
import { presentReport } from '@billhook/core/reconciliation/report';
import { openReconcile } from '@billhook/runtime/reconciliation/open';
import { reconcileNow as run } from '@billhook/runtime/reconciliation/run-now';
import { serve } from '@billhook/runtime/serve/serve';
import type { Outside } from '@billhook/runtime/table/outside';
import { reconcileNow } from './contract.ts';

const open = (outside: Outside) => ({ ...openReconcile(outside), clock: outside.clock });

export const handler = serve(
  reconcileNow,
  open,
  async ({ caller }, { clock, openSources, ...deps }) => {
    const sources = await openSources();
    const report = await run({ ...deps, sources }, caller.partnerId, clock);
    return report ? presentReport(report) : fail('request_conflict');
  },
);
