import { describe, expect, test } from 'vitest';
import { stages } from '../../../lib/stacks/stage.ts';
import { type Json, resourcesOf } from './synthesis.ts';

describe.each(stages)('The workflows of %s', (stage) => {
  const machines = resourcesOf(stage, 'AWS::StepFunctions::StateMachine');
  const roles = resourcesOf(stage, 'AWS::IAM::Role');

  test('are link-account, pay-bill and swap-card, and advance-clock on the sandbox alone', () => {
    expect(machines.map(({ id }) => id.replace(/Machine.*/, '')).sort()).toEqual([
      ...(stage === 'sandbox' ? ['advanceclock'] : []),
      'linkaccount',
      'paybill',
      'swapcard',
    ]);
  });

  test('are Standard machines, traced, and log every step without its data', () => {
    for (const { Properties } of machines) {
      expect(Properties).toMatchObject({
        StateMachineType: 'STANDARD',
        TracingConfiguration: { Enabled: true },
        LoggingConfiguration: { Level: 'ALL', IncludeExecutionData: false },
      });
    }
  });

  test('may call exactly the functions, and send to the queues, that their states name', () => {
    for (const { Properties, part } of machines) {
      const role = roles.find(
        (one) => one.part === part && one.id === Properties.RoleArn['Fn::GetAtt'][0],
      );
      const statements = role?.Properties.Policies[0].PolicyDocument.Statement ?? [];
      const allowed = (action: string) =>
        statements
          .filter(({ Action }: Json) => Action === action)
          .flatMap(({ Resource }: Json) => [Resource].flat())
          .map((arn: Json) => arn['Fn::GetAtt'][0]);
      const pieces = Properties.DefinitionString['Fn::Join'][1].filter(
        (piece: unknown) => typeof piece === 'object',
      );
      const named = (read: (piece: Json) => string | undefined) =>
        [...new Set(pieces.map(read).filter(Boolean))].sort();
      expect(named((arn) => arn['Fn::GetAtt']?.[0])).toEqual(
        allowed('lambda:InvokeFunction').sort(),
      );
      expect(named(({ Ref }) => Ref)).toEqual(allowed('sqs:SendMessage').sort());
      const others = statements.flatMap(({ Action }: Json) => [Action].flat());
      expect(others.filter((one: string) => /^(lambda|sqs):/.test(one))).toHaveLength(
        new Set(others.filter((one: string) => /^(lambda|sqs):/.test(one))).size,
      );
    }
  });

  test('say to whom it may concern that an execution did not end', () => {
    const alarms = resourcesOf(stage, 'AWS::CloudWatch::Alarm')
      .map(({ Properties }) => Properties.AlarmDescription as string)
      .filter((text) => text.startsWith('An execution of'));
    expect(alarms).toHaveLength(machines.length);
  });
});
