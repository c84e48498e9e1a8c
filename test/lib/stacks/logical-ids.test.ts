import { describe, expect, test } from 'vitest';
import recorded from '../../../docs/contribute/logical-ids.json' with { type: 'json' };
import { removedResources } from '../../../lib/stacks/removed-resources.ts';
import { stages } from '../../../lib/stacks/stage.ts';
import {
  isExplained,
  type LogicalIds,
  logicalIdsOf,
  lostResources,
  type RecordedStack,
  sharedResources,
} from './logical-ids.ts';
import { synthesize } from './synthesis.ts';

const record: LogicalIds = recorded;

/** @returns the part of the record that is about a stage. */
const recordOf = (stage: string): LogicalIds =>
  Object.fromEntries(
    Object.entries(record).filter(([name]) => name.startsWith(`billhook-${stage}-`)),
  );

describe.each(stages)('What is deployed of %s', (stage) => {
  test('is neither removed nor replaced without a reason in lib/stacks/removed-resources.ts', () => {
    const lost = lostResources(recordOf(stage), logicalIdsOf(synthesize(stage)));
    expect(lost.filter((one) => !isExplained(one, removedResources))).toEqual([]);
  });
});

describe.each(stages)('What stacks of %s take from each other', (stage) => {
  const shared = sharedResources(synthesize(stage));

  test('is recorded with all that it is replaced for', () => {
    expect(shared.length).toBeGreaterThan(80);
    expect(shared.filter(({ isKnown }) => !isKnown)).toEqual([]);
  });

  // No reason helps: the others would go on with what is gone.
  test('is not replaced under the same logical id', () => {
    const lost = lostResources(recordOf(stage), logicalIdsOf(synthesize(stage)));
    const replaced = lost.filter(({ how }) => how === 'replaced');
    const noticed = replaced.filter((one) =>
      shared.some(({ stack, id }) => stack === one.stack && id === one.id),
    );
    expect(noticed, 'give it a new logical id').toEqual([]);
  });
});

test('A queue that another stack sends to is seen when it is replaced', () => {
  const queue = (QueueName: string): RecordedStack => ({
    name: 'a',
    resources: { Queue: { Type: 'AWS::SQS::Queue', Properties: { QueueName } } },
    outputs: { Url: { Value: { Ref: 'Queue' } }, Other: { Value: { Ref: 'None' } } },
  });
  const output = { 'Fn::GetStackOutput': { StackName: 'a', OutputName: 'Url' } };
  const reader = {
    name: 'b',
    resources: { Rule: { Type: 'AWS::Events::Rule', Properties: { Targets: [{ Arn: output }] } } },
  };
  expect(sharedResources([queue('x'), reader])).toEqual([
    { stack: 'a', id: 'Queue', type: 'AWS::SQS::Queue', isKnown: true },
  ]);
  expect(sharedResources([queue('x')])).toEqual([]);
  const lost = lostResources(logicalIdsOf([queue('x')]), logicalIdsOf([queue('y')]));
  expect(lost).toMatchObject([{ stack: 'a', id: 'Queue', how: 'replaced' }]);
});

test('The record has what keeps data in both stages', () => {
  for (const stage of stages) {
    expect(record[`billhook-${stage}-data`]).toMatchObject({
      Table: { type: 'AWS::DynamoDB::Table' },
      VaultKey: { type: 'AWS::KMS::Key' },
      Pepper: { type: 'AWS::SecretsManager::Secret' },
    });
  }
});

// In other regions the modules' host keeps no logs of its own.
test('The ids are the same where account and region are known, as they are to a deployment', () => {
  expect(idsIn(logicalIdsOf(synthesize('production in us-east-1')))).toEqual(
    idsIn(logicalIdsOf(synthesize('production'))),
  );
});

test('Each removal has its day and a reason, and is still true', () => {
  const app = logicalIdsOf(stages.flatMap((stage) => [...synthesize(stage)]));
  for (const { on, stack, id, was, reason } of removedResources) {
    expect(on, id).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(reason, id).toMatch(/^[A-Z].{30,}\.$/s);
    const lost = lostResources({ [stack]: { [id]: was } }, app);
    expect(
      lost.map((one) => one.id),
      `${id} is there again: take its line away`,
    ).toEqual([id]);
  }
});

function idsIn(ids: LogicalIds): string[] {
  return Object.entries(ids).flatMap(([stack, entries]) =>
    Object.keys(entries).map((id) => `${stack}/${id}`),
  );
}
