/** The gates of companies: what shuts them, and the leases of those whose sessions are limited. */

import { DAY_MILLISECONDS, type Day } from '@billhook/core/base/dates';
import { GATES_PARTITION, gateKey, leasesKey, readingsKey } from '@billhook/core/base/table-keys';
import type { GateOf, GateRecord } from '@billhook/core/company/gate/gate';
import { type LeasesRecord, type LeaseTaken, leaseName } from '@billhook/core/company/gate/leases';
import type { Table, Write } from '../table/types.ts';

/** A record that says nothing more goes by itself, as does one whose company nobody asks again. */
const DAYS_KEPT = 3;
/** Past the end of the day by whatever clock. */
const READINGS_DAYS_KEPT = 3;

/** One reading more of a login on a day, if it had at most so many before. */
export type ReadingAsked = {
  readonly login: string;
  readonly day: Day;
  readonly atMost?: number;
  readonly now: number;
};

export type LastingLease = {
  readonly id: string;
  readonly lasting: string;
  readonly login: string;
  /** Milliseconds since the epoch. */
  readonly until: number;
};

export type GateStore = {
  /** Strongly consistent, as every read of one item. */
  find(gate: GateOf): Promise<GateRecord | undefined>;
  /** The gates with a record, by their ids; most of them stand open. */
  list(kind: GateOf['kind']): Promise<ReadonlyMap<string, GateRecord>>;
  /** Fails where another has written since `before` was read. */
  save(gate: GateOf, next: GateRecord, before: GateRecord | undefined, now: number): Write;
  findLeases(companyId: string): Promise<LeasesRecord | undefined>;
  /** Fails where another has taken one since. */
  takeLease(companyId: string, taken: LeaseTaken, before: LeasesRecord | undefined): Write;
  giveBack(companyId: string, leaseId: string, now: number): Write;
  /** Lasts until then, by the name of what is running at the company. */
  keepLease(companyId: string, lease: LastingLease, now: number): Write;
  findReadings(companyId: string, login: string, day: Day): Promise<number>;
  countReading(companyId: string, asked: ReadingAsked): Write;
};

type GateItem = GateRecord & { readonly pk: string; readonly sk: string };

export function gateStore(table: Table): GateStore {
  return {
    find: async ({ kind, id }) => {
      const item = await table.get<GateItem>(gateKey(kind, id));
      return item && recordOf(item);
    },
    async list(kind) {
      const prefix = `${kind}#`;
      const found = new Map<string, GateRecord>();
      let after: Record<string, string> | undefined;
      do {
        const page = await table.query<GateItem>({ partition: GATES_PARTITION, prefix, after });
        for (const item of page.items) found.set(item.sk.slice(prefix.length), recordOf(item));
        after = page.next;
      } while (after);
      return found;
    },
    save({ kind, id }, next, before, now) {
      const { paused } = next;
      const put = { ...gateKey(kind, id), ...next, ...(!paused && { expiresAt: expiry(now) }) };
      return { put, when: before ? { equals: { version: before.version } } : { absent: true } };
    },
    findLeases: (companyId) => table.get<LeasesRecord>(leasesKey(companyId)),
    takeLease: (companyId, { set, remove }, before) => ({
      update: leasesKey(companyId),
      set,
      remove,
      when: before ? { equals: { version: before.version } } : { absent: true },
    }),
    giveBack: (companyId, leaseId, now) => ({
      update: leasesKey(companyId),
      remove: [leaseName(leaseId)],
      add: { version: 1 },
      set: { expiresAt: expiry(now) },
    }),
    keepLease: (companyId, { id, lasting, login, until }, now) => ({
      update: leasesKey(companyId),
      ...(id !== lasting && { remove: [leaseName(id)] }),
      add: { version: 1 },
      set: { [leaseName(lasting)]: { until, login }, expiresAt: expiry(now) },
    }),
    async findReadings(companyId, login, day) {
      const key = readingsKey(companyId, login, day);
      return (await table.get<{ readonly readings: number }>(key))?.readings ?? 0;
    },
    countReading: (companyId, { login, day, atMost, now }) => ({
      update: readingsKey(companyId, login, day),
      add: { readings: 1 },
      set: { expiresAt: Math.ceil((now + READINGS_DAYS_KEPT * DAY_MILLISECONDS) / 1000) },
      ...(atMost !== undefined && {
        when: { atMost: { readings: atMost }, orAbsent: true as const },
      }),
    }),
  };
}

function expiry(now: number): number {
  return Math.ceil((now + DAYS_KEPT * DAY_MILLISECONDS) / 1000);
}

function recordOf({ version, paused, coolUntil, breaker, nonsense }: GateItem): GateRecord {
  return {
    version,
    ...(paused && { paused }),
    ...(coolUntil !== undefined && { coolUntil }),
    ...(breaker && { breaker }),
    ...(nonsense && { nonsense }),
  };
}
