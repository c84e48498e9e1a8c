/** The time limits of a walk, which are over when the walk says so: a company took too long. */
import type { LimitTime } from '@billhook/runtime/table/time-limit';

export type Limits = {
  readonly limitTime: LimitTime;
  /** Ends the time of the session that was given the signal. */
  readonly end: (signal: AbortSignal | undefined) => void;
};

export function newLimits(): Limits {
  const controllers = new WeakMap<AbortSignal, AbortController>();
  return {
    limitTime() {
      const controller = new AbortController();
      controllers.set(controller.signal, controller);
      return { signal: controller.signal, lift: () => {} };
    },
    end: (signal) => signal && controllers.get(signal)?.abort(),
  };
}
