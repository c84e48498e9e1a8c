/** What each operation costs in DynamoDB requests and capacity units. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Operation } from '@billhook/core/operation';
import { operations } from '../../functions/contracts.ts';
import { createApiClient } from '../client/api-client.ts';
import { startTableServer } from '../local/tables/dynoxide.ts';
import { callEveryOperation } from './every-operation.ts';
import { type FlowCost, measureFlows } from './flow-costs.ts';
import { startService } from './service-process.ts';
import { quietOf, startTableMeter, type TableRequest } from './table-meter.ts';

export type OperationCost = {
  readonly name: string;
  /** By the operation's own function; the authorizer's are the same for all. */
  readonly requests: readonly TableRequest[];
  /** Where no authorizer stands before it, what counts the rate of requests in its place. */
  readonly authorizer: readonly TableRequest[];
};

type Window = { readonly name: string; readonly from: number; readonly to: number };

/** No request for this long, and what a call began in the background has ended. */
const QUIET_MILLISECONDS = 400;

/** Every operation is called, most of them more than once. */
const IDLE_THREADS = 80;

/** Runs a service of its own over a metered table, and calls every operation in it. Flows take longer. */
export async function measureCosts(
  options: { readonly flows?: true } = {},
): Promise<{ readonly costs: OperationCost[]; readonly flows: FlowCost[] }> {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-costs-'));
  const tables = await startTableServer(join(folder, 'tables.db'));
  const meter = await startTableMeter(tables.url);
  const env = { DYNAMODB_ENDPOINT: meter.url };
  const service = await startService({
    stateDir: join(folder, 'state'),
    env,
    idleThreads: IDLE_THREADS,
  });
  try {
    const windows: Window[] = [];
    const api = createApiClient(service);
    const flows = options.flows ? await measureFlows(api, meter) : [];
    await callEveryOperation({
      api,
      partnerId: service.partnerId,
      apiWith: (apiKey) => createApiClient({ ...service, apiKey }),
      observe: async (name, call) => {
        await quietOf(meter, QUIET_MILLISECONDS);
        const from = performance.now();
        const result = await call();
        windows.push({ name, from, to: performance.now() });
        return result;
      },
    });
    await quietOf(meter, QUIET_MILLISECONDS);
    return { costs: attribute(meter.requests, windows), flows };
  } finally {
    await service.stop();
    await meter.close();
    await tables.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Operations that no authorizer stands before: all that their calls send but counting is their own. */
const open = new Set(
  Object.values(operations).flatMap((group) =>
    Object.entries<Operation>(group)
      .filter(([, { callers }]) => callers.includes('anyone'))
      .map(([name]) => name),
  ),
);

/**
 * Each call begins in quiet, so its first request is the authorizer's, and the next of another
 * sender is the operation's own: what a workflow sends, it sends after the operation began it.
 */
function attribute(requests: readonly TableRequest[], windows: readonly Window[]): OperationCost[] {
  const sweepers = new Set(
    requests.filter(({ index }) => index === 'byDue').map(({ caller }) => caller),
  );
  return windows.map(({ name, from, to }) => {
    const inside = requests.filter(
      ({ at, caller }) => at >= from && at <= to && !sweepers.has(caller),
    );
    if (open.has(name.split(',')[0] ?? '')) {
      const { own = [], counting = [] } = Object.groupBy(inside, (one) =>
        one.counting ? 'counting' : 'own',
      );
      return { name, authorizer: counting, requests: own };
    }
    const authorizer = inside[0]?.caller;
    const own = inside.find(({ caller }) => caller !== authorizer)?.caller;
    return {
      name,
      authorizer: inside.filter(({ caller }) => caller === authorizer),
      requests: inside.filter(({ caller }) => caller === own),
    };
  });
}
