import { describe, expect, test } from 'vitest';
import { synthesize } from '../../../test/lib/stacks/synthesis.ts';
import { fits } from './fits.ts';
import { changedIds, type Template } from './template.ts';

const templates: readonly Template[] = synthesize('sandbox').map(({ resources, outputs }) => ({
  Resources: resources,
  Outputs: outputs,
}));

const applyAll = (template: Template) => fits.reduce((made, { apply }) => apply(made), template);

const fitBy = (what: RegExp) => {
  const [fit] = fits.filter((one) => what.test(one.what));
  if (!fit) throw new Error(`Nothing is fitted that matches ${what}`);
  return fit.apply;
};

const policy = (statement: object) => ({
  Type: 'AWS::IAM::Policy',
  Properties: { PolicyDocument: { Statement: [statement] } },
});
const fitted = (what: RegExp, statement: object) => {
  const { Resources } = fitBy(what)({ Resources: { A: policy(statement) } });
  const document = Resources?.A?.Properties?.PolicyDocument as { Statement: object[] } | undefined;
  return document?.Statement[0];
};

describe('what is fitted to the emulator', () => {
  test.each(fits.map((fit) => [fit.what, fit] as const))('is still needed: %s', (_what, fit) => {
    const changed = templates.flatMap((template) => changedIds(template, fit.apply(template)));
    expect(changed).not.toEqual([]);
  });

  test.each(fits.map((fit) => [fit.what, fit] as const))('is done once: %s', (_what, fit) => {
    for (const template of templates) {
      const once = fit.apply(template);
      expect(changedIds(once, fit.apply(once))).toEqual([]);
    }
  });

  test.each(fits.map((fit) => [fit.what, fit] as const))(
    'leaves alone what needs none: %s',
    (_what, fit) => {
      const inline = {
        PolicyName: 'Own',
        PolicyDocument: { Statement: [], Version: '2012-10-17' },
      };
      const template = {
        Resources: {
          A: policy({ Effect: 'Allow', Action: 'dynamodb:GetItem', Resource: { Ref: 'B' } }),
          B: { Type: 'AWS::DynamoDB::Table', DependsOn: 'A' },
          C: { Type: 'AWS::IAM::Role', DependsOn: ['A', 'B'], Properties: { Policies: [inline] } },
        },
        Outputs: { Name: { Value: { Ref: 'B' } } },
      };
      expect(fit.apply(template)).toEqual(template);
      expect(changedIds(template, fit.apply(template))).toEqual([]);
    },
  );

  test('leaves the templates that it is given alone', () => {
    const before = JSON.stringify(templates);
    for (const template of templates) applyAll(template);
    expect(JSON.stringify(templates)).toBe(before);
  });

  test('says what and why in different words, once each', () => {
    expect(new Set(fits.map(({ what }) => what)).size).toBe(fits.length);
    for (const { what, why } of fits) expect(why).not.toBe(what);
  });

  test('leaves out no function, no role and no route', () => {
    const counted = (given: readonly Template[]) =>
      given
        .flatMap(({ Resources = {} }) => Object.values(Resources))
        .filter(({ Type }) =>
          /Lambda|IAM|ApiGateway|StepFunctions|DynamoDB|Events|SQS::Queue$/.test(Type),
        ).length;
    expect(counted(templates.map(applyAll))).toBe(counted(templates));
  });
});

describe('a resource that is left out', () => {
  test('is no longer waited for', () => {
    const template = {
      Resources: {
        Source: { Type: 'AWS::Logs::DeliverySource' },
        Other: { Type: 'AWS::Logs::LogGroup', DependsOn: ['Source', 'Topic'] },
        Topic: { Type: 'AWS::SNS::Topic', DependsOn: 'Source' },
      },
    };
    expect(fitBy(/delivers no logs/)(template).Resources).toEqual({
      Other: { Type: 'AWS::Logs::LogGroup', DependsOn: ['Topic'] },
      Topic: { Type: 'AWS::SNS::Topic', DependsOn: [] },
    });
  });
});

describe('a policy', () => {
  test('lets nobody but who may signal a state machine signal any', () => {
    const signal = { Effect: 'Allow', Action: 'states:SendTaskSuccess', Resource: 'arn:a' };
    expect(fitted(/signal/, signal)).toEqual({ ...signal, Resource: '*' });
    const start = { ...signal, Action: 'states:StartExecution' };
    expect(fitted(/signal/, start)).toEqual(start);
  });

  test('lets nobody but who may send a message send a batch', () => {
    const send = { Effect: 'Allow', Action: 'sqs:SendMessage', Resource: 'arn:a' };
    const batches = ['sqs:SendMessage', 'sqs:SendMessageBatch'];
    expect(fitted(/batch/, send)).toEqual({ ...send, Action: batches });
    const receive = { ...send, Action: 'sqs:ReceiveMessage' };
    expect(fitted(/batch/, receive)).toEqual(receive);
  });

  test('loses the one condition, and the block of conditions with the last', () => {
    const allow = { Effect: 'Allow', Action: 'kms:Decrypt', Resource: '*' };
    const spec = { 'kms:KeySpec': 'RSA_2048' };
    const tag = { 'aws:ResourceTag/a': 'b' };
    const given = { ...allow, Condition: { StringEquals: { ...spec, ...tag } } };
    expect(fitted(/KeySpec/, given)).toEqual({ ...allow, Condition: { StringEquals: tag } });
    expect(fitted(/KeySpec/, { ...allow, Condition: { StringEquals: spec } })).toEqual(allow);
  });
});

test('an alarm on a sum watches its first metric', () => {
  const Metric = { Namespace: 'AWS/Lambda', MetricName: 'Errors' };
  const alarm = {
    Type: 'AWS::CloudWatch::Alarm',
    Properties: {
      Threshold: 1,
      Metrics: [
        { Id: 'sum', Expression: 'a+b' },
        { Id: 'a', MetricStat: { Metric, Period: 60, Stat: 'Sum' } },
      ],
    },
  };
  expect(fitBy(/Alarms/)({ Resources: { A: alarm } }).Resources?.A?.Properties).toEqual({
    Threshold: 1,
    ...Metric,
    Period: 60,
    Statistic: 'Sum',
  });
});

test('a reference to a secret becomes its ARN, wherever it stands', () => {
  const template = (named: object) => ({
    Resources: {
      Pepper: { Type: 'AWS::SecretsManager::Secret' },
      A: policy({ Effect: 'Allow', Action: 'a:b', Resource: [named, { Ref: 'Table' }] }),
    },
    Outputs: { PepperArn: { Value: named } },
  });
  expect(fitBy(/Secrets/)(template({ Ref: 'Pepper' }))).toEqual(
    template({ 'Fn::GetAtt': ['Pepper', 'Id'] }),
  );
});
