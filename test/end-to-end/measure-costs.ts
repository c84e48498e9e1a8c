/** Measures what each operation costs and writes it into the file that is named. */
import { writeWhole } from '../../lib/local/write-whole.ts';
import { measureCosts, type OperationCost } from '../support/costs.ts';
import { callEveryOperation } from './every-operation.ts';

/** What `measure-costs.ts` leaves: the costs, or why there are none. */
export type MeasuredCosts =
  | { readonly costs: readonly OperationCost[] }
  | { readonly failure: string };

async function measured(): Promise<MeasuredCosts> {
  try {
    return { costs: await measureCosts(callEveryOperation) };
  } catch (error) {
    return { failure: (error as Error).stack ?? String(error) };
  }
}

if (import.meta.main) {
  const [to = ''] = process.argv.slice(2);
  writeWhole(to, JSON.stringify(await measured()));
}
