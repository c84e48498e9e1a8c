/**
 * The resources that a release takes away from what is deployed, or replaces by new ones, and why. The
 * record of all ids is `docs/contribute/logical-ids.json`; a test asks for a line here when one of them is lost.
 */

import { stackName, stages } from './stage.ts';

/**
 * What the record has of a resource: its type, and where it keeps something, what it is replaced for. A
 * property that the template leaves out is `null`.
 */
export type RecordEntry =
  | string
  | { readonly type: string; readonly identity: Readonly<Record<string, unknown>> };

export type RemovedResource = {
  /** The day on which it was decided: `2026-11-22`. */
  readonly on: string;
  /** As it is deployed: `billhook-production-data`. */
  readonly stack: string;
  readonly id: string;
  /** Its entry in the record, as it was until then. */
  readonly was: RecordEntry;
  /** Why nothing is missed, or what the operator has to do before the deployment: a sentence. */
  readonly reason: string;
};

const GROUP = 'AWS::Logs::LogGroup';
const RENAMED =
  'Logs go on in a group of a new name. In production the old one stays as long as its logs are kept, and can be deleted after that.';

/** The logs of the workflows, by their logical ids. */
const machineLogs: Readonly<Record<(typeof stages)[number], readonly string[]>> = {
  production: ['linkaccountLogs0CA8E235', 'paybillLogs03BEA4FF', 'swapcardLogs2585FC88'],
  sandbox: [
    'advanceclockLogs3E24753C',
    'linkaccountLogs0CA8E235',
    'paybillLogs03BEA4FF',
    'swapcardLogs2585FC88',
  ],
};

export const removedResources: readonly RemovedResource[] = stages.flatMap((stage) => [
  {
    on: '2026-11-22',
    stack: stackName(stage, 'api'),
    id: 'FirewallLogsC775C0BF',
    was: { type: GROUP, identity: { LogGroupName: `aws-waf-logs-${stackName(stage, 'api')}` } },
    reason: RENAMED,
  },
  ...machineLogs[stage].map((id) => ({
    on: '2026-11-22',
    stack: stackName(stage, 'workflow'),
    id,
    was: { type: GROUP, identity: { LogGroupName: null } },
    reason: RENAMED,
  })),
]);
