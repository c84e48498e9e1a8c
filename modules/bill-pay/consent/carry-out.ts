/** Sends what was decided, one call after another. */
import type { Api, Call, Result } from '../../kit/api.ts';
import { asGoodAsSkipped } from './calls.ts';

/** Stops at the first that is refused: what follows may rest on it. */
export async function carryOut(api: Api, calls: readonly Call[]): Promise<Result<unknown>> {
  for (const call of calls) {
    const result = await api(call);
    if (result.ok) continue;
    const isSkip = call.path === '/payment/cancel' && asGoodAsSkipped.includes(result.code);
    if (!isSkip) return result;
  }
  return { ok: true, value: undefined };
}
