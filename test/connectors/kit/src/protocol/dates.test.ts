import { instantOf, isDay, parseDateTime } from '@billhook/connector-kit/protocol/dates';
import { day, instant } from '@billhook/connector-kit/protocol/fields';
import { looksSecrets } from '@billhook/connector-kit/protocol/looks';
import {
  operationState,
  operations,
  resultSecrets,
  type WireOperation,
} from '@billhook/connector-kit/protocol/operations';
import type { GenericSchema } from 'valibot';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';

/** Text of the right form that the calendar or the clock doesn't have. */
const impossibleDays = [
  ['February 30', '2026-02-30'],
  ['February 29 in a common year', '2026-02-29'],
  ['April 31', '2026-04-31'],
  ['month 13', '2026-13-01'],
  ['month 0', '2026-00-10'],
  ['day 0', '2026-01-00'],
  ['a day of one digit', '2026-01-1'],
] as const;

const impossibleTimes = [
  ...impossibleDays.map(([name, text]): [string, string] => [name, `${text}T10:00:00Z`]),
  ['hour 24', '2026-01-31T24:00:00Z'],
  ['minute 60', '2026-01-31T10:60:00Z'],
  ['second 60', '2026-01-31T10:00:60Z'],
  ['an offset of 25 hours', '2026-01-31T10:00:00+25:00'],
  ['an offset of 60 minutes', '2026-01-31T10:00:00+01:60'],
] satisfies [string, string][];

describe('Members of the protocol that are a day or a date-time', () => {
  const members = membersOf(documents());

  test('have these names', () => {
    const names = new Set(members.map(({ path }) => path.split('.').at(-1)));
    expect([...names].sort().join(' ')).toBe(
      'asOf askAgainAt at day dueOn expectBy expiresAt lastPaidOn on paidAt paidOn returnableUntil since time',
    );
  });

  test.each(members)('$path refuses what does not exist', ({ schema }) => {
    const isTime = v.is(schema, '2028-02-29T23:59:59+14:00');
    expect(isTime || v.is(schema, '2028-02-29')).toBe(true);
    const impossible = isTime ? impossibleTimes : impossibleDays;
    expect(impossible.filter(([, text]) => v.is(schema, text))).toEqual([]);
  });
});

describe('A date-time', () => {
  test.each([
    ['2026-01-31T10:00:00Z', '2026-01-31T10:00:00.000Z'],
    ['2026-01-31T10:00Z', '2026-01-31T10:00:00.000Z'],
    ['2026-01-31T10:00:00.123456789Z', '2026-01-31T10:00:00.123Z'],
    ['2026-01-31T10:00:00.5-00:30', '2026-01-31T10:30:00.500Z'],
    ['2026-01-01T00:00:00+14:00', '2025-12-31T10:00:00.000Z'],
    // Forms that connectors have always been allowed.
    ['2026-01-31T10:00:00+0200', '2026-01-31T08:00:00.000Z'],
    ['2026-01-31T10:00:00+02', '2026-01-31T08:00:00.000Z'],
    ['2026-01-31 10:00:00 +02:00', '2026-01-31T08:00:00.000Z'],
    ['2028-02-29T23:59:59Z', '2028-02-29T23:59:59.000Z'],
  ])('%s is %s', (text, expected) => {
    expect(new Date(instantOf(text)).toISOString()).toBe(expected);
  });

  test.each([
    ...impossibleTimes,
    ['a day', '2026-01-31'],
    ['a time without an offset', '2026-01-31T10:00:00'],
    ['a year of five digits', '12026-01-31T10:00:00Z'],
    ['text behind it', '2026-01-31T10:00:00Z.'],
    ['a line break behind it', '2026-01-31T10:00:00Z\n'],
    ['nothing', ''],
  ])('%s is none', (_, text) => {
    expect(parseDateTime(text)).toBeUndefined();
    expect(() => instantOf(text)).toThrow(RangeError);
  });
});

test.each(impossibleDays)('%s is no day', (_, text) => {
  expect(isDay(text)).toBe(false);
});

/** Every document of the protocol, by name. */
function documents(): [string, GenericSchema][] {
  const parts = ['request', 'secrets', 'response', 'result'] as const;
  const own = Object.entries(operations).flatMap(([name, operation]) =>
    parts.flatMap((part) => {
      const schema = (operation as WireOperation)[part];
      return schema ? [[`${name}.${part}`, schema] as [string, GenericSchema]] : [];
    }),
  );
  // The kit reads query parameters by these two.
  const query = { 'companies.query.since': instant, 'settlements.query.day': day };
  const secrets = { resultSecrets, looksSecrets, operationState };
  return [...own, ...Object.entries({ ...query, ...secrets })];
}

type Member = { readonly path: string; readonly schema: GenericSchema };
type Parts = {
  readonly type: string;
  readonly entries?: Readonly<Record<string, GenericSchema>>;
  readonly options?: readonly GenericSchema[];
  readonly item?: GenericSchema;
  readonly wrapped?: GenericSchema;
  readonly literal?: unknown;
};

/** By their names, so that one whose schema is any text is here too. */
const NAMED = /(?:On|At|Until|\.(?:on|at|asOf|time|day|since|expectBy))$/;

function membersOf(given: readonly [string, GenericSchema][]): Member[] {
  return given.flatMap(([path, schema]) => {
    const { type, entries, options, item, wrapped } = schema as unknown as Parts;
    if (type === 'string') return NAMED.test(path) ? [{ path, schema }] : [];
    if (wrapped) return membersOf([[path, wrapped]]);
    if (item) return membersOf([[path, item]]);
    if (entries) return membersOf(entriesOf(path, entries));
    return membersOf((options ?? []).map((one) => [path, one]));
  });
}

function entriesOf(
  path: string,
  entries: Readonly<Record<string, GenericSchema>>,
): [string, GenericSchema][] {
  const { literal } = (entries.kind ?? {}) as Partial<Parts>;
  const own = literal === undefined ? path : `${path}.${literal}`;
  return Object.entries(entries).map(([name, schema]) => [`${own}.${name}`, schema]);
}
