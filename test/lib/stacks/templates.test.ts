/** What CloudFormation takes, and what it makes of it in the end. */
import { describe, expect, test } from 'vitest';
import { stages } from '../../../lib/stacks/stage.ts';
import { type Json, resourcesOf, synthesize } from './synthesis.ts';

describe.each(stages)('The templates of %s', (stage) => {
  test('take nothing apart that comes from another stack', () => {
    for (const { part, resources } of synthesize(stage)) {
      expect(
        splitsOf(resources).filter((one) => one.includes('GetStackOutput')),
        part,
      ).toEqual([]);
    }
  });

  test('name the logs of the firewall as it takes them, without the streams', () => {
    const [logging] = resourcesOf(stage, 'AWS::WAFv2::LoggingConfiguration');
    const [destination, ...more] = logging?.Properties.LogDestinationConfigs ?? [];
    expect(more).toEqual([]);
    expect(destination['Fn::Join'][1].slice(-2)).toEqual([
      ':log-group:',
      { Ref: expect.stringMatching(/^FirewallLogs/) },
    ]);
  });

  test('keep the logs of each workflow under the path that needs no policy', () => {
    const machines = resourcesOf(stage, 'AWS::StepFunctions::StateMachine');
    expect(machines.length).toBeGreaterThan(2);
    const groups = resourcesOf(stage, 'AWS::Logs::LogGroup');
    const names = machines.map(({ Properties }) => {
      const [{ CloudWatchLogsLogGroup: to }] = Properties.LoggingConfiguration.Destinations;
      const id = to.LogGroupArn['Fn::GetAtt'][0];
      return groups.find((one) => one.id === id)?.Properties.LogGroupName['Fn::Join'][1][0];
    });
    for (const name of names) expect(name).toContain(`/aws/vendedlogs/states/billhook-${stage}-`);
    expect(new Set(names).size).toBe(machines.length);
  });

  test('wait for no custom resource longer than its function can take, and some', () => {
    const own = synthesize(stage).flatMap(({ part, resources }) =>
      Object.entries(resources)
        .filter(([, { Type }]) => Type.startsWith('Custom::'))
        .map(([id, { Properties }]) => ({ part, id, Properties })),
    );
    expect(own.map(({ part }) => part).sort()).toEqual(['deployment', 'module-host']);
    for (const { part, id, Properties } of own) {
      const token = Properties.ServiceToken['Fn::GetAtt'][0];
      const found = resourcesOf(stage, 'AWS::Lambda::Function').find(
        (one) => one.part === part && one.id === token,
      );
      const limit = Number(Properties.ServiceTimeout);
      expect(limit, id).toBeGreaterThan(found?.Properties.Timeout);
      expect(limit, id).toBeLessThanOrEqual(20 * 60);
    }
  });
});

/** Every `Fn::Split`, as text. */
function splitsOf(value: Json): string[] {
  if (value === null || typeof value !== 'object') return [];
  const own = 'Fn::Split' in value ? [JSON.stringify(value['Fn::Split'])] : [];
  return [...own, ...Object.values(value).flatMap(splitsOf)];
}
