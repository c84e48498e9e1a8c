/** The alarms of production, which `docs/operate/running-costs.md` counts and prices. */
import type { LogicalIds } from './logical-ids.ts';

const COUNTED = /\| \d+ alarms \| \$[\d.]+ \|/;
const ALARMS_A_DOLLAR = 10;

/** @param recorded what is deployed, as `docs/contribute/logical-ids.json` has it. */
export function countAlarms(recorded: LogicalIds): number {
  return Object.entries(recorded)
    .filter(([stack]) => stack.startsWith('billhook-production-'))
    .flatMap(([, entries]) => Object.values(entries))
    .filter((entry) => entry === 'AWS::CloudWatch::Alarm').length;
}

/** The document with another number. @throws Error when it counts none. */
export function withAlarmCount(document: string, count: number): string {
  if (!COUNTED.test(document)) throw new Error('Expected the document to count the alarms');
  return document.replace(COUNTED, () => {
    return `| ${count} alarms | $${(count / ALARMS_A_DOLLAR).toFixed(2)} |`;
  });
}
