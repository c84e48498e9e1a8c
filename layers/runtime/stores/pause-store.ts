/**
 * What is paused, and the ceilings: one item, read by every payment before it begins and before its
 * company is asked.
 */
import {
  isPaused,
  type Pause,
  type PauseScope,
  type PausesRecord,
  pauseName,
} from '@billhook/core/partner/payment-pause';
import {
  type CeilingScope,
  ceilingAttribute,
  type SetCeiling,
} from '@billhook/core/payments/ceilings';
import { pausesKey } from '@billhook/core/table-keys';
import type { Table, Write } from '../table/types.ts';

export type PauseStore = {
  /** Strongly consistent. Nothing where nothing was ever paused. */
  find(): Promise<PausesRecord | undefined>;
  /** Whether a payment has to wait, by what is stored at this moment. */
  holdsBack(payment: { readonly partnerId: string; readonly companyId: string }): Promise<boolean>;
  /** A pause that stands keeps its date and its author. Safe to repeat. */
  pause(scope: PauseScope, pause: Pause): Write;
  resume(scope: PauseScope): Write;
  setCeiling(scope: CeilingScope, ceiling: SetCeiling): Write;
  /** What holds without it holds again. Safe to repeat. */
  unsetCeiling(scope: CeilingScope): Write;
};

export function pauseStore(table: Table): PauseStore {
  const find = () => table.get<PausesRecord>(pausesKey);
  return {
    find,
    holdsBack: async (payment) => isPaused(await find(), payment),
    pause: (scope, pause) => ({ update: pausesKey, setOnce: { [pauseName(scope)]: pause } }),
    resume: (scope) => ({ update: pausesKey, remove: [pauseName(scope)] }),
    setCeiling: (scope, ceiling) => ({
      update: pausesKey,
      set: { [ceilingAttribute(scope)]: ceiling },
    }),
    unsetCeiling: (scope) => ({ update: pausesKey, remove: [ceilingAttribute(scope)] }),
  };
}
