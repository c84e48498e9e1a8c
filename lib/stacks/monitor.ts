/** Alarms on the service as a whole, and the dashboard. A function's own alarm is defined with it. */
import type { WorkflowName } from '@billhook/core/api/operation';
import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import type { RestApi } from 'aws-cdk-lib/aws-apigateway';
import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import {
  AlarmStatusWidget,
  Dashboard,
  GraphWidget,
  type IMetric,
  MathExpression,
  Metric,
} from 'aws-cdk-lib/aws-cloudwatch';
import { type ITable, Operation as TableOperation } from 'aws-cdk-lib/aws-dynamodb';
import type { StateMachine } from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';
import { type AlarmEntry, type AlarmTargets, addAlarm } from '../constructs/alarm-entry.ts';
import type { CompanyWork } from '../constructs/company-work.ts';
import { companyWorkAlarms, companyWorkMetrics } from '../constructs/company-work-alarms.ts';
import { eventAlarms, eventMetrics } from '../constructs/event-metrics.ts';
import { keyAlarm } from '../constructs/key-watch.ts';
import {
  onceInTwo,
  serviceAlarms,
  serviceMetric,
  sessionGraphs,
} from '../constructs/service-alarms.ts';
import { sumOf } from '../constructs/sum-of.ts';
import { API_STAGE, firewallMetric } from './api.ts';
import { type Stage, stackName } from './stage.ts';
import type { StreamStack } from './stream.ts';

export type MonitorStackProps = StackProps & {
  readonly stage: Stage;
  readonly api: RestApi;
  readonly table: ITable;
  /** The keys whose users are named. */
  readonly keyArns: readonly string[];
  readonly machines: Readonly<Partial<Record<WorkflowName, StateMachine>>>;
  readonly events: StreamStack;
  readonly companyWork: readonly CompanyWork[];
  readonly alarms: AlarmTargets;
  readonly alarmEmail?: string;
  readonly budget?: number;
};

const period = Duration.minutes(5);

export class MonitorStack extends Stack {
  constructor(scope: Construct, id: string, props: MonitorStackProps) {
    super(scope, id, props);
    const entries = [
      ...apiAlarms(props.api),
      ...serviceAlarms(props.stage),
      ...workflowAlarms(props),
      ...tableAlarms(props),
      keyAlarm(this, props, period),
      ...eventAlarms(props.events, period),
      ...companyWorkAlarms(props.companyWork, period),
    ];
    const alarms = entries.map((entry) => addAlarm(this, entry, props.alarms));
    const dashboard = new Dashboard(this, 'Dashboard', {
      // An account has one namespace of them for all regions.
      dashboardName: stackName(props.stage, `service-${this.region}`),
      defaultInterval: Duration.hours(12),
    });
    dashboard.addWidgets(new AlarmStatusWidget({ title: 'Alarms', alarms, width: 24 }));
    dashboard.addWidgets(...graphs(props));
    if (props.budget) watchCosts(this, { ...props, budget: props.budget });
  }
}

/** Of the whole account: costs are told apart by tags only once somebody switched that on in Billing. */
function watchCosts(scope: Construct, { budget, alarmEmail: address = '' }: Watched): void {
  const subscribers = [{ subscriptionType: 'EMAIL', address }];
  const above = (notificationType: string, threshold: number) => ({
    notification: { notificationType, threshold, comparisonOperator: 'GREATER_THAN' },
    subscribers,
  });
  new CfnBudget(scope, 'Budget', {
    budget: {
      ...{ budgetType: 'COST', timeUnit: 'MONTHLY' },
      budgetLimit: { amount: budget, unit: 'USD' },
    },
    notificationsWithSubscribers: [above('ACTUAL', 80), above('FORECASTED', 100)],
  });
}

type Watched = { readonly budget: number; readonly alarmEmail?: string };

function apiAlarms(api: RestApi): AlarmEntry[] {
  const stage = api.deploymentStage;
  const serverErrors = stage.metricServerError({ period, statistic: 'Average' });
  const latency = stage.metricLatency({ period, statistic: 'p99' });
  return [
    {
      ...{ id: 'ServerErrors', guide: 'the-api-fails' },
      description: `More than 1 % of requests to ${API_STAGE} fail on our side: partners see 5xx.`,
      metric: serverErrors,
      threshold: 0.01,
      periods: 1,
    },
    {
      ...{ id: 'Latency', guide: 'the-api-is-slow' },
      description: 'One in a hundred requests takes longer than 3 seconds: users have to wait.',
      metric: latency,
      threshold: 3_000,
      periods: 3,
    },
  ];
}

function workflowAlarms({ machines }: MonitorStackProps): AlarmEntry[] {
  const suffers: Record<WorkflowName, string> = {
    'link-account': 'Accounts stay unlinked, without a reason that users can act on.',
    'pay-bill': 'A payment has no recorded outcome: check it before anyone pays again.',
    'swap-card': 'A swap has no recorded outcome: its user cannot tell which card is charged.',
    'advance-clock': 'A test clock stopped before reaching its target.',
  };
  return Object.entries(machines).map(([name, machine]) => ({
    id: `${name}-not-ended`,
    guide: 'a-workflow-did-not-end' as const,
    description: `An execution of ${name} failed or timed out. ${suffers[name as WorkflowName]}`,
    metric: sumOf(name, period, {
      failed: machine.metricFailed({ period }),
      timedOut: machine.metricTimedOut({ period }),
      aborted: machine.metricAborted({ period }),
    }),
    threshold: 1,
    ...onceInTwo,
  }));
}

/** All that functions call on the table. */
const tableOperations = [
  TableOperation.GET_ITEM,
  TableOperation.BATCH_GET_ITEM,
  TableOperation.QUERY,
  TableOperation.PUT_ITEM,
  TableOperation.UPDATE_ITEM,
  TableOperation.DELETE_ITEM,
  TableOperation.TRANSACT_WRITE_ITEMS,
];

function tableAlarms({ table }: MonitorStackProps): AlarmEntry[] {
  const { tableName: TableName } = table;
  const ofOperations = (metricName: string): MathExpression => {
    const metrics = tableOperations.map((Operation) => [
      Operation.toLowerCase(),
      table.metric(metricName, {
        dimensionsMap: { TableName, Operation },
        statistic: 'Sum',
        period,
      }),
    ]);
    return sumOf(metricName, period, Object.fromEntries(metrics));
  };
  return [
    {
      ...{ id: 'TableThrottles', guide: 'the-table-fails' },
      description: 'The table throttles: requests are slow, or fail with 503.',
      metric: ofOperations('ThrottledRequests'),
      threshold: 10,
      ...onceInTwo,
    },
    {
      ...{ id: 'TableErrors', guide: 'the-table-fails' },
      description: 'DynamoDB returns errors: requests fail with 503.',
      metric: ofOperations('SystemErrors'),
      threshold: 10,
      ...onceInTwo,
    },
  ];
}

function graphs(props: MonitorStackProps): GraphWidget[] {
  const { stage, api, table, machines } = props;
  const gateway = api.deploymentStage;
  const started = Object.values(machines).map((machine) => machine.metricStarted({ period }));
  const failed = Object.values(machines).map((machine) => machine.metricFailed({ period }));
  return [
    graph('Requests', [gateway.metricCount({ period })]),
    graph('Errors', [
      gateway.metricClientError({ period, statistic: 'Sum' }),
      gateway.metricServerError({ period, statistic: 'Sum' }),
    ]),
    graph('Latency', [
      gateway.metricLatency({ period, statistic: 'p50' }),
      gateway.metricLatency({ period, statistic: 'p99' }),
    ]),
    graph('Functions: errors', [searchFunctions(stage, 'Errors', 'Sum')]),
    graph('Functions: refused for want of concurrency', [
      searchFunctions(stage, 'Throttles', 'Sum'),
    ]),
    graph('Functions: slowest invocations', [searchFunctions(stage, 'Duration', 'Maximum')]),
    graph('Workflows started', started),
    graph('Workflows failed', failed),
    graph('Table: capacity', [
      table.metricConsumedReadCapacityUnits({ period }),
      table.metricConsumedWriteCapacityUnits({ period }),
    ]),
    graph('Workflows that could not be signalled', [serviceMetric(stage, 'UnsentSignals')]),
    graph('Webhooks that were put aside', [serviceMetric(stage, 'WebhooksParked')]),
    graph('Results of companies that make no sense', [serviceMetric(stage, 'CompanyNonsense')]),
    graph('Payments that only the operator can help', [serviceMetric(stage, 'OperatorFaults')]),
    graph('Fees above what was promised', [serviceMetric(stage, 'FeesAbovePromise')]),
    graph('Payments whose outcome is not known', [serviceMetric(stage, 'UnknownPayments')]),
    graph('Statements of which more was taken than was owed', [
      serviceMetric(stage, 'TakenAboveOwed'),
    ]),
    graph('Age of the oldest pending payment, in seconds', [
      serviceMetric(stage, 'PendingPaymentAge', 'Maximum'),
    ]),
    graph('Open findings of reconciliation', [
      serviceMetric(stage, 'ReconciliationFindings'),
      serviceMetric(stage, 'MissingReports'),
    ]),
    ...Object.entries({
      ...sessionGraphs(stage),
      ...eventMetrics(props.events, period),
      ...companyWorkMetrics(props.companyWork, period),
    }).map(([title, left]) => graph(title, left)),
    graph('Requests blocked by the firewall', [
      new Metric({
        namespace: 'AWS/WAFV2',
        metricName: 'BlockedRequests',
        dimensionsMap: { WebACL: firewallMetric(stage), Rule: 'ALL', Region: api.stack.region },
        statistic: 'Sum',
        period,
      }),
    ]),
  ];
}

/**
 * All of a stage's functions, by the words that their stacks' names begin with. Quoted, a term would
 * be the whole name of a function.
 */
function searchFunctions(stage: Stage, metricName: string, statistic: string): MathExpression {
  const named = `FunctionName=billhook FunctionName=${stage}`;
  const search = `{AWS/Lambda,FunctionName} MetricName="${metricName}" ${named}`;
  return new MathExpression({
    expression: `SEARCH('${search}', '${statistic}', ${period.toSeconds()})`,
    label: '',
    period,
    usingMetrics: {},
  });
}

function graph(title: string, left: IMetric[]): GraphWidget {
  return new GraphWidget({ title, left, width: 8 });
}
