import { describe, expect, test } from 'vitest';
import type { CheckResult, Verdict } from '../../../../../connectors/kit/src/verify/check.ts';
import { expectedOf } from '../../../../../connectors/kit/src/verify/expected.ts';
import { formats, lineOf } from '../../../../../connectors/kit/src/verify/present.ts';

const result = (verdict: Verdict): CheckResult => ({
  id: 'pay.confirmation',
  proves: 'A & B <hold>.',
  why: 'Support needs "it".',
  verdict,
  milliseconds: 12,
  ...(verdict !== 'PASS' && { detail: 'There is none' }),
});
const list = [{ id: 'pay.confirmation', reason: 'Not before March', until: '2027-03-01' }];

describe('An expected failure', () => {
  test.each<[Verdict, string, Verdict]>([
    ['FAIL', '2027-02-28', 'WARN'],
    ['FAIL', '2027-03-01', 'WARN'],
    ['FAIL', '2027-03-02', 'FAIL'],
    ['PASS', '2027-02-28', 'WARN'],
    ['SKIP', '2027-02-28', 'SKIP'],
    ['WARN', '2027-02-28', 'WARN'],
  ])('that is %s on %s is %s', (verdict, today, shown) => {
    expect(expectedOf(result(verdict), list, today).verdict).toBe(shown);
  });

  test('is another check’s no matter', () => {
    const other = [{ ...list[0], id: 'pay.card' }] as typeof list;
    expect(expectedOf(result('FAIL'), other, '2027-01-01')).toEqual(result('FAIL'));
  });
});

describe('A report', () => {
  const all = (['PASS', 'WARN', 'FAIL', 'SKIP'] as const).map(result);
  const summary = { url: 'https://connector.example/?a&b', results: all };

  test('counts each verdict', () => {
    expect(formats.text(summary)).toBe('1 passed, 1 warned, 1 failed, 1 skipped\n');
    expect(JSON.parse(formats.json(summary)).counts).toEqual({
      PASS: 1,
      WARN: 1,
      FAIL: 1,
      SKIP: 1,
    });
  });

  test('is XML that JUnit’s readers take', () => {
    const text = formats.junit(summary);
    expect(text).toContain(
      'name="https://connector.example/?a&amp;b" tests="4" failures="1" skipped="1"',
    );
    expect(text).toContain(
      '<failure message="There is none">Support needs &quot;it&quot;.</failure>',
    );
    expect(text).toContain('<skipped message="There is none"/>');
  });

  test('says why a failure matters', () => {
    expect(lineOf(result('FAIL'))).toContain('Why it matters: Support needs "it".');
    expect(lineOf(result('PASS'))).not.toContain('\n');
  });
});
