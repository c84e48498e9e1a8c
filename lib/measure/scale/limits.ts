/** What a large service meets first: limits of AWS and our own, and what moves each. */
import { MAX_IN_FLIGHT } from '@billhook/core/webhook/delivery';
import { readAccounts } from '../../../functions/stream/contract.ts';
import { submitPayment } from '../../../functions/workflow/contract.ts';
import type { Demand } from './demand.ts';

export type Limit = {
  readonly what: string;
  /** Of an account in us-east-1, unless AWS raises it; where it is ours, without any setting. */
  readonly most: number;
  readonly of: (demand: Demand) => number;
  readonly movedBy: string;
};

/** A partition takes so many write units, and so many strongly consistent reads of a unit. */
const PARTITION_WRITES = 1_000;
const PARTITION_READS = 3_000;
const OURS = 'our';

export const limits: readonly Limit[] = [
  {
    what: `Requests a second of all partners (${OURS} default)`,
    most: 2_000,
    of: ({ requests }) => requests,
    movedBy: 'the setting `requestsPerSecond`, up to the 10,000 that an account has; beyond, AWS',
  },
  {
    what: `Requests a second of the largest partner (${OURS} default)`,
    most: 100,
    of: ({ requestsOfLargest }) => requestsOfLargest,
    movedBy: '`npx billhook partner set <partnerId> --rate-limit --burst`',
  },
  {
    what: `Payments submitted at a time (${OURS} default)`,
    most: submitPayment.maxConcurrency,
    of: ({ submissions }) => submissions,
    movedBy: 'the setting `concurrency.times`',
  },
  {
    what: `Calls that read accounts at a time (${OURS} default)`,
    most: readAccounts.maxConcurrency,
    of: ({ readingCalls }) => readingCalls,
    movedBy: 'the setting `concurrency.times`',
  },
  {
    what: `Attempts under way at the largest partner’s endpoint (${OURS} limit)`,
    most: MAX_IN_FLIGHT,
    of: ({ endpointAttempts }) => endpointAttempts,
    movedBy: 'several endpoints, each for some types of events, up to 16; a faster endpoint',
  },
  {
    what: 'Calls of functions at a time',
    most: 1_000,
    of: ({ calls }) => calls,
    movedBy: 'AWS, up to tens of thousands',
  },
  {
    what: 'Signatures of KMS a second (ECC)',
    most: 1_000,
    of: ({ signatures }) => signatures,
    movedBy: 'AWS; nothing else today ([why](#beyond-and-what-is-not-settled-by-a-setting))',
  },
  {
    what: 'Other calls of KMS a second',
    most: 100_000,
    of: ({ kmsCalls }) => kmsCalls,
    movedBy: 'AWS (10,000 in smaller regions); several accounts in one session share a key',
  },
  {
    what: 'Workflows started a second',
    most: 300,
    of: ({ starts }) => starts,
    movedBy: 'AWS; more hours for a day’s payments (`SPREAD_SECONDS`)',
  },
  {
    what: 'Workflow steps a second',
    most: 5_000,
    of: ({ steps }) => steps,
    movedBy: 'AWS',
  },
  {
    what: 'Tasks of workflows answered a second',
    most: 500,
    of: ({ taskAnswers }) => taskAnswers,
    movedBy: 'AWS; more hours for a day’s payments',
  },
  {
    what: 'Write units of the table a second',
    most: 40_000,
    of: ({ writeUnits }) => writeUnits,
    movedBy: 'AWS',
  },
  {
    what: 'Read units of the table a second',
    most: 40_000,
    of: ({ readUnits }) => readUnits,
    movedBy: 'AWS',
  },
  {
    what: 'Writes of a shard of due work',
    most: PARTITION_WRITES,
    of: ({ dueShard }) => dueShard,
    movedBy: '`DUE_SHARDS`, in the code',
  },
  {
    what: 'Writes of a shard of daily readings',
    most: PARTITION_WRITES,
    of: ({ refreshShard }) => refreshShard,
    movedBy: '`REFRESH_SHARDS`, in the code',
  },
  {
    what: 'Writes of a shard of events to publish',
    most: PARTITION_WRITES,
    of: ({ eventShard }) => eventShard,
    movedBy: '`EVENT_SHARDS`, in the code',
  },
  {
    what: 'Write units of a shard of the largest partner’s bills',
    most: PARTITION_WRITES,
    of: ({ partnerBillShard }) => partnerBillShard,
    movedBy: '`PARTNER_SHARDS`, with a rewrite of the bills',
  },
  {
    what: 'Write units of a shard of the largest partner’s events',
    most: PARTITION_WRITES,
    of: ({ partnerEventShard }) => partnerEventShard,
    movedBy: '`PARTNER_EVENT_SHARDS`: events go after 90 days',
  },
  {
    what: 'Reads of the item that pauses payments',
    most: PARTITION_READS,
    of: ({ pausesReads }) => pausesReads,
    movedBy: 'a copy of it in each function, a second old',
  },
];
