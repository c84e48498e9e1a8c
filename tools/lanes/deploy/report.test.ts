import { expect, test } from 'vitest';
import { describeReport } from './report.ts';
import type { Report } from './run-deploy.ts';

const nothingWrong: Report = {
  fitted: [{ what: 'No logs', why: 'The emulator has none', places: 3 }],
  target: { baseUrl: 'http://localhost', apiKey: 'sk_a', partnerId: 'pt_a', tableName: 'Table' },
  refused: [],
  walk: { calls: 76, refused: [], uncalled: [] },
  unrun: ['workflow/fail-link'],
  denied: [],
};

test('A run in which all was answered passes, and says what was fitted', () => {
  const { lines, passed } = describeReport(nothingWrong);
  expect(passed).toBe(true);
  expect(lines).toContain('    3  No logs. The emulator has none.');
  expect(lines.at(-1)).toBe('76 calls, 0 rejected');
});

test('A run prints no key', () => {
  expect(describeReport(nothingWrong).lines.join('\n')).not.toContain('sk_a');
});

test.each<[string, Partial<Report>, string]>([
  ['a call that was refused', { refused: ['getBill: {}'] }, '  getBill: {}'],
  ['a call that IAM refused', { denied: ['role may not kms:Sign'] }, '  role may not kms:Sign'],
  [
    'an operation that was not called',
    { walk: { calls: 75, refused: [], uncalled: ['getBill'] } },
    '  getBill',
  ],
])('A run with %s fails and names it', (_what, change, line) => {
  const { lines, passed } = describeReport({ ...nothingWrong, ...change });
  expect(passed).toBe(false);
  expect(lines).toContain(line);
});

test('Operations that a refused call kept from being called are counted, not named', () => {
  const walk = { calls: 3, refused: ['getBill: {}'], uncalled: ['listBills'] };
  const { lines } = describeReport({ ...nothingWrong, refused: walk.refused, walk });
  expect(lines).toContain('Operations not called: 1');
  expect(lines).not.toContain('  listBills');
});
