import { readFileSync } from 'node:fs';
import { eventTypes } from '@billhook/core/events/event';
import { deliveryTimes } from '@billhook/core/webhook/delivery';
import { describe, expect, test } from 'vitest';
import { eventTypesDocument } from '../../../lib/documents/event-types-table.ts';
import { testReceiver } from '../../support/receiver-tests.ts';
import { snippetsOf } from '../../support/snippets.ts';

const document = new URL('../../../docs/guide/webhooks.md', import.meta.url);
const milliseconds: Readonly<Record<string, number>> = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
};

test('the page of event types is that of the schemas, and has a row for each', () => {
  const text = readFileSync(new URL('event-types.md', document), 'utf8');
  expect(text, 'npm run docs').toBe(eventTypesDocument());
  const rows = [...text.matchAll(/^\| `([^`]+)` \|/gm)].map(([, type]) => type);
  expect(rows.toSorted()).toEqual(eventTypes.toSorted());
});

test('the table of attempts is that of the deliveries', () => {
  const rows = readFileSync(document, 'utf8').matchAll(
    /^\| (\d+) \| (?:at once|(\d+) (\w+?)s?) \|$/gm,
  );
  const found = Array.from(rows, ([, attempt, count = '0', unit = 'second']) => [
    Number(attempt),
    Number(count) * (milliseconds[unit] ?? Number.NaN),
  ]);
  expect(found).toEqual(deliveryTimes.delays.map((delay, index) => [index + 1, delay]));
});

const snippets = snippetsOf(document);

test('the document has a receiver in Node and in Python', () => {
  expect(snippets.map(({ language }) => language)).toEqual(['js', 'python']);
});

// Those in other languages: `npm run tools -- interpreters`.
const inNode = snippets.filter(({ language }) => language === 'js');

describe.each(inNode)('the receiver in $title', testReceiver);
