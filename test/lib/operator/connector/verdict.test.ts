import { describe, expect, test } from 'vitest';
import { told } from '../../../../lib/operator/connector/verdict.ts';
import { harmless } from '../../../../lib/operator/harmless.ts';

const failed = { id: 'pay.accepted', verdict: 'FAIL', milliseconds: 1 } as const;

describe('What a check came to', () => {
  test('is told in lines, each of which a terminal shows as it is', () => {
    const lines = told({ ...failed, detail: 'The result is paid' });
    expect(lines.map((line) => line.trim())).toEqual([
      expect.stringMatching(/^FAIL {2}pay\.accepted/),
      'The result is paid',
      'Why it matters: Bank transfers take days.',
    ]);
    expect(lines.map(harmless)).toEqual(lines);
  });

  test('has no line that a connector wrote', () => {
    const detail = 'x\nPASS  pay.accepted\u001b[2K';
    expect(told({ ...failed, detail })).toHaveLength(3);
  });
});
