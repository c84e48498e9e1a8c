/** What each operation costs in DynamoDB requests and capacity units. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Operation } from '@billhook/core/api/operation';
import { operations } from '../../functions/contracts.ts';
import { addPartnerTo } from '../../lib/base/operate.ts';
import { createApiClient } from '../../lib/client/api-client.ts';
import { startService } from '../../lib/local/service-process.ts';
import { startTableServer } from '../../lib/local/tables/dynoxide.ts';
import { type FlowCost, measureFlows } from './flow-costs.ts';
import type { CallEveryOperation } from './surroundings.ts';
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

/** Runs a service of its own over a metered table, and calls every operation in it. */
export async function measureCosts(
  callEveryOperation: CallEveryOperation,
): Promise<OperationCost[]> {
  return metered({}, async (service, meter) => {
    const windows: Window[] = [];
    await callEveryOperation({
      ...service,
      addPartner: addPartnerTo(service),
      observe: async (name, call) => {
        await quietOf(meter, QUIET_MILLISECONDS);
        const from = performance.now();
        const result = await call();
        windows.push({ name, from, to: performance.now() });
        return result;
      },
    });
    await quietOf(meter, QUIET_MILLISECONDS);
    return attribute(meter.requests, windows);
  });
}

/**
 * Whole flows, at the companies of the sandbox that is built in, and at the same ones where they are reached
 * through a remote connector: each in a service in which nothing else was done.
 */
export async function measureAllFlows(): Promise<FlowCost[]> {
  const flowsOf = (remoteSandbox: boolean) =>
    metered({ remoteSandbox }, (service, meter) => measureFlows(createApiClient(service), meter));
  const builtIn = await flowsOf(false);
  const remote = await flowsOf(true);
  return [
    ...builtIn,
    ...remote.map(({ name, ...cost }) => ({ name: `${name}, by a remote connector`, ...cost })),
  ];
}

/** Works with a service of its own over a metered table, which goes afterwards. */
async function metered<T>(
  options: Pick<Parameters<typeof startService>[0], 'remoteSandbox'>,
  work: (
    service: Awaited<ReturnType<typeof startService>>,
    meter: Awaited<ReturnType<typeof startTableMeter>>,
  ) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'billhook-costs-'));
  const tables = await startTableServer(join(folder, 'tables.db'));
  const meter = await startTableMeter(tables.url);
  const env = { DYNAMODB_ENDPOINT: meter.url };
  const stateDir = join(folder, 'state');
  const service = await startService({ ...options, stateDir, env });
  try {
    return await work(service, meter);
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

/** Each call begins in quiet: nothing else calls the same function, or takes from the same bucket. */
function attribute(requests: readonly TableRequest[], windows: readonly Window[]): OperationCost[] {
  return windows.map(({ name, from, to }) => {
    const operation = name.split(',')[0] ?? '';
    const inside = requests.filter(({ at }) => at >= from && at <= to);
    const own = inside.filter(({ caller }) => caller === operation);
    if (!open.has(operation)) {
      const authorizer = inside.filter(({ caller }) => caller === 'authorize');
      return { name, authorizer, requests: own };
    }
    const { counting = [], rest = [] } = Object.groupBy(own, (one) =>
      one.counting ? 'counting' : 'rest',
    );
    return { name, authorizer: counting, requests: rest };
  });
}
