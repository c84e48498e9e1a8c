import { openQueues } from '@billhook/runtime/aws/queues';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';

type Entry = { readonly Id: string; readonly MessageBody: string; readonly DelaySeconds?: number };
type Call = { readonly QueueUrl: string; readonly Entries: readonly Entry[] };

let calls: Call[];
/** Bodies that the queue refuses, as they were sent. */
let refused: string[];
let down: boolean;

beforeEach(() => {
  calls = [];
  refused = [];
  down = false;
  vi.stubEnv('ENDPOINTS_QUEUE_URL', 'https://endpoints');
  vi.stubEnv('EVENTS_QUEUE_URL', 'https://events');
});
afterAll(() => {
  vi.unstubAllEnvs();
});

const send = async ({ input }: { readonly input: Call }) => {
  calls.push(input);
  if (down) throw new Error('The queue is gone');
  const sent = input.Entries.filter(({ MessageBody }) => !refused.includes(MessageBody));
  return { Successful: sent.map(({ Id }) => ({ Id })), Failed: [] };
};
const sendTo = openQueues({ sqs: { send } as never });

const bodies = Array.from({ length: 12 }, (_, number) => ({ endpointId: `we_${number}` }));

test('Messages are sent in tens, to the queue that is named', async () => {
  expect(await sendTo('endpoints', bodies)).toEqual([]);
  expect(calls.map(({ QueueUrl, Entries }) => [QueueUrl, Entries.length])).toEqual([
    ['https://endpoints', 10],
    ['https://endpoints', 2],
  ]);
  expect(calls[0]?.Entries[3]).toEqual({ Id: '3', MessageBody: '{"endpointId":"we_3"}' });
});

test('Messages can be seen later', async () => {
  await sendTo('events', bodies.slice(0, 1), { delaySeconds: 30 });
  expect(calls[0]).toMatchObject({ QueueUrl: 'https://events', Entries: [{ DelaySeconds: 30 }] });
});

test('What the queue refuses is sent again by itself, and answered when it stays so', async () => {
  refused = ['{"endpointId":"we_3"}'];
  expect(await sendTo('endpoints', bodies.slice(0, 10))).toEqual([bodies[3]]);
  expect(calls.map(({ Entries }) => Entries.length)).toEqual([10, 1, 1]);
});

test('A queue that is gone is no failure of the caller’s', async () => {
  down = true;
  expect(await sendTo('endpoints', bodies)).toEqual(bodies);
});
