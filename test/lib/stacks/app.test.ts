import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { acknowledgements } from '../../../lib/stacks/nag.ts';
import { readStage, stages } from '../../../lib/stacks/stage.ts';
import { resourcesOf, synthesize } from './synthesis.ts';

const MOST_RESOURCES = 500;

test('The README counts the stacks of a sandbox', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8');
  expect(readme).toContain(`There are ${synthesize('sandbox').length} stacks.`);
});

describe.each(stages)('The stage %s', (stage) => {
  test('synthesizes, with every finding of cdk-nag acknowledged', () => {
    expect(
      synthesize(stage)
        .map(({ part }) => part)
        .sort(),
    ).toEqual([
      'api',
      'auth',
      'bill',
      // Production has a browser once there are companies that it reaches.
      ...(stage === 'sandbox' ? ['browser'] : []),
      'client',
      'company',
      'connector',
      'data',
      'deployment',
      'event',
      'gateway',
      'module',
      'module-host',
      'monitor',
      'operator',
      'partner',
      'payment',
      ...(stage === 'sandbox' ? ['sandbox'] : []),
      'schedule',
      'stream',
      'swap',
      'webhook-endpoint',
      'workflow',
    ]);
  });

  // A finding names region, account and partition once they are known, and is another finding then.
  test.each([
    ['a region', 'eu-west-1'],
    ['a region and an account', 'us-east-1'],
  ] as const)('synthesizes for %s as well', (_, region) => {
    expect(synthesize(`${stage} in ${region}`)).toHaveLength(synthesize(stage).length);
  });

  test('synthesizes for a region of another partition, without a host for the modules', () => {
    const parts = synthesize(`${stage} in cn-north-1`).map(({ part }) => part);
    const others = synthesize(stage).map(({ part }) => part);
    // The sandbox's companies say where the host has their logos: there they come after it.
    expect(parts.sort()).toEqual(others.filter((part) => part !== 'module-host').sort());
  });

  test('has less than 500 resources in each stack', () => {
    for (const { name, resources } of synthesize(stage)) {
      expect(Object.keys(resources).length, name).toBeLessThan(MOST_RESOURCES);
    }
  });

  test('tells the URLs of the API and the modules, the table and the secret of the first partner', () => {
    const outputs = synthesize(stage).flatMap((stack) => Object.keys(stack.outputs));
    for (const name of ['ApiUrl', 'ModulesUrl', 'TableName', 'FirstPartnerSecretArn']) {
      expect(outputs.filter((output) => output === name)).toEqual([name]);
    }
  });

  test('carries no variable of local development', () => {
    const text = JSON.stringify(synthesize(stage));
    for (const name of [
      'AWS_ENDPOINT_URL',
      'DYNAMODB_ENDPOINT',
      'localhost',
      '127.0.0.1',
      'BILLHOOK_',
    ]) {
      expect(text).not.toContain(name);
    }
  });

  test('gives every function the stage, and no variable that its declaration does not call for', () => {
    for (const { id, part, Properties } of resourcesOf(stage, 'AWS::Lambda::Function')) {
      // The CDK's own function, which copies files during a deployment.
      if (part === 'module-host') continue;
      expect(Properties.Environment.Variables.STAGE, id).toBe(stage);
    }
  });
});

test('The data of production cannot be deleted with its stack', () => {
  const [data] = synthesize('production').filter(({ part }) => part === 'data');
  expect(data?.terminationProtection).toBe(true);
});

/** Where the sandbox has more: the test clock's operations, workflow, schedule, routes and alarms, and the browser. */
const withTestClock = ['sandbox', 'browser', 'workflow', 'schedule', 'api', 'monitor'];

test('The stages differ in their names only, where nothing is said to differ', () => {
  const partsOf = (stage: 'sandbox' | 'production') =>
    synthesize(stage)
      .filter(({ part }) => !withTestClock.includes(part))
      .map(({ part, resources }) => [part, typesOf(resources)] as const)
      .sort(([one], [other]) => one.localeCompare(other));
  expect(partsOf('production')).toEqual(partsOf('sandbox'));
});

test.each([
  [undefined, 'sandbox'],
  ['sandbox', 'sandbox'],
  ['production', 'production'],
])('The stage %s is %s', (given, stage) => {
  expect(readStage(given)).toBe(stage);
});

test.each(['', 'prod', 'Sandbox', 'toString', 1])('The stage %j is refused', (given) => {
  expect(() => readStage(given)).toThrow('There is no stage');
});

test('Each acknowledgement has a reason that is a sentence, and names rules', () => {
  for (const { rules, reason } of acknowledgements) {
    expect(rules).not.toEqual([]);
    expect(reason).toMatch(/^[A-Z].{30,}\.$/);
  }
});

test('No cache is acknowledged into being: the API keeps no answers', () => {
  for (const { Properties } of resourcesOf('production', 'AWS::ApiGateway::Stage')) {
    expect(Properties.CacheClusterEnabled ?? false).toBe(false);
    for (const settings of Properties.MethodSettings) {
      expect(settings.CachingEnabled ?? false).toBe(false);
    }
  }
});

function typesOf(resources: Readonly<Record<string, { Type: string }>>): string[] {
  return Object.values(resources)
    .map(({ Type }) => Type)
    .sort();
}
