/** The bus, its rules, the queues and the mappings: what they answer, and what is refused at the start. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createCallers } from '../../../../lib/local/access/callers.ts';
import { collectRoles } from '../../../../lib/local/access/roles.ts';
import { createEventBus } from '../../../../lib/local/events/event-bus.ts';
import { createEventSources } from '../../../../lib/local/events/event-sources.ts';
import { createQueues } from '../../../../lib/local/events/queues.ts';
import type { Functions } from '../../../../lib/local/lambda/lambda.ts';
import { type LocalState, openState } from '../../../../lib/local/state.ts';
import { createModel } from '../../../../lib/local/template/model.ts';

// biome-ignore lint/suspicious/noExplicitAny: templates and answers are JSON of many shapes.
type Json = any;

const arnOf = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });
const allow = (change: object = {}) => ({
  Effect: 'Allow',
  Principal: { Service: 'events.amazonaws.com' },
  Action: 'sqs:SendMessage',
  Resource: arnOf('Queue'),
  Condition: { ArnEquals: { 'aws:SourceArn': arnOf('Rule') } },
  ...change,
});
const secure = {
  Effect: 'Deny',
  Principal: { AWS: '*' },
  Action: 'sqs:*',
  Resource: arnOf('Queue'),
  Condition: { Bool: { 'aws:SecureTransport': 'false' } },
};
const read = ['sqs:ReceiveMessage', 'sqs:DeleteMessage', 'sqs:GetQueueAttributes'];

/** A bus whose events go into a queue that a function reads. */
const whole: Record<string, { Type: string; Properties: Json }> = {
  Bus: { Type: 'AWS::Events::EventBus', Properties: { Name: 'events' } },
  Queue: { Type: 'AWS::SQS::Queue', Properties: {} },
  Policy: {
    Type: 'AWS::SQS::QueuePolicy',
    Properties: {
      Queues: [{ Ref: 'Queue' }],
      PolicyDocument: { Statement: [secure, allow()] },
    },
  },
  Rule: {
    Type: 'AWS::Events::Rule',
    Properties: {
      EventBusName: { Ref: 'Bus' },
      EventPattern: { source: ['billhook'] },
      Targets: [{ Id: 'a', Arn: arnOf('Queue'), InputPath: '$.detail' }],
    },
  },
  Role: {
    Type: 'AWS::IAM::Role',
    Properties: {
      Policies: [
        {
          PolicyDocument: {
            Statement: [{ Effect: 'Allow', Action: read, Resource: arnOf('Queue') }],
          },
        },
      ],
    },
  },
  Mapping: {
    Type: 'AWS::Lambda::EventSourceMapping',
    Properties: { EventSourceArn: arnOf('Queue'), FunctionName: 'reader', BatchSize: 5 },
  },
};

let folder: string;
let state: LocalState;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'billhook-bus-'));
  state = openState(folder);
});
afterAll(() => {
  state.close();
  rmSync(folder, { recursive: true });
});

/** With some properties of some resources changed; `null` leaves a property out. */
function open(changes: Record<string, Record<string, unknown>> = {}) {
  const Resources = Object.fromEntries(
    Object.entries(whole).map(([id, { Type, Properties }]) => {
      const changed = Object.entries({ ...Properties, ...changes[id] });
      return [
        id,
        { Type, Properties: Object.fromEntries(changed.filter(([, to]) => to !== null)) },
      ];
    }),
  );
  const model = createModel([{ name: 'one', template: { Resources }, assets: new Map() }]);
  const queues = createQueues(model, state);
  const bus = createEventBus(model, queues);
  const [role] = model.ofType('AWS::IAM::Role');
  const functions = {
    find: () => ({ name: 'reader', roleArn: role?.arn }),
  } as unknown as Functions;
  createEventSources({
    ...{ model, state, queues, tables: [], tableUrl: '', log: () => {} },
    callers: createCallers(collectRoles(model)),
    functions: { stream: functions, queue: functions },
  });
  const [queue] = model.ofType('AWS::SQS::Queue').map(({ arn }) => queues.find(arn));
  if (!queue) throw new Error('The queue is there');
  const url = model.ofType('AWS::SQS::Queue')[0]?.ref;
  const takeAll = () => {
    const messages = queues.store.take(queue, 100);
    queues.store.remove(messages);
    return messages.map(({ body }) => JSON.parse(body));
  };
  return { bus, queues, url, takeAll };
}

const entry = (change: object = {}) => ({
  EventBusName: 'events',
  Source: 'billhook',
  DetailType: 'bill.created',
  Detail: '{"eventId":"evt_a"}',
  ...change,
});

describe('the bus', () => {
  test('puts what its rules match into their queue, and no more of it than they say', () => {
    const { bus, takeAll } = open();
    const Entries = [entry(), entry({ Source: 'other' }), entry({ Detail: '{"eventId":"evt_b"}' })];
    expect(bus.run('PutEvents', { Entries })).toMatchObject({ FailedEntryCount: 0 });
    expect(takeAll()).toEqual([{ eventId: 'evt_a' }, { eventId: 'evt_b' }]);
  });

  test('hands on a whole event where the rule names no part', () => {
    const { bus, takeAll } = open({ Rule: { Targets: [{ Id: 'a', Arn: arnOf('Queue') }] } });
    bus.run('PutEvents', { Entries: [entry()] });
    expect(takeAll()).toMatchObject([
      { source: 'billhook', 'detail-type': 'bill.created', detail: { eventId: 'evt_a' } },
    ]);
  });

  test('refuses an entry by itself', () => {
    const { bus, takeAll } = open();
    const Entries = [entry({ Detail: '{' }), entry({ DetailType: '' }), entry()];
    const answer = bus.run('PutEvents', { Entries }) as Json;
    expect(answer.FailedEntryCount).toBe(2);
    expect(answer.Entries.map(({ ErrorCode }: Json) => ErrorCode)).toEqual([
      'MalformedDetail',
      'InvalidArgument',
      undefined,
    ]);
    expect(takeAll()).toHaveLength(1);
  });

  test('refuses some of a batch amid chaos, and takes the others', () => {
    const { bus, takeAll } = open();
    const answer = bus.run('PutEvents', { Entries: [entry(), entry()] }, true) as Json;
    expect(answer.FailedEntryCount).toBe(1);
    expect(takeAll()).toHaveLength(1);
  });

  test.each([
    ['another bus', { Entries: [entry({ EventBusName: 'other' })] }],
    ['no bus', { Entries: [entry({ EventBusName: undefined })] }],
    ['nothing', { Entries: [] }],
    ['too much', { Entries: Array.from({ length: 11 }, () => entry()) }],
  ])('refuses %s', (_what, input) => {
    expect(() => open().bus.access('PutEvents', input)).toThrow();
  });

  test('is asked for by its ARN, whatever its caller calls it', () => {
    const [request] = open().bus.access('PutEvents', { Entries: [entry()] });
    expect(request?.action).toBe('events:PutEvents');
    expect(request?.resource).toMatch(/:event-bus\/events$/);
  });
});

describe('a queue', () => {
  const message = (Id: string, more: object = {}) => ({ Id, MessageBody: '{"a":1}', ...more });

  test('takes messages one by one and in batches, and says what it took', () => {
    const { queues, url, takeAll } = open();
    const one = queues.run('SendMessage', { QueueUrl: url, MessageBody: '{"a":1}' });
    expect(one).toMatchObject({ MD5OfMessageBody: 'bb6cb5c68df4652941caf652a366f2d8' });
    const Entries = [message('x'), message('y')];
    expect(queues.run('SendMessageBatch', { QueueUrl: url, Entries })).toMatchObject({
      Successful: [{ Id: 'x' }, { Id: 'y' }],
      Failed: [],
    });
    expect(takeAll()).toHaveLength(3);
  });

  test('refuses some of a batch amid chaos, and takes the others', () => {
    const { queues, url, takeAll } = open();
    const Entries = [message('x'), message('y')];
    expect(queues.run('SendMessageBatch', { QueueUrl: url, Entries }, true)).toMatchObject({
      Successful: [{ Id: 'y' }],
      Failed: [{ Id: 'x' }],
    });
    expect(takeAll()).toHaveLength(1);
  });

  test.each([
    ['a batch of nothing', 'EmptyBatchRequest', []],
    ['two of one name', 'BatchEntryIdsNotDistinct', [message('x'), message('x')]],
    [
      'more than ten',
      'TooManyEntriesInBatchRequest',
      Array.from({ length: 11 }, (_, id) => message(String(id))),
    ],
    ['no body', 'MissingParameter', [message('x', { MessageBody: '' })]],
    ['too long a delay', 'InvalidParameterValue', [message('x', { DelaySeconds: 901 })]],
    [
      'a body that is too large',
      'BatchRequestTooLong',
      [message('x', { MessageBody: 'a'.repeat(1024 * 1024 + 1) })],
    ],
  ])('refuses %s', (_what, code, Entries) => {
    const { queues, url, takeAll } = open();
    expect(() => queues.run('SendMessageBatch', { QueueUrl: url, Entries })).toThrow(
      expect.objectContaining({ awsCode: `com.amazonaws.sqs#${code}` }),
    );
    expect(takeAll()).toEqual([]);
  });

  test('that is not there is refused before anyone is asked for a grant', () => {
    expect(() => open().queues.access('SendMessage', { QueueUrl: 'https://other' })).toThrow(
      expect.objectContaining({ awsCode: 'com.amazonaws.sqs#QueueDoesNotExist' }),
    );
  });
});

describe('a start is refused, as a deployment would fail or lose events', () => {
  const statements = (...Statement: object[]) => ({ Policy: { PolicyDocument: { Statement } } });
  const anotherRule = { Condition: { ArnEquals: { 'aws:SourceArn': 'arn:another' } } };
  const target = (change: object) => ({
    Rule: { Targets: [{ Id: 'a', Arn: arnOf('Queue'), ...change }] },
  });

  test.each([
    ['a queue whose policy allows the rule nothing', statements(secure), /QueuePolicy/],
    ['one that allows it to another rule', statements(allow(anotherRule)), /QueuePolicy/],
    [
      'one that allows it to another service',
      statements(allow({ Principal: { Service: 'sns.amazonaws.com' } })),
      /QueuePolicy/,
    ],
    [
      'a rule whose own dead letters have no policy',
      target({ DeadLetterConfig: { Arn: 'arn:aws:sqs:us-east-1:000000000000:other' } }),
      /QueuePolicy/,
    ],
    ['a target that is no queue', target({ Arn: 'arn:aws:lambda:a:b:function:c' }), /queues/],
    ['a target with an input of its own', target({ Input: '{}' }), /queues/],
    [
      'a path that is not understood',
      target({ InputPath: '$.detail.a[0]' }),
      /not supported by the local runtime/,
    ],
    [
      'a pattern that is not understood',
      { Rule: { EventPattern: { source: [{ exists: true }] } } },
      /only texts and prefixes/,
    ],
    [
      'a rule of our own on the default bus',
      { Rule: { EventBusName: null } },
      /on a bus of this app/,
    ],
    ['a mapping whose role lacks a grant', { Role: { Policies: [] } }, /sqs:ReceiveMessage/],
    [
      'a mapping of something else',
      { Mapping: { EventSourceArn: 'arn:aws:kinesis:a:b:c' } },
      /neither a stream nor a queue/,
    ],
    [
      'a mapping with what is not understood',
      { Mapping: { MaximumBatchingWindowInSeconds: 5 } },
      /MaximumBatchingWindowInSeconds/,
    ],
    ['a queue with what is not understood', { Queue: { FifoQueue: true } }, /FifoQueue/],
  ])('for %s', (_what, changes, complaint) => {
    expect(() => open(changes as Parameters<typeof open>[0])).toThrow(complaint);
  });
});
