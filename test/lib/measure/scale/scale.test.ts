import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withScaleTables } from '../../../../lib/documents/scale-tables.ts';
import { demandOf, usual } from '../../../../lib/measure/scale/demand.ts';
import { readMeasured } from '../../../../lib/measure/scale/measured.ts';
import { monthOf } from '../../../../lib/measure/scale/month.ts';

const MILLION = 1e6;
const docs = join(import.meta.dirname, '../../../../docs');
const read = (file: string) => readFileSync(join(docs, file), 'utf8');
const measured = readMeasured();

test('docs/scale.md has what npm run docs writes into it', () => {
  const document = read('scale.md');
  expect(withScaleTables(document)).toBe(document);
  const other = document.replace(/\| Write units \| .* \|/, '| Write units | 1 | 2 | 3 |');
  expect(other).not.toBe(document);
  expect(withScaleTables(other)).toBe(document);
  expect(() => withScaleTables('# Nothing')).toThrow('has no tables');
});

test('flows and readings cost what their documents say, and a request the mean of its mix', () => {
  const costs = read('costs.md');
  for (const [name, { readUnits, writeUnits }] of [
    ['A bill paid', measured.payment],
    ['An account linked, with one bill', measured.link],
  ] as const) {
    expect(costs).toContain(`| ${name}, by a remote connector | ${readUnits} | ${writeUnits} |`);
  }
  const { readUnits, writeUnits, kmsCalls } = measured.reading;
  expect(readUnits).toBeCloseTo((10_284 + 2_051) / 2_000);
  expect(writeUnits).toBeCloseTo((14_316 + 16) / 2_000);
  expect(kmsCalls).toBeCloseTo(6_202 / 2_000);
  expect(measured.request.readUnits).toBeGreaterThan(2);
  expect(measured.request.readUnits).toBeLessThan(5);
});

test('a document that no longer has a figure is an error, and not a guess', () => {
  const costs = read('costs.md').replace('| getBill |', '| getInvoice |');
  expect(() => readMeasured(costs)).toThrow("No document has a row 'getBill'");
  expect(() =>
    readMeasured(
      read('costs.md').replace(
        '| getBill | 1 GetItem, 1 Query | 2 |',
        '| getBill | 1 GetItem | – |',
      ),
    ),
  ).toThrow('is not a number');
});

test('what is asked grows with the accounts', () => {
  const [one, ten] = [MILLION, 10 * MILLION].map((accounts) => demandOf(accounts, measured, usual));
  for (const [name, value] of Object.entries(one ?? {})) {
    expect((ten as Record<string, number> | undefined)?.[name], name).toBeCloseTo(value * 10, 3);
  }
});

test('payments of a day begin in four hours, and readings take the whole day', () => {
  const { payments, paymentsADay, readings } = demandOf(30 * MILLION, measured, usual);
  expect(paymentsADay).toBe(MILLION);
  expect(payments).toBeCloseTo(MILLION / 14_400);
  expect(readings).toBeCloseTo((30 * MILLION) / 86_400);
});

test('the peak costs no more than the same requests over the day', () => {
  const cost = (peak: number) => {
    const given = { ...usual, peak };
    const month = monthOf(demandOf(MILLION, measured, given), measured, given);
    return Object.values(month).reduce((sum, dollars) => sum + dollars, 0);
  };
  expect(cost(10)).toBeCloseTo(cost(1));
});
