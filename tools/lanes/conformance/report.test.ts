import { expect, test } from 'vitest';
import { describeRun } from './report.ts';
import { judge } from './schemathesis.ts';

test('a run fails for what failed alone, and names what was skipped', () => {
  const ran = { name: 'A', outcome: { figures: ['3 tried'], failures: [] } };
  const skipped = { name: 'B', outcome: { skipped: 'there is no go' } };
  const failed = { name: 'C', outcome: { figures: [], failures: ['it was taken'] } };
  const good = describeRun([ran, skipped]);
  expect(good.passed).toBe(true);
  expect(good.lines).toContain('B: skipped. there is no go');
  const bad = describeRun([ran, skipped, failed]);
  expect(bad.passed).toBe(false);
  expect(bad.lines).toContain('  FAILED  it was taken');
  expect(bad.lines.at(-1)).toBe('2 parts run, 1 skipped, 1 failures');
});

const report = (failures: string) => `
     Operations:       63 selected / 66 total
${failures}
Test cases:
  3259 generated, 1 found
=================================== WARNINGS ===================================
- not a failure
`;

test('each failure of schemathesis is named with its operation', () => {
  const stdout = report('_____ POST /company/search _____\n\n- ST201 Accepted\n');
  expect(judge({ code: 1, stdout, stderr: '' })).toEqual({
    figures: ['3259 requests to 63 of 66 operations; 1 failures'],
    failures: ['POST /company/search: ST201 Accepted'],
  });
  expect(judge({ code: 0, stdout: report(''), stderr: '' })).toMatchObject({ failures: [] });
});

test.each([
  ['a failure that its report does not show', { code: 1, stdout: report(''), stderr: '' }],
  ['an end before its time', { code: null, stdout: report(''), stderr: '' }],
  ['a report that cannot be read', { code: 0, stdout: 'Usage', stderr: '' }],
])('%s is a failure', (_what, ran) => {
  expect((judge(ran) as { readonly failures: readonly string[] }).failures).toHaveLength(1);
});
