import { fail, isFailure } from '@billhook/core/base/errors';
import { presentFinding, presentReport } from '@billhook/core/reconciliation/report';
import { serve } from '@billhook/runtime/serve/serve';
import { reconciliationStore } from '@billhook/runtime/stores/reconciliation-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { getReconciliation } from './contract.ts';

/** Lines of a response without a `limit`. */
const MOST_LINES = 1_000;

const open = ({ table }: Outside) => ({ findings: reconciliationStore(table) });

export const handler = serve(
  getReconciliation,
  open,
  async ({ caller: { partnerId }, query }, { findings }) => {
    const { day, limit = MOST_LINES, cursor } = query;
    const report = day
      ? await findings.findReport(partnerId, day)
      : await findings.latestReport(partnerId);
    if (!report) return fail('report_not_found');
    const page = await findings.lines(partnerId, report.day, { limit, cursor });
    if (isFailure(page)) return page;
    return {
      report: presentReport(report),
      data: page.items.map((one) => presentFinding(one, report.day)),
      ...(page.nextCursor && { nextCursor: page.nextCursor }),
    };
  },
);
