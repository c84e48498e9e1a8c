import type { QueueDeclaration, StreamDeclaration } from '@billhook/core/api/operation';
import { describe, expect, test } from 'vitest';
import * as streamFunctions from '../../../functions/stream/contract.ts';
import { stages } from '../../../lib/stacks/stage.ts';
import { type Found, type Json, resourcesOf } from './synthesis.ts';

type Declared = Partial<StreamDeclaration & QueueDeclaration>;

const declared = Object.values<Declared>(streamFunctions);
/** Seconds that a function has which says nothing of it. */
const DEFAULT_SECONDS = 10;
const ALARMED_QUEUES = 5;

describe.each(stages)('Events of %s', (stage) => {
  const ofStream = ({ part }: Found) => part === 'stream';
  const queues = resourcesOf(stage, 'AWS::SQS::Queue').filter(ofStream);
  const mappings = resourcesOf(stage, 'AWS::Lambda::EventSourceMapping').filter(ofStream);
  const alarms = resourcesOf(stage, 'AWS::CloudWatch::Alarm');
  const [rule] = resourcesOf(stage, 'AWS::Events::Rule').filter(
    ({ Properties }) => Properties.EventPattern,
  );
  const queueOf = (name: string) => queues.find(({ id }) => id.startsWith(name)) as Found;
  const mappingOf = ({ queue }: Declared) =>
    mappings.find(({ Properties }) =>
      JSON.stringify(Properties.EventSourceArn).includes(queue ? queueId(queue) : 'TableStream'),
    )?.Properties;
  const idOf = (arn: Json) => arn['Fn::GetAtt'][0];
  const queueId = (name: string) => queueOf(`${name[0]?.toUpperCase()}${name.slice(1)}Queue`).id;

  test('go from the bus to the queue of what is to be delivered, by their detail alone', () => {
    expect(rule?.Properties.EventPattern).toEqual({ source: ['billhook'] });
    expect(rule?.Properties.EventBusName).toMatchObject({ Ref: expect.stringMatching(/^Bus/) });
    expect(rule?.Properties.Targets).toHaveLength(1);
    const [target] = rule?.Properties.Targets ?? [];
    expect(target.InputPath).toBe('$.detail');
    expect(idOf(target.Arn)).toBe(queueId('events'));
    expect(idOf(target.DeadLetterConfig.Arn)).toMatch(/^RuleFailures/);
  });

  test('stand in queues that are encrypted and reached over TLS only', () => {
    const policies = resourcesOf(stage, 'AWS::SQS::QueuePolicy');
    for (const { id, Properties } of queues) {
      expect(Properties.SqsManagedSseEnabled, id).toBe(true);
      const policy = policies.find(
        (one) => JSON.stringify(one.Properties.Queues) === JSON.stringify([{ Ref: id }]),
      );
      expect(policy?.Properties.PolicyDocument.Statement, id).toContainEqual(
        expect.objectContaining({
          Effect: 'Deny',
          Action: 'sqs:*',
          Principal: { AWS: '*' },
          Condition: { Bool: { 'aws:SecureTransport': 'false' } },
        }),
      );
    }
  });

  test('are put into a queue by nobody but the rule, beside the roles that declare it', () => {
    for (const { Properties } of resourcesOf(stage, 'AWS::SQS::QueuePolicy')) {
      for (const { Effect, Principal, Condition } of Properties.PolicyDocument.Statement) {
        if (Effect !== 'Allow') continue;
        expect(Principal).toEqual({ Service: 'events.amazonaws.com' });
        expect(idOf(Condition.ArnEquals['aws:SourceArn'])).toBe(rule?.id);
      }
    }
  });

  test.each(['events', 'endpoints'])('wait in the queue %s as AWS advises', (name) => {
    const { Properties } = queues.find(({ id }) => id === queueId(name)) as Found;
    const [reader] = declared.filter(({ queue }) => queue === name);
    const seconds = reader?.timeoutSeconds ?? DEFAULT_SECONDS;
    expect(Properties.VisibilityTimeout).toBeGreaterThanOrEqual(6 * seconds);
    // An outage of hours: what is given up, nobody takes up by itself.
    const { maxReceiveCount } = Properties.RedrivePolicy;
    const given = maxReceiveCount * Properties.VisibilityTimeout;
    expect(given).toBeGreaterThanOrEqual(6 * 60 * 60);
    // Nobody receives a message more often than it is kept.
    expect(given).toBeLessThan(Properties.MessageRetentionPeriod);
    expect(idOf(Properties.RedrivePolicy.deadLetterTargetArn)).toMatch(/DeadLetters/);
  });

  test('are kept for two weeks where they could not be handled, with an alarm on each such place', () => {
    const last = queues.filter(({ Properties }) => Properties.RedrivePolicy === undefined);
    expect(last).toHaveLength(queues.length - ALARMED_QUEUES);
    for (const { id, Properties } of last) {
      expect(Properties.MessageRetentionPeriod, id).toBe(14 * 24 * 60 * 60);
    }
    const given = alarms.filter(({ id }) => /^deadletters(?!companywork)/.test(id));
    expect(given).toHaveLength(last.length);
    for (const alarm of given) expect(alarm.Properties.AlarmActions).toHaveLength(1);
  });

  test.each([
    ['events', 'no sweep picks them up'],
    ['rule', 'no sweep picks them up'],
    ['endpoints', 'The sweep picks up'],
    ['readings', 'The sweep picks up'],
    ['attended', 'give them out again'],
    ['unattended', 'give them out again'],
    ['stream', 'The sweep picks up'],
  ])('are told apart where they were given up (%s): %s', (name, says) => {
    const alarm = alarms.find(({ id }) => id.startsWith(`deadletters${name}`));
    expect(alarm?.Properties.AlarmDescription).toContain(says);
  });

  test('that are late are seen, in each queue and in the stream', () => {
    const metrics = alarms.map(({ Properties }) => Properties.MetricName);
    const late = metrics.filter((name) => name === 'ApproximateAgeOfOldestMessage');
    expect(late).toHaveLength(ALARMED_QUEUES);
    const followers = declared.filter(({ sortKeyPrefix }) => sortKeyPrefix);
    const ages = metrics.filter((name) => name === 'IteratorAge');
    expect(ages).toHaveLength(followers.length);
  });

  test('come to each function of the group by one mapping that takes partial answers', () => {
    expect(mappings).toHaveLength(declared.length);
    for (const { Properties } of mappings) {
      expect(Properties.FunctionResponseTypes).toEqual(['ReportBatchItemFailures']);
    }
  });

  test.each(declared.filter(({ sortKeyPrefix }) => sortKeyPrefix))(
    'new items that begin with $sortKeyPrefix are followed, from the first on',
    (declaration) => {
      const mapping = mappingOf(declaration);
      expect(mapping).toMatchObject({
        StartingPosition: 'TRIM_HORIZON',
        BisectBatchOnFunctionError: true,
      });
      expect(mapping?.MaximumRetryAttempts).toBeGreaterThan(0);
      expect(mapping?.MaximumRecordAgeInSeconds).toBeGreaterThan(0);
      const patterns = mapping?.FilterCriteria.Filters.map(({ Pattern }: Json) => Pattern);
      expect(patterns.map(JSON.parse)).toEqual([
        {
          eventName: ['INSERT'],
          dynamodb: { Keys: { sk: { S: [{ prefix: declaration.sortKeyPrefix }] } } },
        },
      ]);
      const { Destination } = mapping?.DestinationConfig.OnFailure ?? {};
      expect(idOf(Destination)).toMatch(/^StreamFailures/);
    },
  );

  const readers = declared.filter(({ queue }) => queue);
  test.runIf(readers.length > 0).each(readers)('the queue $queue is read as declared', (one) => {
    expect(mappingOf(one)).toMatchObject({
      BatchSize: one.batchSize,
      ScalingConfig: { MaximumConcurrency: one.maxConcurrency },
    });
  });

  test('of the table name where something was written, and nothing of what it is', () => {
    const [table] = resourcesOf(stage, 'AWS::DynamoDB::Table');
    expect(table?.Properties.StreamSpecification).toEqual({ StreamViewType: 'KEYS_ONLY' });
  });
});
