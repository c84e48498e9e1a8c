/**
 * What is paused, and the ceilings: one item, read by every payment before it begins and before its
 * company is asked.
 */

import { pausesKey } from '@billhook/core/base/table-keys';
import {
  isPaused,
  type Pause,
  type PauseScope,
  type PausesRecord,
  pauseName,
  withStagePause,
} from '@billhook/core/partner/payment-pause';
import {
  type CeilingScope,
  ceilingAttribute,
  type SetCeiling,
} from '@billhook/core/payment/ceilings';
import { isPausedByStage } from '../aws/environment.ts';
import type { Table, Write } from '../table/types.ts';

export type PauseStore = {
  /** Strongly consistent, with the stage's own pause. Nothing where nothing was ever paused. */
  find(): Promise<PausesRecord | undefined>;
  /** Whether a payment has to wait, by what is stored at this moment. */
  holdsBack(payment: { readonly partnerId: string; readonly companyId: string }): Promise<boolean>;
  /** A pause that stands keeps its date and its author. Safe to repeat. */
  pause(scope: PauseScope, pause: Pause): Write;
  resume(scope: PauseScope): Write;
  /** Several in one write; what is set without a ceiling is set no more. */
  setCeilings(
    set: readonly { readonly scope: CeilingScope; readonly ceiling?: SetCeiling }[],
  ): Write;
};

export function pauseStore(table: Table): PauseStore {
  const find = async () => {
    const pauses = await table.get<PausesRecord>(pausesKey);
    return isPausedByStage() ? withStagePause(pauses) : pauses;
  };
  return {
    find,
    holdsBack: async (payment) => isPaused(await find(), payment),
    pause: (scope, pause) => ({ update: pausesKey, setOnce: { [pauseName(scope)]: pause } }),
    resume: (scope) => ({ update: pausesKey, remove: [pauseName(scope)] }),
    setCeilings: (set) => {
      const named = set.map(({ scope, ceiling }) => [ceilingAttribute(scope), ceiling] as const);
      return {
        update: pausesKey,
        set: Object.fromEntries(named.filter(([, ceiling]) => ceiling)),
        remove: named.flatMap(([name, ceiling]) => (ceiling ? [] : [name])),
      };
    },
  };
}
