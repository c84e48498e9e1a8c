/** What goes wrong, and in which order what runs at once gets its turn: decided by the walk alone. */

export type WriteFault = 'crash-before' | 'crash-after' | 'raced';

/**
/**
 * The company takes what it is asked for and its answer is lost, it cannot be reached at all, what it
 * says leaves the outcome unknown, or it responds when the session was given up.
 */
export type CompanyFault = 'answer-lost' | 'unreachable' | 'unknown' | 'late';

type CompanyCall = 'read' | 'find' | 'pay';

/** Which calls a fault can meet. */
const callsOf: Readonly<Record<CompanyFault, readonly CompanyCall[]>> = {
  'answer-lost': ['pay'],
  unreachable: ['read', 'find', 'pay'],
  unknown: ['find', 'pay'],
  late: ['read'],
};

export type Plan = {
  /** The how-manieth write, from 1 on, meets it; the others go through. */
  readonly write?: { readonly at: number; readonly fault: WriteFault };
  readonly company?: CompanyFault;
  /** Workflows cannot be started. */
  readonly starts?: 'refused';
  /** Seeds the turns of what runs at once; without it there is one runner. */
  readonly turns?: number;
};

export type Faults = {
  readonly turn: () => Promise<void>;
  readonly nextWrite: () => WriteFault | undefined;
  readonly nextCompany: (call: CompanyCall) => CompanyFault | undefined;
  readonly refusesStarts: () => boolean;
  /** Runs under a plan; answers what came of it and whether a fault was met. */
  readonly during: <T>(plan: Plan, run: () => Promise<T>) => Promise<T>;
  /** Faults met so far. */
  readonly count: () => number;
  /** Whether the last plan's fault was met. */
  readonly met: () => boolean;
};

export function newFaults(): Faults {
  let plan: Plan = {};
  let writes = 0;
  let turns = 0;
  let count = 0;
  let met = false;
  const meet = <T>(fault: T): T => {
    count += 1;
    met = true;
    return fault;
  };
  return {
    async turn() {
      if (plan.turns === undefined) return;
      turns = (Math.imul(turns, 1_664_525) + 1_013_904_223) >>> 0;
      // Mostly a little, and now and then long enough for others to do several things.
      const turnsToWait = (turns >>> 24) % 8 === 0 ? (turns >>> 16) % 100 : turns >>> 30;
      for (let left = turnsToWait; left > 0; left -= 1) await undefined;
    },
    nextWrite() {
      writes += 1;
      return plan.write?.at === writes ? meet(plan.write.fault) : undefined;
    },
    nextCompany(call) {
      const { company } = plan;
      if (company === undefined || !callsOf[company].includes(call)) return undefined;
      plan = { ...plan, company: undefined };
      return meet(company);
    },
    refusesStarts: () => (plan.starts === 'refused' ? meet(true) : false),
    async during(next, run) {
      plan = next;
      writes = 0;
      met = false;
      turns = next.turns ?? 0;
      try {
        return await run();
      } finally {
        plan = {};
      }
    },
    count: () => count,
    met: () => met,
  };
}
