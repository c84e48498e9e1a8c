import { createHash } from 'node:crypto';
import {
  ageDays,
  closeFinding,
  endFinding,
  findingId,
  findingKinds,
  foundAgain,
  isFindingId,
  rankOf,
} from '@billhook/core/reconciliation/finding';
import { addLines, judgeBalance, judgeDay } from '@billhook/core/reconciliation/judge-day';
import {
  presentFinding,
  presentReport,
  reportCsv,
  windowOf,
} from '@billhook/core/reconciliation/report';
import {
  reconciliationFinding,
  reconciliationSummary,
} from '@billhook/core/schemas/reconciliation';
import { parse } from 'valibot';
import { describe, expect, test } from 'vitest';

const digest = (text: string) => createHash('sha256').update(text).digest();
const found = { kind: 'double', subject: 'pay_1', paymentId: 'pay_1' } as const;
const id = findingId(found, digest);

describe('A finding', () => {
  test('has the same id each day, and another for another kind or subject', () => {
    expect(id).toBe(findingId({ ...found }, digest));
    expect(isFindingId(id)).toBe(true);
    const other = [
      findingId({ ...found, kind: 'late' }, digest),
      findingId({ ...found, subject: 'pay_2' }, digest),
    ];
    expect(new Set([id, ...other]).size).toBe(3);
    expect(['fnd_', `${id}x`, 'pay_1'].map(isFindingId)).toEqual([false, false, false]);
  });

  test('keeps its age as long as it is found, and begins again after it had ended', () => {
    const first = foundAgain(undefined, found, { id, day: '2026-11-20' });
    const second = foundAgain(first, found, { id, day: '2026-11-22' });
    expect(second).toMatchObject({
      version: 2,
      firstSeenOn: '2026-11-20',
      lastSeenOn: '2026-11-22',
    });
    expect(ageDays(second.firstSeenOn, '2026-11-22')).toBe(2);
    const again = foundAgain(endFinding(second, '2026-11-23'), found, { id, day: '2026-11-25' });
    expect(again).toMatchObject({ version: 4, firstSeenOn: '2026-11-25' });
    expect(again.endedOn).toBeUndefined();
  });

  test('that a person closed stays closed', () => {
    const first = foundAgain(undefined, found, { id, day: '2026-11-20' });
    const again = foundAgain(closeFinding(first, '2026-11-21'), found, { id, day: '2026-11-22' });
    expect(again).toMatchObject({ closed: true, endedOn: '2026-11-21', firstSeenOn: '2026-11-20' });
  });

  test('is listed by how loud it is, no report first', () => {
    expect(findingKinds[0]).toBe('no-report');
    const ranks = findingKinds.map(rankOf);
    expect(ranks).toEqual(ranks.toSorted());
  });
});

test('A report is about the seven days before its own', () => {
  const days = windowOf('2026-11-21');
  expect([days.length, days[0], days.at(-1)]).toEqual([7, '2026-11-14', '2026-11-20']);
});

describe('The day of a connector', () => {
  const line = { submissionId: 'a', kind: 'paid', amountCents: 500, at: 0 } as const;
  const sums = addLines(addLines({}, [line, line]), [{ ...line, kind: 'returned' }]);
  const day = { connectorId: 'sandbox', day: '2026-11-20', sums };
  test.each([
    ['no totals: nothing to hold it against', undefined, 0],
    ['the same', { paid: { count: 2, amountCents: 1_000 } }, 0],
    ['another count', { paid: { count: 1, amountCents: 1_000 } }, 1],
    ['another amount', { paid: { count: 2, amountCents: 1_001 } }, 1],
    ['a kind that has no line', { declined: { count: 1, amountCents: 5 } }, 1],
    [
      'several kinds: one finding',
      { paid: { count: 0, amountCents: 0 }, returned: { count: 0, amountCents: 0 } },
      1,
    ],
  ])('%s', (_what, totals, count) => {
    expect(judgeDay({ ...day, ...(totals && { totals }) })).toHaveLength(count);
  });

  test.each([
    ['a balance that lasts for two of the busiest days', 2_000, 0],
    ['a cent less', 1_999, 1],
    ['a connector without a balance', undefined, 0],
    ['a balance below zero', -1, 1],
  ])('%s', (_what, fundingCents, count) => {
    expect(judgeBalance('sandbox', fundingCents, [{}, sums])).toHaveLength(count);
  });
});

describe('A report as CSV', () => {
  const finding = { ...found, _id: id, firstSeenOn: '2026-11-20', oursCents: 1_050 };
  const row = (confirmation: string) =>
    reportCsv('2026-11-21', [presentFinding({ ...finding, confirmation }, '2026-11-21')]).split(
      '\r\n',
    )[1];
  test('is its header alone where nothing was found', () => {
    expect(reportCsv('2026-11-21', [])).toMatch(/^day,_id,kind,[\w,]+\r\n$/);
  });
  test.each([
    ['plain text', 'A-17', ',A-17'],
    ['a comma', 'A,17', ',"A,17"'],
    ['a quote', 'A"17', ',"A""17"'],
    ['a line break', 'A\n17', ',"A'],
    ['a formula', '=1+1', ",'=1+1"],
    ['a formula by a plus', '+1', ",'+1"],
    ['a formula by an at', '@a', ",'@a"],
  ])('quotes what a company wrote: %s', (_what, confirmation, end) => {
    const text = reportCsv('2026-11-21', [
      presentFinding({ ...finding, confirmation }, '2026-11-21'),
    ]);
    expect(text).toContain(end);
    expect(row('A-17')).toMatch(new RegExp(`^2026-11-21,${id},double,2026-11-20,1,`));
  });
});

test('What is shown is as the schemas say', () => {
  const finding = {
    ...found,
    _id: id,
    firstSeenOn: '2026-11-20',
    oursCents: 1_050,
    theirsCents: 5,
  };
  const shown = presentFinding(finding, '2026-11-21');
  expect(parse(reconciliationFinding, shown)).toEqual(shown);
  expect(shown).toMatchObject({ ours: '10.50', theirs: '0.05', ageDays: 1 });
  const report = presentReport({
    ...{ day: '2026-11-21', completedAt: '2026-11-21T03:00:00.000Z', payments: 1, accounts: 2 },
    ...{ findings: { late: 1, double: 2 }, newFindings: 1, settled: 0, complete: true },
  });
  expect(parse(reconciliationSummary, report)).toEqual(report);
  expect(report).toMatchObject({
    open: 3,
    kinds: [{ kind: 'double', count: 2 }, { kind: 'late' }],
  });
});
