/** Sends what was decided, one call after another. */
import type { Api, Call, Result } from '../../kit/api.ts';
import { isStanding } from '../outcome.ts';
import { asGoodAsSkipped } from './calls.ts';

/** Stops at the first that is refused: what follows may rest on it. */
export async function carryOut(api: Api, calls: readonly Call[]): Promise<Result<unknown>> {
  for (const call of calls) {
    const result = await api(call);
    if (result.ok) continue;
    const isSkip = call.path === '/payment/cancel' && asGoodAsSkipped.includes(result.code);
    // The answer to an earlier order was lost.
    const isOrdered = call.path === '/payment/schedule' && isStanding(result.code);
    if (!isSkip && !isOrdered) return result;
  }
  return { ok: true, value: undefined };
}
