/** What companies' pages look like, how sessions there end, and pages that nobody knew. */
import { instantOf } from '@billhook/connector-kit/protocol/dates';
import {
  hasPassed,
  type PassingPage,
  passingUntil,
  unknownPageKey,
} from '@billhook/core/auth/passing';
import { DAY_MILLISECONDS, type Day, dayOf } from '@billhook/core/base/dates';
import { lookKey, outcomesKey } from '@billhook/core/base/table-keys';
import type { SessionOutcome } from '@billhook/core/company/gate/faults';
import {
  type LookRecord,
  PAGE_DAYS_KEPT,
  type PageRef,
  type UnknownPage,
} from '@billhook/core/company/looks';
import type { SealContext, Vault } from '../aws/vault.ts';
import { secondsAfter } from '../table/expiry.ts';
import type { Table, Write } from '../table/types.ts';

/** A company that nobody looks at any more. */
const LOOK_DAYS_KEPT = 30;
const OUTCOME_DAYS_KEPT = 30;
export const OUTCOME_DAYS_SHOWN = 7;

export type Outcomes = Partial<Record<SessionOutcome, number>>;

export type LookStore = {
  find(companyId: string): Promise<LookRecord | undefined>;
  save(companyId: string, next: LookRecord, before: LookRecord | undefined, now: number): Write;
  /** One session more that ended so. */
  count(companyId: string, outcome: SessionOutcome, now: number): Write;
  /** Of the last days together. */
  outcomes(companyId: string, now: number): Promise<Outcomes>;
  /** Sealed, for a week. */
  keepPage(vault: Pick<Vault, 'seal'>, companyId: string, page: UnknownPage): Promise<Write>;
  /** Nothing once its week is over. */
  openPage(
    vault: Pick<Vault, 'open'>,
    companyId: string,
    page: PageRef,
    now: number,
  ): Promise<UnknownPage | undefined>;
};

/** None of a client's: nobody is erased with it. */
const contextOf = (companyId: string, hash: string): SealContext => ({
  clientId: companyId,
  recordId: hash,
  purpose: 'page',
});

export function lookStore(table: Table): LookStore {
  return {
    find: (companyId) => table.get<LookRecord>(lookKey(companyId)),
    save: (companyId, next, before, now) => ({
      put: { ...next, ...lookKey(companyId), expiresAt: secondsAfter(now, LOOK_DAYS_KEPT) },
      when: before ? { equals: { version: before.version } } : { absent: true },
    }),
    count: (companyId, outcome, now) => ({
      update: outcomesKey(companyId, dayOf(now)),
      add: { [outcome]: 1 },
      set: { expiresAt: secondsAfter(now, OUTCOME_DAYS_KEPT) },
    }),
    async outcomes(companyId, now) {
      const days = Array.from({ length: OUTCOME_DAYS_SHOWN }, (_, day) =>
        dayOf(now - day * DAY_MILLISECONDS),
      );
      const found = await Promise.all(
        days.map((day: Day) => table.get<Outcomes>(outcomesKey(companyId, day))),
      );
      const sum = (outcome: SessionOutcome) =>
        found.reduce((total, one) => total + (one?.[outcome] ?? 0), 0);
      const all = (['success', 'user', 'company', 'connector', 'operator'] as const).map(
        (outcome) => [outcome, sum(outcome)] as const,
      );
      return Object.fromEntries(all.filter(([, count]) => count > 0));
    },
    async keepPage(vault, companyId, { hash, at, lines }) {
      const sealed = await vault.seal(contextOf(companyId, hash), { page: JSON.stringify(lines) });
      const until = instantOf(at) + PAGE_DAYS_KEPT * DAY_MILLISECONDS;
      return { put: { ...unknownPageKey(companyId, hash), sealed, ...passingUntil(until) } };
    },
    async openPage(vault, companyId, { hash, at }, now) {
      const kept = await table.get<PassingPage>(unknownPageKey(companyId, hash));
      if (!kept || hasPassed(kept, now)) return undefined;
      const { page = '[]' } = await vault.open(contextOf(companyId, hash), kept.sealed);
      return { hash, at, lines: JSON.parse(page) as string[] };
    },
  };
}
