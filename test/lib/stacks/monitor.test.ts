import { sessionMetrics } from '@billhook/runtime/aws/metrics';
import { describe, expect, test, vi } from 'vitest';
import { guardedKeys, type Stage, stages } from '../../../lib/stacks/stage.ts';
import { type AskedMetric, computedOf, isEmitted, metricOf } from './metrics.ts';
import { type Found, type Json, resourcesOf } from './synthesis.ts';

const MINUTE = 60;

type Row = {
  /** What the logical id begins with. */
  readonly id: string;
  readonly namespace: string;
  /** One, or those that are summed, each with the dimension that is different. */
  readonly watches: readonly (readonly [name: string, dimensions: Record<string, string>])[];
  readonly statistic: string;
  readonly threshold: number;
  /** Of the last `[1]` periods of five minutes, so many: `[0]`. */
  readonly periods: readonly [breaching: number, of: number];
  /** Another period than of five minutes. */
  readonly seconds?: number;
  /** It is heard in every period: nothing heard is an alarm. */
  readonly heard?: true;
};

/** What the service counts itself, each for a person to look at at once. */
const counted = [
  ...['CompanyNonsense', 'CompaniesShut', 'PartnersLocked', 'UnsentSignals', 'WebhooksParked'],
  ...['UnknownPayments', 'FeesAbovePromise', 'TakenAboveOwed', 'OperatorFaults', 'MissingReports'],
  'ReconciliationFindings',
];

const rowsOf = (stage: Stage): Row[] => {
  const api = { ApiName: `billhook-${stage}-api`, Stage: 'api/ApiDeploymentStagev1.Ref' };
  const summed = { statistic: 'Sum', periods: [1, 2] } as const;
  const machines = ['linkaccount', 'paybill', 'swapcard'];
  if (stage === 'sandbox') machines.push('advanceclock');
  const table = (name: string) =>
    tableOperations(stage).map((Operation) => tableRow(name, Operation));
  return [
    {
      ...{ id: 'ServerErrors', namespace: 'AWS/ApiGateway', watches: [['5XXError', api]] },
      // The share of requests: 0.01 is one in a hundred.
      ...{ statistic: 'Average', threshold: 0.01, periods: [1, 1] },
    },
    {
      ...{ id: 'Latency', namespace: 'AWS/ApiGateway', watches: [['Latency', api]] },
      ...{ statistic: 'p99', threshold: 3_000, periods: [3, 3] },
    },
    ...counted.map(
      (id): Row => ({
        ...{ id, namespace: 'Billhook', ...summed, threshold: 1 },
        watches: [[id, { Stage: stage }]],
      }),
    ),
    {
      // Pages are looked at every hour.
      ...{ id: 'PagesChanged', namespace: 'Billhook', ...summed, threshold: 1, periods: [1, 12] },
      watches: [['PagesChanged', { Stage: stage }]],
    },
    // A query over whatever connectors there are; its test is below.
    { ...{ id: 'FailedSessions', namespace: 'Billhook', ...summed, threshold: 20 }, watches: [] },
    {
      // Of the whole account, whose functions share what it has.
      ...{ id: 'ThrottledCalls', namespace: 'AWS/Lambda', ...summed, threshold: 1 },
      watches: [['Throttles', {}]],
    },
    {
      // It is looked at every hour, and older than a day.
      ...{ id: 'PendingPaymentAge', namespace: 'Billhook', statistic: 'Maximum' },
      ...{ threshold: 24 * 60 * MINUTE, periods: [1, 12] },
      watches: [['PendingPaymentAge', { Stage: stage }]],
    },
    {
      // It is looked at every hour, and has stood still for a day.
      ...{ id: 'TokenKeyOverdue', namespace: 'Billhook', statistic: 'Maximum' },
      ...{ threshold: 24 * 60 * MINUTE, periods: [1, 12] },
      watches: [['TokenKeyOverdue', { Stage: stage }]],
    },
    {
      // It is heard every five minutes: an hour without is an alarm.
      ...{ id: 'ReconciliationAge', namespace: 'Billhook', statistic: 'Maximum' },
      ...{ threshold: 36 * 60 * MINUTE, periods: [1, 1], seconds: 60 * MINUTE, heard: true },
      watches: [['ReconciliationAge', { Stage: stage }]],
    },
    ...machines.map(
      (name): Row => ({
        ...{ id: `${name}notended`, namespace: 'AWS/States', ...summed, threshold: 1 },
        watches: ['ExecutionsFailed', 'ExecutionsTimedOut', 'ExecutionsAborted'].map((metric) => [
          metric,
          { StateMachineArn: `workflow/${name}Machine.Ref` },
        ]),
      }),
    ),
    ...[
      ['TableThrottles', 'ThrottledRequests'] as const,
      ['TableErrors', 'SystemErrors'] as const,
    ].map(
      ([id, name]): Row => ({
        ...{ id, namespace: 'AWS/DynamoDB', watches: table(name), ...summed, threshold: 10 },
      }),
    ),
    ...[
      ['Events', 5 * MINUTE] as const,
      ['Endpoints', 5 * MINUTE] as const,
      ['Readings', 6 * 60 * MINUTE] as const,
      ['Attended', 5 * MINUTE] as const,
      ['Unattended', 6 * 60 * MINUTE] as const,
    ].map(
      ([name, threshold]): Row => ({
        ...queueRow('ApproximateAgeOfOldestMessage', `stream/${name}Queue.QueueName`),
        ...{ id: `${name.toLowerCase()}queuelate`, threshold },
      }),
    ),
    {
      ...{ id: 'stream0late', namespace: 'AWS/Lambda', statistic: 'Maximum', periods: [1, 1] },
      watches: [['IteratorAge', { FunctionName: 'stream/publishEventsFunction.Ref' }]],
      threshold: 5 * MINUTE * 1_000,
    },
    ...[
      ['events', 'EventsDeadLetters'],
      ['endpoints', 'EndpointsDeadLetters'],
      ['readings', 'ReadingsDeadLetters'],
      ['attended', 'AttendedDeadLetters'],
      ['unattended', 'UnattendedDeadLetters'],
      ['rule', 'RuleFailures'],
      ['stream', 'StreamFailures'],
    ].map(
      ([name, queue]): Row => ({
        ...queueRow('ApproximateNumberOfMessagesVisible', `stream/${queue}.QueueName`),
        ...{ id: `deadletters${name}`, threshold: 1 },
      }),
    ),
    {
      ...{ id: 'KeysOpened', namespace: 'AWS/Events', ...summed, threshold: 1 },
      watches: ['MatchedEvents', 'TriggeredRules'].map((name) => [
        name,
        { RuleName: 'monitor/KeysOpenedRule.Ref' },
      ]),
    },
    ...companyWorkRows(stage),
  ];
};

function companyWorkRows(stage: Stage): Row[] {
  const payments = ['submitPayment', 'askPayment'];
  const others = ['logIn', 'readBills', 'submitSwap'];
  if (stage === 'sandbox') others.push('advanceClock');
  const row = (name: string, queue: string, tasks: readonly string[]) => ({
    ...{ namespace: 'AWS/SQS', statistic: 'Maximum', periods: [1, 1] as const },
    watches: tasks.map(
      (task) => [name, { QueueName: `workflow/${task}work${queue}.QueueName` }] as const,
    ),
  });
  const age = 'ApproximateAgeOfOldestMessage';
  return [
    { ...row(age, 'Queue', others), id: 'linkslate', threshold: 5 * MINUTE },
    { ...row(age, 'Queue', payments), id: 'paymentslate', threshold: 120 * MINUTE },
    {
      ...row('ApproximateNumberOfMessagesVisible', 'DeadLetters', [...payments, ...others]),
      ...{ id: 'deadletterscompanywork', threshold: 1 },
    },
  ];
}

const tableRow = (name: string, Operation: string): Row['watches'][number] => [
  name,
  { Operation, TableName: 'data/Table.Ref' },
];

const queueRow = (name: string, QueueName: string): Omit<Row, 'id' | 'threshold'> => ({
  ...{ namespace: 'AWS/SQS', statistic: 'Maximum', periods: [1, 1] },
  watches: [[name, { QueueName }]],
});

/** The operations that functions may call on the table, as the table's metrics name them. */
function tableOperations(stage: Stage): string[] {
  const actions = JSON.stringify(resourcesOf(stage, 'AWS::IAM::Role')).matchAll(
    /"dynamodb:(\w+Item|Query|Scan)"/g,
  );
  const granted = new Set([...actions].map(([, action]) => action as string));
  // Conditions are checked, and changes made together, in transactions alone.
  granted.delete('ConditionCheckItem');
  return [...granted, 'TransactWriteItems'].sort();
}

describe.each(stages)('The alarms of %s', (stage) => {
  const alarms = resourcesOf(stage, 'AWS::CloudWatch::Alarm');
  const serviceWide = alarms.filter(({ part }) => part === 'monitor');
  const rows = rowsOf(stage);

  test('are a function’s own, or in the table above', () => {
    expect(serviceWide.map(({ id }) => id.replace(/[0-9A-F]{8}$/, '')).sort()).toEqual(
      rows.map(({ id }) => id).sort(),
    );
    for (const { part, id, Properties } of alarms.filter((one) => !serviceWide.includes(one))) {
      const [, name] = /(Errors|silent)[0-9A-F]{8}$/.exec(id) ?? [];
      expect(metricOf(stage, { ...Properties, Dimensions: [] }), `${part} ${id}`).toMatchObject({
        ...{ namespace: 'AWS/Lambda', statistic: 'Sum' },
        name: name === 'silent' ? 'Invocations' : name,
      });
    }
  });

  test.each(rows)('$id watches what it says, of what is deployed', (row) => {
    const { Properties } = alarmOf(serviceWide, row);
    const watched = Properties.Metrics
      ? Object.values(computedOf(stage, Properties).metrics)
      : [metricOf(stage, Properties)];
    const { namespace, statistic } = row;
    expect(inOrder(watched)).toEqual(
      inOrder(
        row.watches.map(([name, dimensions]) => ({ namespace, name, statistic, dimensions })),
      ),
    );
    expect(watched.filter((one) => !isEmitted(one))).toEqual([]);
  });

  test.each(rows)('$id is raised at its threshold; at missing data if so', (row) => {
    const [breaching, periods] = row.periods;
    const { Properties } = alarmOf(serviceWide, row);
    expect(Properties).toMatchObject({
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      Threshold: row.threshold,
      EvaluationPeriods: periods,
      // Nothing is sent where nothing happens.
      TreatMissingData: row.heard ? 'breaching' : 'notBreaching',
    });
    expect(Properties.DatapointsToAlarm ?? periods).toBe(breaching);
    expect(Properties.ActionsEnabled ?? true).toBe(true);
    for (const seconds of periodsOf(Properties)) expect(seconds).toBe(row.seconds ?? 5 * MINUTE);
  });

  test('FailedSessions asks for each connector what the log line of a session sends', () => {
    vi.stubEnv('STAGE', stage);
    const { Metrics } = alarmOf(serviceWide, { id: 'FailedSessions' } as Row).Properties;
    expect(Metrics).toEqual([
      expect.objectContaining({
        Expression:
          'SELECT SUM(Sessions) FROM SCHEMA(Billhook, Connector, Outcome, Stage) ' +
          `WHERE Stage = '${stage}' AND Outcome != 'success' AND Outcome != 'user' ` +
          'GROUP BY Connector',
        Period: 5 * MINUTE,
      }),
    ]);
    const measured = { connector: 'acme', outcome: 'company', milliseconds: 5 } as const;
    const { _aws, ...line } = sessionMetrics(measured, 1_000);
    expect(line).toEqual({
      ...{ Stage: stage, Connector: 'acme', Outcome: 'company' },
      ...{ Sessions: 1, SessionTime: 5 },
    });
    const { CloudWatchMetrics } = _aws as Json;
    expect(CloudWatchMetrics[0]).toEqual({
      Namespace: 'Billhook',
      Dimensions: [['Stage', 'Connector', 'Outcome']],
      Metrics: [{ Name: 'Sessions', Unit: 'Count' }],
    });
    vi.unstubAllEnvs();
  });

  test('KeysOpened is raised by policies of keys, grants and roles, and by no deployment', () => {
    const [rule] = resourcesOf(stage, 'AWS::Events::Rule').filter(({ part }) => part === 'monitor');
    const { source, detail } = rule?.Properties.EventPattern ?? {};
    expect(source).toEqual(['aws.kms', 'aws.iam']);
    const [notBy, orNone] = detail.userIdentity.sessionContext.sessionIssuer.arn;
    expect(JSON.stringify(notBy['anything-but'])).toContain('role/cdk-hnb659fds-cfn-exec-role-');
    expect(orNone).toEqual({ exists: false });
    const [policies, grants, byName, byPath] = detail.$or;
    expect(policies).toEqual({ eventName: ['PutKeyPolicy'] });
    expect(grants.eventName).toEqual(['CreateGrant']);
    const keys = grants.resources.ARN.map(
      ({ 'Fn::GetStackOutput': { OutputName } }: Json) => OutputName,
    );
    expect(keys.map((name: string) => /GetAtt(\w+Key)Arn/.exec(name)?.[1])).toEqual(guardedKeys);
    const { eventName } = byName;
    expect(eventName).toEqual(expect.arrayContaining(['CreateRole', 'UpdateAssumeRolePolicy']));
    const roleName = [{ prefix: `billhook-${stage}-` }];
    expect(byName).toEqual({ eventName, requestParameters: { roleName } });
    const path = [{ prefix: `/billhook/${stage}/` }];
    expect(byPath).toEqual({ eventName, requestParameters: { path } });
  });

  const sums = rows.filter(({ watches }) => watches.length > 1);

  test.each(sums)(
    '$id is raised by each of its metrics, whatever the others are silent about',
    (row) => {
      const { expression, metrics } = computedOf(stage, alarmOf(serviceWide, row).Properties);
      for (const id of Object.keys(metrics)) {
        expect(sumWhere(expression, { [id]: row.threshold }), id).toBe(row.threshold);
      }
      expect(sumWhere(expression, {})).toBe(0);
    },
  );
});

/**
 * What CloudWatch makes of a sum in a period where only `sent` was sent: nothing as soon as a part is
 * missing, unless it is filled.
 */
function sumWhere(expression: string, sent: Readonly<Record<string, number>>): number | undefined {
  const parts = expression.split(' + ').map((part) => {
    const [, filled, filling] = /^FILL\((\w+), (\d+)\)$/.exec(part) ?? [];
    return sent[filled ?? part] ?? (filling === undefined ? undefined : Number(filling));
  });
  if (parts.includes(undefined)) return undefined;
  return parts.reduce<number>((sum, part) => sum + (part ?? 0), 0);
}

function alarmOf(alarms: readonly Found[], { id }: Row): Found {
  const found = alarms.filter((one) => one.id.replace(/[0-9A-F]{8}$/, '') === id);
  if (found.length !== 1) throw new Error(`${found.length} alarms ${id}`);
  return found[0] as Found;
}

function periodsOf({ Metrics, Period }: Json): number[] {
  if (!Metrics) return [Period];
  return Metrics.flatMap(({ MetricStat }: Json) => MetricStat?.Period ?? []);
}

function inOrder(metrics: readonly AskedMetric[]): AskedMetric[] {
  return [...metrics].sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}
