import { handleStream } from '@billhook/runtime/serve/stream-batch';
import { expect, test } from 'vitest';

const record = (number: number) => ({
  eventName: 'INSERT',
  dynamodb: {
    Keys: { pk: { S: 'cl_a' }, sk: { S: `event#${number}` } },
    SequenceNumber: String(number),
  },
});
const Records = [1, 2, 3].map(record);

test('What was written is handed on in order, by its keys', async () => {
  const handed: string[] = [];
  const answer = await handleStream({ Records }, async (keys) => {
    handed.push(...keys.map(({ pk, sk }) => `${pk} ${sk}`));
    return [];
  });
  expect(handed).toEqual(['cl_a event#1', 'cl_a event#2', 'cl_a event#3']);
  expect(answer).toEqual({ batchItemFailures: [] });
});

test('What could not be handled is named as the stream calls it', async () => {
  const answer = await handleStream({ Records }, async ([, second, third]) =>
    [third, second].filter((key) => key !== undefined),
  );
  expect(answer).toEqual({ batchItemFailures: [{ itemIdentifier: '2' }, { itemIdentifier: '3' }] });
});

test.each([
  ['no batch', {}],
  ['a record without a number', { Records: [{ dynamodb: { Keys: record(1).dynamodb.Keys } }] }],
  ['a record without keys', { Records: [{ dynamodb: { SequenceNumber: '1' } }] }],
])('%s is a failure of the whole batch', async (_what, event) => {
  await expect(handleStream(event, async () => [])).rejects.toThrow();
});
