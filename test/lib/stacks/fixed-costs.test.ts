import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  fixedCosts,
  minuteOf,
  monthly,
  prices,
  rotationCosts,
  withFixedCosts,
} from '../../../lib/documents/fixed-costs.ts';
import { resourcesOf, synthesize } from './synthesis.ts';

const page = (path: string) => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');
const running = page('docs/operate/running-costs.md');
const readme = page('README.md');
const measured = page('docs/operate/costs.md');

const production = synthesize('production').flatMap(({ resources }) => Object.values(resources));

test('docs/operate/running-costs.md has the fixed costs of production, as `npm run docs` writes them', () => {
  expect(running).toBe(withFixedCosts(running, production));
});

test('Fixed costs are counted by metrics of alarms, rules, keys, secrets, runs and queues', () => {
  const metric = { MetricStat: {} };
  const resources = [
    { Type: 'AWS::CloudWatch::Alarm', Properties: { MetricName: 'Errors' } },
    { Type: 'AWS::CloudWatch::Alarm', Properties: { Metrics: [{}, metric, metric, metric] } },
    { Type: 'AWS::CloudWatch::Alarm', Properties: { Metrics: [{ Expression: 'SELECT' }] } },
    { Type: 'AWS::WAFv2::WebACL', Properties: { Rules: [{}, {}] } },
    { Type: 'AWS::KMS::Key', Properties: { EnableKeyRotation: true } },
    { Type: 'AWS::KMS::Key', Properties: {} },
    { Type: 'AWS::SecretsManager::Secret' },
    {
      Type: 'AWS::Events::Rule',
      Properties: { ScheduleExpression: 'rate(5 minutes)', Targets: [{}, {}] },
    },
    { Type: 'AWS::Events::Rule', Properties: { EventPattern: {} } },
    { Type: 'AWS::Lambda::EventSourceMapping', Properties: {} },
    { Type: 'AWS::Lambda::EventSourceMapping', Properties: { StartingPosition: 'LATEST' } },
  ];
  const costs = fixedCosts(resources).map(({ what, dollars }) => [
    what,
    Number(dollars.toFixed(2)),
  ]);
  expect(costs).toEqual([
    ['3 alarms on 5 metrics', 0.5],
    ['A web ACL with 2 rules', 7],
    ['2 KMS keys', 2],
    ['Dashboard', 0],
    ['1 secrets', 0.4],
    ['17,520 scheduled runs of 0.1 seconds', 0.02],
    ['Polling of 1 queues', 0.26],
  ]);
  expect(rotationCosts(resources)).toBe(2);
});

test('README and running-costs.md say what a month, its rotation and a minute of the browser cost', () => {
  const dollars = monthly(fixedCosts(production));
  expect(readme).toContain(`About **$${dollars} a month** for one stage before the first request`);
  expect(running).toContain(`adds up to $${rotationCosts(production)} `);
  const [worker] = resourcesOf('sandbox', 'AWS::Lambda::Function').filter(
    ({ part }) => part === 'browser',
  );
  expect(worker?.Properties.Architectures ?? ['x86_64']).toEqual(['x86_64']);
  const minutes = 1_000 * minuteOf(worker as NonNullable<typeof worker>);
  expect(running).toContain(`1,000 minutes of the browser cost $${minutes.toFixed(2)}`);
});

test.each([
  ['accounts linked', 'An account linked, with one bill'],
  ['bills paid', 'A bill paid'],
])(
  'running-costs.md prices the table’s units that are measured of %s, and README the whole',
  (row, flow) => {
    const [, reads, writes] =
      new RegExp(`^\\| ${flow} \\| (\\S+) \\| (\\S+) \\|$`, 'm').exec(measured) ?? [];
    const [, writeUnits, table, whole] =
      new RegExp(
        `^\\| 1,000 ${row} .*, (\\d+) write units.*?\\| \\$(\\S+) .*\\*about \\$(\\S+)\\*\\*`,
        'm',
      ).exec(running) ?? [];
    expect(writeUnits).toBe(writes);
    const units =
      Number(reads) * prices.millionReadUnits + Number(writes) * prices.millionWriteUnits;
    expect(table).toBe((units / 1_000).toFixed(2));
    expect(readme).toContain(`| 1,000 ${row} | $${whole} |`);
  },
);

test('No metric is paid for by method: access logs have them, and alarms look at the whole API', () => {
  const [stage] = resourcesOf('production', 'AWS::ApiGateway::Stage');
  const settings = stage?.Properties.MethodSettings.map(
    (one: object) => 'MetricsEnabled' in one && one.MetricsEnabled,
  );
  expect(settings).toEqual([false]);
});

test('Of requests a twentieth is traced, and nothing that runs unattended', () => {
  const [rule] = resourcesOf('production', 'AWS::XRay::SamplingRule');
  expect(rule?.Properties.SamplingRule).toMatchObject({
    ...{ FixedRate: 0.05, ReservoirSize: 0, ServiceType: 'AWS::ApiGateway::Stage' },
    ServiceName: 'billhook-production-api/v1',
  });
});
