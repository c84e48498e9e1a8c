/** The browser's stack: a worker that holds little, its limits, and the address that stays. */
import { describe, expect, test } from 'vitest';
import { type Found, type Json, resourcesOf } from './synthesis.ts';

const variants = ['sandbox', 'production with a browser'] as const;

/** What a worker may do, by the resources that it may do it to. */
function grantsOf({ Properties }: Found): [action: string, on: string][] {
  const [{ PolicyDocument }] = Properties.Policies;
  const allowed = PolicyDocument.Statement.filter(({ Effect }: Json) => Effect === 'Allow');
  return allowed.flatMap(({ Action, Resource }: Json) =>
    [Action]
      .flat()
      .flatMap((action: string) =>
        [Resource].flat().map((one: Json) => [action, JSON.stringify(one)]),
      ),
  );
}

describe.each(variants)('The worker of %s', (variant) => {
  const own = (type: string) => resourcesOf(variant, type).filter(({ part }) => part === 'browser');
  const [worker] = own('AWS::Lambda::Function') as [Found];
  const [role] = own('AWS::IAM::Role').filter(({ id }) => id.startsWith('workerRole')) as [Found];

  test('may read its two queues, invoke the broker, and write its log: no table, no key, no secret', () => {
    const network = variant === 'sandbox' ? [] : ['ec2'];
    const grants = grantsOf(role);
    const services = new Set(grants.map(([action]) => action.split(':')[0]));
    expect(services).toEqual(new Set(['logs', 'sqs', 'lambda', ...network]));
    const on = (action: string) => grants.filter(([one]) => one === action).map(([, to]) => to);
    expect(on('lambda:InvokeFunction')).toEqual([expect.stringMatching(/serveBrowserFunction/)]);
    expect(on('sqs:ReceiveMessage').sort()).toEqual([
      expect.stringMatching(/AttendedQueue/),
      expect.stringMatching(/UnattendedQueue/),
    ]);
    const wide = grants.filter(([, to]) => to === '"*"').map(([action]) => action.split(':')[0]);
    expect(new Set(wide)).toEqual(new Set(network));
    expect(role.Properties.ManagedPolicyArns).toBeUndefined();
  });

  test('is told its broker and nothing else', () => {
    const { STAGE, BROKER_ARN, ...others } = worker.Properties.Environment.Variables;
    expect(STAGE).toBe(variant.split(' ')[0]);
    expect(JSON.stringify(BROKER_ARN)).toMatch(/serveBrowserFunction/);
    expect(others).toEqual({});
  });

  test('has 2 GB, a quarter of an hour, and one user’s session at a time', () => {
    expect(worker.Properties).toMatchObject({
      ...{ MemorySize: 2_048, Timeout: 900, Architectures: ['x86_64'] },
      EphemeralStorage: { Size: 1_024 },
    });
    const sources = own('AWS::Lambda::EventSourceMapping');
    expect(sources).toHaveLength(2);
    for (const { Properties } of sources) expect(Properties.BatchSize).toBe(1);
  });

  test('is given no message by two at a time: it is handed out again once it has surely ended', () => {
    const queues = resourcesOf(variant, 'AWS::SQS::Queue').filter(({ id }) =>
      /^(Una|A)ttendedQueue/.test(id),
    );
    expect(queues).toHaveLength(2);
    for (const { Properties } of queues) {
      expect(Properties.VisibilityTimeout).toBeGreaterThan(worker.Properties.Timeout);
    }
  });
});

test('Production without files of companies has no browser', () => {
  const parts = resourcesOf('production', 'AWS::Lambda::Function').map(({ part }) => part);
  expect(parts).not.toContain('browser');
});

test('A fixed address is that of one way out, and nothing comes in', () => {
  const of = (type: string) =>
    resourcesOf('production with a browser', type).filter(({ part }) => part === 'browser');
  const [address] = of('AWS::EC2::EIP') as [Found];
  const gateways = of('AWS::EC2::NatGateway');
  expect(gateways).toHaveLength(1);
  expect(gateways[0]?.Properties.AllocationId).toEqual({
    'Fn::GetAtt': [address.id, 'AllocationId'],
  });
  const [worker] = of('AWS::Lambda::Function') as [Found];
  expect(worker.Properties.VpcConfig.SubnetIds).toHaveLength(1);
  for (const { Properties } of of('AWS::EC2::SecurityGroup')) {
    expect(Properties.SecurityGroupIngress).toBeUndefined();
  }
  expect(resourcesOf('sandbox', 'AWS::EC2::EIP')).toEqual([]);
});
