/** Results for people and for machines. */
import type { CheckResult, Verdict } from './check.ts';

export type Format = 'text' | 'json' | 'junit' | 'markdown';

type Summary = { readonly url: string; readonly results: readonly CheckResult[] };

export const formats: Readonly<Record<Format, (summary: Summary) => string>> = {
  text: ({ results }) => `${countsOf(results)}\n`,
  json: ({ url, results }) =>
    `${JSON.stringify({ url, counts: countEach(results), results }, null, 2)}\n`,
  junit,
  markdown,
};

/** One line, as it is shown while the checks run; with the reason below if it did not pass. */
export function lineOf({ verdict, id, proves, detail, expected, why }: CheckResult): string {
  const line = `${verdict.padEnd(4)}  ${id.padEnd(24)} ${proves}`;
  const more = [
    detail,
    expected && `Expected: ${expected}`,
    verdict === 'FAIL' && `Why it matters: ${why}`,
  ];
  return [line, ...more.filter(Boolean).map((text) => `      ${text}`)].join('\n');
}

function countEach(results: readonly CheckResult[]): Record<Verdict, number> {
  const count = (verdict: Verdict) => results.filter((one) => one.verdict === verdict).length;
  return { PASS: count('PASS'), WARN: count('WARN'), FAIL: count('FAIL'), SKIP: count('SKIP') };
}

function countsOf(results: readonly CheckResult[]): string {
  const { PASS, WARN, FAIL, SKIP } = countEach(results);
  return `${PASS} passed, ${WARN} warned, ${FAIL} failed, ${SKIP} skipped`;
}

function junit({ url, results }: Summary): string {
  const { FAIL, SKIP } = countEach(results);
  const cases = results.map((result) => {
    const { id, verdict, detail = '', milliseconds } = result;
    const text = escaped(detail);
    const inside =
      verdict === 'FAIL'
        ? `<failure message="${text}">${escaped(result.why)}</failure>`
        : verdict === 'SKIP'
          ? `<skipped message="${text}"/>`
          : verdict === 'WARN'
            ? `<system-out>${escaped([detail, result.expected].filter(Boolean).join('; '))}</system-out>`
            : '';
    const [group, name] = id.split('.', 2);
    return `  <testcase classname="${group}" name="${name}" time="${milliseconds / 1000}">${inside}</testcase>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuite name="${escaped(url)}" tests="${results.length}" failures="${FAIL}" skipped="${SKIP}">`,
    ...cases,
    '</testsuite>',
    '',
  ].join('\n');
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function markdown({ url, results }: Summary): string {
  const rows = results.map(({ id, verdict, proves, detail = '' }) => {
    const cells = [verdict, `\`${id}\``, proves, detail].map((cell) => cell.replaceAll('|', '\\|'));
    return `| ${cells.join(' | ')} |`;
  });
  return [
    `# ${url}`,
    '',
    `${countsOf(results)}.`,
    '',
    '| | Check | Proves | Seen |',
    '|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
