import { eventTypes } from '@billhook/core/events/event';
import { eventBodyOf, eventEntries } from '@billhook/core/schemas/event';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { operations } from '../../../functions/contracts.ts';
import { eventExample } from '../../../lib/documents/event-examples.ts';
import { describeApi } from '../../../lib/documents/openapi.ts';

const { webhooks } = describeApi(operations, '1') as unknown as {
  webhooks: Record<string, { post: { summary: string } }>;
};

describe.each(eventTypes)('%s', (type) => {
  test('has an example that is as its schema says, and holds nothing else', () => {
    const example = eventExample(type);
    expect(v.parse(eventBodyOf(type), example)).toEqual(example);
  });

  test('has an entry of its own in the published description', () => {
    expect(webhooks[type]?.post.summary).toBe(eventEntries[type].trigger);
  });
});

test('the published description has no other', () => {
  expect(Object.keys(webhooks)).toEqual([...eventTypes]);
});
