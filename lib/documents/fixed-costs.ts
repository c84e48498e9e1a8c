/** What a stage costs in a month in which nobody calls it, from what its templates have. */

type Resource = {
  readonly Type: string;
  // biome-ignore lint/suspicious/noExplicitAny: properties of many types.
  readonly Properties?: Readonly<Record<string, any>>;
};

/** Dollars in us-east-1, as AWS published them in 2026; by the month, the million or the second. */
export const prices = {
  alarmMetric: 0.1,
  dashboard: 3,
  key: 1,
  /** What the first and the second rotation of a key add, each; later ones add nothing. */
  rotations: 2,
  secret: 0.4,
  webAcl: 5,
  webAclRule: 1,
  millionInvocations: 0.2,
  millionQueueRequests: 0.4,
  millionTraces: 5,
  millionReadUnits: 0.125,
  millionWriteUnits: 0.625,
  gigabyteSecond: { arm64: 0.0000133334, x86_64: 0.0000166667 },
} as const;

const MINUTES_A_MONTH = 730 * 60;
/** Lambda asks a queue by five connections, each of which waits for 20 seconds. */
const POLLS_A_MINUTE = 15;
/** A run that finds nothing to do. */
const IDLE_SECONDS = 0.1;
const MILLION = 1_000_000;

export type Cost = { readonly what: string; readonly dollars: number };

/** @param resources of all stacks of a stage. */
export function fixedCosts(resources: readonly Resource[]): Cost[] {
  const of = (type: string) => resources.filter(({ Type }) => Type === type);
  const alarms = of('AWS::CloudWatch::Alarm');
  const metrics = sum(alarms.map(metricsOf));
  const rules = sum(of('AWS::WAFv2::WebACL').map(({ Properties }) => Properties?.Rules.length));
  const keys = of('AWS::KMS::Key').length;
  const secrets = of('AWS::SecretsManager::Secret').length;
  const runs = Math.round(sum(of('AWS::Events::Rule').map(runsAMinute)) * MINUTES_A_MONTH);
  const queues = of('AWS::Lambda::EventSourceMapping').filter(
    ({ Properties }) => !Properties?.StartingPosition,
  ).length;
  const polls = queues * POLLS_A_MINUTE * MINUTES_A_MONTH;
  return [
    {
      what: `${alarms.length} alarms on ${metrics} metrics`,
      dollars: metrics * prices.alarmMetric,
    },
    {
      what: `A web ACL with ${rules} rules`,
      dollars: of('AWS::WAFv2::WebACL').length * prices.webAcl + rules * prices.webAclRule,
    },
    { what: `${keys} KMS keys`, dollars: keys * prices.key },
    { what: 'Dashboard', dollars: of('AWS::CloudWatch::Dashboard').length * prices.dashboard },
    { what: `${secrets} secrets`, dollars: secrets * prices.secret },
    {
      what: `${runs.toLocaleString('en-US')} scheduled runs of ${IDLE_SECONDS} seconds`,
      dollars:
        (runs * prices.millionInvocations) / MILLION +
        runs * IDLE_SECONDS * 0.5 * prices.gigabyteSecond.arm64,
    },
    {
      what: `Polling of ${queues} queues`,
      dollars: (polls * prices.millionQueueRequests) / MILLION,
    },
  ];
}

/** What the yearly rotation of keys adds in the end. */
export function rotationCosts(resources: readonly Resource[]): number {
  const rotated = resources.filter(
    ({ Type, Properties }) => Type === 'AWS::KMS::Key' && Properties?.EnableKeyRotation,
  );
  return rotated.length * prices.rotations * prices.key;
}

/** A minute in which a function works. */
export function minuteOf({ Properties = {} }: Resource): number {
  const [architecture = 'x86_64'] = Properties.Architectures ?? [];
  const price = prices.gigabyteSecond[architecture as keyof typeof prices.gigabyteSecond];
  return (Properties.MemorySize / 1_024) * 60 * price;
}

/** An alarm on a sum is charged by the metrics in it; one on a query for as many as it finds, here one. */
function metricsOf({ Properties }: Resource): number {
  const metrics: readonly { readonly MetricStat?: unknown }[] = Properties?.Metrics ?? [];
  return Math.max(1, metrics.filter(({ MetricStat }) => MetricStat).length);
}

function runsAMinute({ Properties }: Resource): number {
  const [, count, unit = ''] =
    /^rate\((\d+) (minute|hour)s?\)$/.exec(Properties?.ScheduleExpression ?? '') ?? [];
  return count ? Properties?.Targets.length / (Number(count) * (unit === 'hour' ? 60 : 1)) : 0;
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

const TABLE = /(\| \| A month \|\n\|---\|---:\|\n)(?:\|.*\n)+/;

/** The document with the table of fixed costs. @throws Error when it has none. */
export function withFixedCosts(document: string, resources: readonly Resource[]): string {
  if (!TABLE.test(document)) throw new Error('Expected the document to have a table by the month');
  const costs = fixedCosts(resources);
  const rows = costs.map(({ what, dollars }) => `| ${what} | $${dollars.toFixed(2)} |\n`);
  const together = `| **Together** | **about $${monthly(costs)}** |\n`;
  return document.replace(TABLE, (_, head) => [head, ...rows, together].join(''));
}

export const monthly = (costs: readonly Cost[]) =>
  Math.round(sum(costs.map(({ dollars }) => dollars)));
