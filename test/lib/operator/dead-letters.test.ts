import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Service } from '../../../lib/operator/command-group.ts';
import {
  list,
  move,
  type QueueClients,
  read,
} from '../../../lib/operator/commands/dead-letters.ts';

const SENT = Date.parse('2026-11-20T03:00:00Z');
const event = { eventId: 'evt_1', partnerId: 'ptn_1' };
const secret = 'AQCEAAAAKgAAAAMAAAAAAAAAAS-the-token-of-a-task';

let queues: Record<string, string[]>;
let calls: { readonly name: string; readonly input: Record<string, unknown> }[];
let hidden: Set<string>;

const service = (id = 'arn:aws:iam::000000000000:role/ops') =>
  ({
    ...{ stage: 'sandbox', actor: { kind: 'operator', id } },
    confirm: vi.fn(async () => {}),
  }) as unknown as Service;

const cloudFormation = {
  send: async ({ input }: { input: { StackName: string; NextToken?: string } }) => {
    const ids = input.StackName.endsWith('-workflow')
      ? ['submitPaymentworkDeadLetters0123ABCD']
      : ['EventsQueue0123ABCD', 'EventsDeadLetters0123ABCD', 'RuleFailures0123ABCD'];
    // One a page.
    const at = Number(input.NextToken ?? 0);
    const summary = {
      ...{ ResourceType: 'AWS::SQS::Queue', LogicalResourceId: ids[at] },
      PhysicalResourceId: ids[at]?.slice(0, -8),
    };
    return {
      StackResourceSummaries: [summary],
      ...(at + 1 < ids.length && { NextToken: String(at + 1) }),
    };
  },
};

const sqs = {
  send: async (command: { input: Record<string, string> }) => {
    const { input } = command;
    const name = command.constructor.name.replace('Command', '');
    calls.push({ name, input });
    const bodies = queues[input.QueueUrl ?? ''] ?? [];
    if (name === 'GetQueueAttributes')
      return {
        Attributes: {
          ...{
            ApproximateNumberOfMessages: String(bodies.length),
            QueueArn: `arn:${input.QueueUrl}`,
          },
        },
      };
    if (name === 'DeleteMessage')
      queues[input.QueueUrl ?? ''] = bodies.filter((body) => body !== input.ReceiptHandle);
    if (name !== 'ReceiveMessage') return {};
    const shown = bodies
      .filter((body) => !hidden.has(body))
      .slice(0, Number(input.MaxNumberOfMessages));
    for (const body of shown) hidden.add(body);
    return {
      Messages: shown.map((Body) => ({
        ...{ Body, ReceiptHandle: Body, MessageId: 'm' },
        Attributes: { SentTimestamp: String(SENT) },
      })),
    };
  },
};
const clients = { sqs, cloudFormation } as unknown as QueueClients;

beforeEach(() => {
  calls = [];
  hidden = new Set();
  queues = {
    EventsDeadLetters: [JSON.stringify(event)],
    RuleFailures: [JSON.stringify({ detail: event }), 'not of ours'],
    submitPaymentworkDeadLetters: [JSON.stringify({ paymentId: 'pay_1', taskToken: secret })],
  };
});
const sent = () => calls.filter(({ name }) => name === 'SendMessage').map(({ input }) => input);

describe('Dead letters', () => {
  test('are listed by queue, with what becomes of them', async () => {
    const { value, lines } = await list(service(), clients);
    expect(value).toEqual({
      data: [
        { name: 'EventsDeadLetters', messages: 1, moves: true },
        { name: 'RuleFailures', messages: 2, moves: true },
        { name: 'submitPaymentworkDeadLetters', messages: 1, moves: false },
      ],
    });
    expect(lines[0]).toMatch(/^QUEUE +MESSAGES +THEN$/);
  });

  test('are read by their ids alone, never a token', async () => {
    const report = await read(service(), clients, 'submitPaymentworkDeadLetters', {});
    const ids = { paymentId: 'pay_1' };
    expect(report.value).toEqual({
      data: [{ messageId: 'm', sent: '2026-11-20T03:00:00.000Z', ids }],
    });
    expect(JSON.stringify(report)).not.toContain(secret);
    expect(calls.every(({ name }) => name === 'ReceiveMessage')).toBe(true);
  });

  test('are shown as ids only where they are ids', async () => {
    queues.EventsDeadLetters = [
      JSON.stringify({
        eventId: 'two words',
        userId: { deep: [{ billId: 'bill_1' }] },
        CardId: 'x',
      }),
    ];
    const { value } = await read(service(), clients, 'EventsDeadLetters', { limit: '1' });
    expect(value).toMatchObject({ data: [{ ids: { billId: 'bill_1' } }] });
    expect(JSON.stringify(value)).not.toMatch(/words|CardId/);
  });

  test('of a queue are moved by SQS, once its operator agrees', async () => {
    const asked = service();
    await move(asked, clients, 'EventsDeadLetters');
    expect(asked.confirm).toHaveBeenCalledWith('Hand out 1 messages of EventsDeadLetters again?');
    expect(calls.at(-1)).toEqual({
      ...{ name: 'StartMessageMoveTask', input: { SourceArn: 'arn:EventsDeadLetters' } },
    });
  });

  test('of EventBridge go into the queue of events, and what is no event stays', async () => {
    const { value } = await move(service(), clients, 'RuleFailures');
    expect(value).toEqual({ sent: 1, left: 1 });
    expect(sent()).toEqual([{ QueueUrl: 'EventsQueue', MessageBody: JSON.stringify(event) }]);
    expect(queues.RuleFailures).toEqual(['not of ours']);
  });

  test('of work at companies are not moved: their workflows go on by themselves', async () => {
    await expect(move(service(), clients, 'submitPaymentworkDeadLetters')).rejects.toThrow(
      'Nothing is to be moved',
    );
    expect(calls).toEqual([]);
  });

  test('are not handed out before their operator agrees', async () => {
    const asked = service();
    vi.mocked(asked.confirm).mockRejectedValue(new Error('no'));
    await expect(move(asked, clients, 'RuleFailures')).rejects.toThrow('no');
    expect(sent()).toEqual([]);
  });

  test('are of a deployed stage, and of a queue that it has', async () => {
    await expect(list(service('local:ada'), clients)).rejects.toThrow('Pass --stage');
    await expect(read(service(), clients, 'Nothing', {})).rejects.toThrow(
      'There is no queue Nothing',
    );
  });
});
