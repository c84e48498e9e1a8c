/** Failures that are known: each with a reason, and a day on which that ends. */
import * as v from 'valibot';
import { day } from '../protocol/fields.ts';
import type { CheckResult } from './check.ts';

export const expectedFailures = v.array(
  v.strictObject({
    id: v.string(),
    reason: v.pipe(v.string(), v.minLength(10)),
    /** The last day on which the failure is expected. */
    until: day,
  }),
);

export type Expected = v.InferOutput<typeof expectedFailures>[number];

/** An expected failure is a warning until its day is over. One that passes is a failure of the list. */
export function expectedOf(
  result: CheckResult,
  list: readonly Expected[],
  today: string,
): CheckResult {
  const found = list.find(({ id }) => id === result.id);
  if (!found) return result;
  const { reason, until } = found;
  if (result.verdict === 'PASS') {
    const detail = 'It passes: take it off the list of expected failures';
    return { ...result, verdict: 'WARN', detail };
  }
  if (result.verdict !== 'FAIL') return result;
  if (until < today) return { ...result, detail: `${result.detail} (expected until ${until})` };
  return { ...result, verdict: 'WARN', expected: `${reason} (until ${until})` };
}
