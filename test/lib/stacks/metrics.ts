/** The metrics that alarms and the dashboard ask for, with what their dimensions refer to. */
import type { Stage } from '../../../lib/stacks/stage.ts';
import { type Json, resourcesOf, synthesize } from './synthesis.ts';

export type AskedMetric = {
  readonly namespace: string;
  readonly name: string;
  readonly statistic: string;
  /**
   * By name, sorted. What is a resource's reads `stream/EventsQueue.QueueName`: its stack, its logical
   * id without the hash, and what of it; `Ref` is what `Ref` answers.
   */
  readonly dimensions: Readonly<Record<string, string>>;
};

/** A sum or another expression over metrics, each by its id in the expression. */
export type Computed = {
  readonly expression: string;
  readonly metrics: Readonly<Record<string, AskedMetric>>;
};

export type Widget = {
  readonly title: string;
  readonly metrics: readonly AskedMetric[];
  readonly expressions: readonly string[];
};

/**
 * What AWS emits, and by which dimensions: a metric that is asked for by others is another one, which
 * nobody ever sends.
 */
const emitted: Readonly<Record<string, readonly (readonly [names: RegExp, dimensions: string])[]>> =
  {
    'AWS/ApiGateway': [[/^(Count|4XXError|5XXError|Latency|IntegrationLatency)$/, 'ApiName Stage']],
    'AWS/States': [[/^Executions(Started|Succeeded|Failed|TimedOut|Aborted)$/, 'StateMachineArn']],
    'AWS/DynamoDB': [
      [/^(ThrottledRequests|SystemErrors|SuccessfulRequestLatency)$/, 'Operation TableName'],
      [/^Consumed(Read|Write)CapacityUnits$/, 'TableName'],
    ],
    'AWS/SQS': [
      [/^(ApproximateAgeOfOldestMessage|ApproximateNumberOfMessagesVisible)$/, 'QueueName'],
      [/^NumberOfMessages(Sent|Received|Deleted)$/, 'QueueName'],
    ],
    'AWS/Lambda': [
      [/^(Errors|Duration|Invocations|Throttles|IteratorAge)$/, 'FunctionName'],
      // Of all functions of the account and region together.
      [/^(Errors|Duration|Invocations|Throttles)$/, ''],
    ],
    'AWS/Events': [[/^(MatchedEvents|TriggeredRules)$/, 'RuleName']],
    // What layers/runtime/aws/metrics.ts sends.
    Billhook: [
      [
        /^(CompanyNonsense|CompaniesShut|FeesAbovePromise|MissingReports|OperatorFaults|PagesChanged|PartnersLocked|Reconciliation(Age|Findings)|TakenAboveOwed|UnknownPayments|UnsentSignals|WebhooksParked|PendingPaymentAge|TokenKeyOverdue)$/,
        'Stage',
      ],
    ],
    'AWS/WAFV2': [[/^(Blocked|Allowed|Counted)Requests$/, 'Region Rule WebACL']],
  };

export function isEmitted({ namespace, name, dimensions }: AskedMetric): boolean {
  const kinds = emitted[namespace] ?? [];
  const given = Object.keys(dimensions).sort().join(' ');
  return kinds.some(([names, needed]) => names.test(name) && needed === given);
}

/** The metric of an alarm that watches one alone. */
export function metricOf(stage: Stage, properties: Json): AskedMetric {
  return {
    namespace: properties.Namespace,
    name: properties.MetricName,
    statistic: properties.Statistic ?? properties.ExtendedStatistic,
    dimensions: dimensionsOf(
      stage,
      (properties.Dimensions ?? []).map(({ Name, Value }: Json) => [Name, Value]),
    ),
  };
}

/** The expression of an alarm that watches several. @throws when it returns more than one value. */
export function computedOf(stage: Stage, properties: Json): Computed {
  const returned = properties.Metrics.filter(({ ReturnData }: Json) => ReturnData !== false);
  if (returned.length !== 1) throw new Error('An alarm watches one value');
  const hidden = properties.Metrics.filter((one: Json) => one !== returned[0]);
  const metrics = hidden.map(({ Id, MetricStat: { Metric, Stat } }: Json) => [
    Id,
    metricOf(stage, { ...Metric, Statistic: Stat }),
  ]);
  return { expression: returned[0].Expression, metrics: Object.fromEntries(metrics) };
}

/** The widgets of the dashboard but for the list of alarms. */
export function widgetsOf(stage: Stage): Widget[] {
  const [dashboard] = resourcesOf(stage, 'AWS::CloudWatch::Dashboard');
  const references: Json[] = [];
  const text = dashboard?.Properties.DashboardBody['Fn::Join'][1]
    .map((piece: Json) => (typeof piece === 'string' ? piece : `<${references.push(piece) - 1}>`))
    .join('');
  const referred = (value: string) => {
    const [, index] = /^<(\d+)>$/.exec(value) ?? [];
    return index === undefined ? value : references[Number(index)];
  };
  const widgets = JSON.parse(text).widgets.filter(({ type }: Json) => type === 'metric');
  return widgets.map(({ properties: { title, metrics } }: Json) => ({
    title,
    expressions: metrics.flatMap(([first]: Json) => first.expression ?? []),
    metrics: metrics
      .filter(([first]: Json) => typeof first === 'string')
      .map(([namespace, name, ...rest]: Json) => {
        const { stat } = rest.pop();
        const dimensions = Array.from({ length: rest.length / 2 }, (_, index) => [
          rest[2 * index],
          referred(rest[2 * index + 1]),
        ]);
        return {
          ...{ namespace, name, statistic: stat },
          dimensions: dimensionsOf(stage, dimensions as [string, Json][]),
        };
      }),
  }));
}

function dimensionsOf(stage: Stage, given: [string, Json][]): Record<string, string> {
  return Object.fromEntries(
    given.map(([name, value]): [string, string] => [name, said(stage, value)]).sort(),
  );
}

/** @throws when a reference leads to an output or a resource that no stack has. */
function said(stage: Stage, value: Json, within?: string): string {
  if (typeof value === 'string') return value;
  const output = value['Fn::GetStackOutput'];
  if (output) {
    const stack = synthesize(stage).find(({ name }) => name === output.StackName);
    const found = stack?.outputs[output.OutputName];
    if (!found) throw new Error(`No stack has the output ${output.OutputName}`);
    return said(stage, found.Value, stack?.part);
  }
  if (value.Ref === 'AWS::Region') return 'the region';
  const [id, attribute] = value['Fn::GetAtt'] ?? [value.Ref, 'Ref'];
  const stack = synthesize(stage).find(({ part }) => part === (within ?? 'monitor'));
  if (!stack?.resources[id]) throw new Error(`No stack has the resource ${id}`);
  return `${stack.part}/${id.replace(/[0-9A-F]{8}$/, '')}.${attribute}`;
}
