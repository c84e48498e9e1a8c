/** How many calls run at a time, of what must not take all that an account has. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type {
  QueueDeclaration,
  QueuedTask,
  ScheduleDeclaration,
} from '@billhook/core/api/operation';
import { describe, expect, test } from 'vitest';
import { type BuiltFunction, functionsOf } from '../../../lib/build/built-functions.ts';
import { concurrencyOf } from '../../../lib/stacks/concurrency.ts';
import { stages } from '../../../lib/stacks/stage.ts';
import { type Found, type Json, resourcesOf } from './synthesis.ts';
import { reserving, type VariantName } from './variants.ts';

const MINUTE_SECONDS = 60;

/** Functions whose code reaches companies, by their path; who only checks a form reaches nobody. */
const reaching = functionFiles().filter(
  (path) => path !== 'auth/create-auth' && /companies\/(reach|runtime)'/.test(sourceOf(path)),
);

function functionFiles(): string[] {
  const root = join(import.meta.dirname, '../../../functions');
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && file.includes('/'))
    .map((file) => file.replace(/\.ts$/, ''));
}

function sourceOf(path: string): string {
  return readFileSync(join(import.meta.dirname, `../../../functions/${path}.ts`), 'utf8');
}

test('create-auth does no more with a company than check a form', () => {
  const used = [...sourceOf('auth/create-auth').matchAll(/connector\.(\w+)/g)].map(
    ([, name]) => name,
  );
  expect(used.length).toBeGreaterThan(0);
  for (const name of used) expect(['capabilities', 'checkForm', 'loginOf']).toContain(name);
});

function functionOf(variant: VariantName, { path }: BuiltFunction): Found {
  return resourcesOf(variant, 'AWS::Lambda::Function').find(
    ({ Properties }) => Properties.Environment?.Variables?.POWERTOOLS_SERVICE_NAME === path,
  ) as Found;
}

/** What a queue hands a function at a time; nothing where none does. */
function mostOf(variant: VariantName, built: BuiltFunction): number | undefined {
  const { part, id } = functionOf(variant, built);
  const mapping = resourcesOf(variant, 'AWS::Lambda::EventSourceMapping').find(
    (one) => one.part === part && one.Properties.FunctionName.Ref === id,
  );
  return mapping?.Properties.ScalingConfig?.MaximumConcurrency;
}

describe.each(stages)('On %s', (stage) => {
  const deployed = functionsOf(stage);
  const scheduled = deployed.filter(({ group }) => group === 'schedule');
  const invoked = resourcesOf(stage, 'AWS::IAM::Role')
    .filter(({ Properties }) => JSON.stringify(Properties).includes('states.amazonaws.com'))
    .flatMap(({ Properties }) => Properties.Policies[0].PolicyDocument.Statement)
    .filter(({ Action }: Json) => Action === 'lambda:InvokeFunction')
    .flatMap(({ Resource }: Json) => [Resource].flat())
    .map((arn: Json) => arn['Fn::GetAtt'][0]);

  test.each(deployed.filter(({ path, group }) => reaching.includes(path) && group === 'workflow'))(
    '$path reaches companies, and is called by its queue alone, so many at a time',
    (built) => {
      const { maxConcurrency } = built.declaration as QueuedTask;
      expect(mostOf(stage, built)).toBe(maxConcurrency);
      expect(invoked).not.toContain(functionOf(stage, built).id);
    },
  );

  test('daily readings run so many at a time', () => {
    const built = deployed.find(({ path }) => path === 'stream/read-accounts') as BuiltFunction;
    const { maxConcurrency } = built.declaration as QueueDeclaration;
    expect(mostOf(stage, built)).toBe(maxConcurrency);
  });

  test('whatever reaches companies is behind a queue, but for what follows test clocks', () => {
    const groups = deployed.filter(({ path }) => reaching.includes(path)).map(({ group }) => group);
    const clocks = stage === 'sandbox' ? ['schedule'] : [];
    expect(new Set(groups)).toEqual(new Set(['workflow', 'stream', ...clocks]));
  });

  test.each(scheduled)('$path has ended when its next run begins', ({ declaration }) => {
    const { everyMinutes, timeoutSeconds = 10 } = declaration as ScheduleDeclaration;
    expect(timeoutSeconds).toBeLessThanOrEqual(everyMinutes * MINUTE_SECONDS);
  });

  test('nothing is reserved unless the stage says so: a new account has none to give', () => {
    for (const { id, Properties } of resourcesOf(stage, 'AWS::Lambda::Function'))
      expect(Properties.ReservedConcurrentExecutions, id).toBeUndefined();
  });
});

describe('With reservations', () => {
  const name = 'production with reservations';

  test('the gateway takes the requests a second that are set, and twice as many at once', () => {
    const [deployed] = resourcesOf(name, 'AWS::ApiGateway::Stage');
    expect(deployed?.Properties.MethodSettings[0]).toMatchObject({
      ThrottlingRateLimit: 5_000,
      ThrottlingBurstLimit: 10_000,
    });
  });
  const deployed = functionsOf('production');
  const { companies, authorizer, payments } = reserving;

  test('the authorizer and what moves money have theirs, and nothing else', () => {
    const reserved = deployed
      .map((built) => [built.path, functionOf(name, built).Properties.ReservedConcurrentExecutions])
      .filter(([, count]) => count !== undefined);
    expect(Object.fromEntries(reserved)).toEqual({
      'gateway/authorize': authorizer,
      'workflow/submit-payment': payments,
      'workflow/ask-payment': payments,
      'workflow/settle-payment': payments,
    });
  });

  test.each(deployed.filter((one) => 'patienceSeconds' in one.declaration))(
    '$path is handed no more at a time than the stage says, nor than is reserved',
    (built) => {
      const own = functionOf(name, built).Properties.ReservedConcurrentExecutions ?? 1_000;
      const most = mostOf(name, built) ?? 0;
      expect(most).toBeGreaterThanOrEqual(2);
      expect(most).toBeLessThanOrEqual(Math.min(own, companies));
    },
  );
});

test.each([
  ['as declared', {}, 20],
  ['times what is declared', { times: 5 }, 100],
  ['no more than the stage says', { times: 5, companies: 30 }, 30],
  ['no more than is reserved', { times: 5, payments: 50 }, 50],
  ['no more than SQS hands over', { times: 50 }, 1_000],
])('a queue hands over %s', (_what, settings, most) => {
  const declared = most === 1_000 ? 40 : 20;
  expect(concurrencyOf(settings).mostOf('workflow/submit-payment', declared)).toBe(most);
});
