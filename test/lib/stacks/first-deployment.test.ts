/** A first deployment that fails is rolled back, and leaves nothing in the way of the next one. */
import { describe, expect, test } from 'vitest';
import { stages } from '../../../lib/stacks/stage.ts';
import { type Json, type Resource, stackOf, synthesize } from './synthesis.ts';

const TABLE = 'AWS::DynamoDB::Table';

/** The setting of a whole account: taken back, other APIs of the account would stop logging. */
const accountWide = ['api/ApiAccountA18C9B29', 'api/ApiCloudWatchRole73EC6FC4'];

describe.each(stages)('A first deployment of %s that fails', (stage) => {
  const all = synthesize(stage).flatMap(({ part, resources }) =>
    Object.entries(resources).map(([id, resource]) => ({ id: `${part}/${id}`, resource })),
  );

  test('takes everything away again, but for a setting of the whole account', () => {
    const kept = all.filter(({ resource }) => resource.DeletionPolicy === 'Retain');
    expect(kept.map(({ id }) => id).sort()).toEqual(accountWide);
  });

  test('whatever it takes away is kept by a deployment that replaces it', () => {
    const taken = all.filter(({ resource }) => resource.DeletionPolicy === 'RetainExceptOnCreate');
    expect(taken.length).toBeGreaterThan(10);
    for (const { id, resource } of taken) expect(resource.UpdateReplacePolicy, id).toBe('Retain');
  });

  // Who deletes a stack keeps its logs, and may deploy it again.
  test.each(all.filter(({ resource }) => keepsGivenName(resource)))(
    '$id outlives its stack under a name that the next stack does not have',
    ({ resource }) => {
      const name = JSON.stringify(resource.Properties.LogGroupName);
      expect(name).toMatch(/\{"Ref":"(AWS::StackId|ApiF70053CD)"\}/);
    },
  );

  test('leaves no table: they are made last, one after the other, when nothing is left to fail', () => {
    const { resources } = stackOf(stage, 'data');
    const ids = Object.keys(resources);
    const tables = ids.filter((id) => resources[id]?.Type === TABLE);
    const others = ids.filter((id) => !tables.includes(id));
    expect(tables.length).toBe(4);
    const counts = tables.map((table) => {
      const before = dependenciesOf(resources, table);
      expect([...before], table).toEqual(expect.arrayContaining(others));
      return tables.filter((one) => before.has(one)).length;
    });
    expect(counts.sort()).toEqual([0, 1, 2, 3]);
    expect(dependenciesOf(resources, 'Table').size).toBe(ids.length - 1);
  });
});

function keepsGivenName({ Type, Properties, DeletionPolicy }: Resource): boolean {
  return (
    DeletionPolicy !== 'Delete' &&
    Type === 'AWS::Logs::LogGroup' &&
    Properties.LogGroupName !== undefined
  );
}

/** All that is made before a resource: what it waits for, and what it refers to. */
function dependenciesOf(resources: Readonly<Record<string, Resource>>, id: string): Set<string> {
  const found = new Set<string>();
  const follow = (one: string): void => {
    const resource = resources[one];
    if (!resource) return;
    const named = [resource.DependsOn ?? []].flat();
    for (const next of [...named, ...referencesIn(resource.Properties)]) {
      if (next === one || found.has(next) || !resources[next]) continue;
      found.add(next);
      follow(next);
    }
  };
  follow(id);
  return found;
}

function referencesIn(value: Json): string[] {
  if (value === null || typeof value !== 'object') return [];
  if (typeof value.Ref === 'string') return [value.Ref];
  if (Array.isArray(value['Fn::GetAtt'])) return [value['Fn::GetAtt'][0]];
  return Object.values(value).flatMap(referencesIn);
}
