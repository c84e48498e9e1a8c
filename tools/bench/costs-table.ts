/** The costs of operations as a Markdown table. */
import { defaultRateLimit } from '@billhook/core/partner/partner';
import { LEASE_MICROSECONDS, leaseSize } from '@billhook/core/partner/rate-limit';
import type { OperationCost } from '../../test/support/costs.ts';
import type { FlowCost } from '../../test/support/flow-costs.ts';
import type { TableRequest } from '../../test/support/table-meter.ts';

/** What `npm run tools -- costs` writes to `docs/operate/costs.md`. */
export function costsDocument(costs: readonly OperationCost[], flows: readonly FlowCost[]): string {
  const lease = leaseSize(defaultRateLimit);
  const ofClients = costs.find(({ name }) => name.endsWith(', by a client'))?.authorizer ?? [];
  return [
    '# What an operation costs in DynamoDB',
    '',
    'For operators: measured by `npm run tools -- costs` against the table server of `npm start`, from the capacity that each',
    'response reports. A row is the call in the success of the operation’s case (test/end-to-end/cases);',
    'a variant of it is named after a comma. A row leaves out the work that a call starts in the',
    'background (links, payments) and the publishing of its events. Write units include writes to',
    'indexes.',
    '',
    'Every call is authorized first. That takes 1 GetItem of 1 read unit, and a share of an UpdateItem of 1 write',
    `unit: the authorizer leases ${lease} requests at a time from the partner's rate limit (by`,
    `default; a lease is a fiftieth of the burst) and keeps a lease for at most ${LEASE_MICROSECONDS / 1_000_000} seconds. So a busy partner's`,
    `request costs ${1 / lease} write units, and a request of a partner that calls rarely costs a whole one. An`,
    'authorizer that finds the bucket changed by another one reads it and writes again.',
    `A call with an access token: ${describe(ofClients)} at the same time, ${sum(ofClients, 'readUnits')} read units.`,
    'Exchanging a token takes leases as a call with an access token does; its row has its reads.',
    'A used or revoked token costs 2 GetItem and 1 UpdateItem, and nothing while it is refused with 429.',
    'An `Idempotency-Key` adds 2 PutItem, and an UpdateItem for each 64 KiB of stored responses.',
    'Of tokens, which keys count is read (1 GetItem, 1 read unit) at most every 10 seconds by each process',
    'that signs, verifies or lists them. The same goes for which index of companies counts, by each process',
    'that searches them. No row has that.',
    '',
    '| Operation | Requests | Read units | Write units |',
    '|---|---|---:|---:|',
    ...costs.map(
      ({ name, requests }) =>
        `| ${name} | ${describe(requests)} | ${sum(requests, 'readUnits')} | ${sum(requests, 'writeUnits')} |`,
    ),
    '',
    '## Whole flows',
    '',
    'These include the workflow, the events and their publication, and the reads of a caller who polls',
    'for progress. They leave out deliveries to webhook endpoints. A remote connector keeps its own books,',
    'which the sandbox that is built in keeps in the table. KMS signs once in 12 minutes and process',
    'for it, and opens what it returns in secret: a call each. The reading is one of a day without news.',
    '',
    '| Flow | Read units | Write units |',
    '|---|---:|---:|',
    ...flows.map(({ name, readUnits, writeUnits }) => `| ${name} | ${readUnits} | ${writeUnits} |`),
    '',
  ].join('\n');
}

function describe(requests: readonly TableRequest[]): string {
  const counts = new Map<string, number>();
  for (const { operation, index } of requests) {
    const what = index ? `${operation} of ${index}` : operation;
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
  // By name: requests of one moment come in any order.
  const sorted = [...counts].sort(([one], [other]) => (one < other ? -1 : 1));
  return sorted.map(([what, count]) => `${count} ${what}`).join(', ') || 'none';
}

function sum(requests: readonly TableRequest[], units: 'readUnits' | 'writeUnits'): number {
  return requests.reduce((total, one) => total + one[units], 0);
}
