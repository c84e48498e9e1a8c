/** How often a company may be reached, and by how many at once (decision: company-gates). */
import * as v from 'valibot';

const most: Readonly<Record<keyof CompanyLimits, number>> = {
  sessionsAtOnce: 200,
  sessionsAtOncePerLogin: 20,
  sessionsAMinute: 6_000,
  readingsPerLoginADay: 100,
  coolDownSeconds: 86_400,
};

const upToMost = (name: keyof CompanyLimits) =>
  v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(most[name])));

/** As an operator may give them with a company. */
export const companyLimits = v.strictObject({
  sessionsAtOnce: upToMost('sessionsAtOnce'),
  sessionsAtOncePerLogin: upToMost('sessionsAtOncePerLogin'),
  sessionsAMinute: upToMost('sessionsAMinute'),
  readingsPerLoginADay: upToMost('readingsPerLoginADay'),
  coolDownSeconds: upToMost('coolDownSeconds'),
});

/** The highest that a limit can be. */
export function mostOf(name: keyof CompanyLimits): number {
  return most[name];
}

/** What is missing is not limited, and costs no write. */
export type CompanyLimits = {
  readonly sessionsAtOnce?: number;
  readonly sessionsAtOncePerLogin?: number;
  readonly sessionsAMinute?: number;
  /** Days are of UTC. What a user asks for counts, but only unattended readings wait for another day. */
  readonly readingsPerLoginADay?: number;
  /** For how long nobody comes after the company has blocked us: asked for a captcha, for example. */
  readonly coolDownSeconds?: number;
};

const stricter: Readonly<Record<keyof CompanyLimits, (a: number, b: number) => number>> = {
  sessionsAtOnce: Math.min,
  sessionsAtOncePerLogin: Math.min,
  sessionsAMinute: Math.min,
  readingsPerLoginADay: Math.min,
  coolDownSeconds: Math.max,
};

/** The connector's limits and the operator's: of each, the stricter one. */
export function strictest(
  ofConnector: CompanyLimits = {},
  ofCompany: CompanyLimits = {},
): CompanyLimits {
  const names = Object.keys(stricter) as (keyof CompanyLimits)[];
  const both = names.flatMap((name) => {
    const [one, other] = [ofConnector[name], ofCompany[name]];
    if (one === undefined && other === undefined) return [];
    const limit =
      one === undefined || other === undefined ? (one ?? other) : stricter[name](one, other);
    return [[name, limit] as const];
  });
  return Object.fromEntries(both);
}

/** Whether each session has to take a lease. */
export function needsLease({
  sessionsAtOnce,
  sessionsAtOncePerLogin,
  sessionsAMinute,
}: CompanyLimits): boolean {
  return [sessionsAtOnce, sessionsAtOncePerLogin, sessionsAMinute].some(
    (limit) => limit !== undefined,
  );
}
