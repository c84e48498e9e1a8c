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

  test('may call exactly the functions that their states name', () => {
    for (const { Properties, part } of machines) {
      const role = roles.find(
        (one) => one.part === part && one.id === Properties.RoleArn['Fn::GetAtt'][0],
      );
      const [invoke] = role?.Properties.Policies[0].PolicyDocument.Statement ?? [];
      expect(invoke.Action).toBe('lambda:InvokeFunction');
      const allowed = [invoke.Resource].flat().map((arn: Json) => arn['Fn::GetAtt'][0]);
      const named = Properties.DefinitionString['Fn::Join'][1]
        .filter((piece: unknown) => typeof piece === 'object')
        .map((arn: Json) => arn['Fn::GetAtt'][0]);
      expect([...new Set(named)].sort()).toEqual(allowed.sort());
    }
  });

  test('say to whom it may concern that an execution did not end', () => {
    const alarms = resourcesOf(stage, 'AWS::CloudWatch::Alarm')
      .map(({ Properties }) => Properties.AlarmDescription as string)
      .filter((text) => text.startsWith('An execution of'));
    expect(alarms).toHaveLength(machines.length);
  });
});
