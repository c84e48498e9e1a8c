/**
 * What time it is for a partner: the machine's, or that of its test clock (decision: test-clock).
 */
import { type Moment, unmoved } from '@billhook/core/base/dates';
import { clockKey } from '@billhook/core/base/table-keys';
import { type ClockRecord, clockMoment } from '@billhook/core/partner/clock';
import { isSandbox } from '../aws/environment.ts';
import type { Table } from './types.ts';

type Clocked = { readonly partnerId: string; readonly clocked?: true };

/** The time for a record. Only one that follows a test clock costs a read. */
export async function momentOf(
  table: Table,
  { partnerId, clocked }: Clocked,
  machineNow: number,
): Promise<Moment> {
  return clocked ? clockMoment(await findClock(table, partnerId), machineNow) : unmoved(machineNow);
}

/** The time for records of one partner: at most one read, however many they are. */
export async function momentOfAll(
  table: Table,
  records: readonly Clocked[],
  machineNow: number,
): Promise<Moment> {
  const follower = records.find(({ clocked }) => clocked);
  return follower ? momentOf(table, follower, machineNow) : unmoved(machineNow);
}

/** The time for all of a partner's records, where the ones that matter are not at hand. */
export async function partnerMoment(
  table: Table,
  partnerId: string,
  machineNow: number,
): Promise<Moment> {
  return momentOf(table, { partnerId, ...(isSandbox() && { clocked: true }) }, machineNow);
}

/** Whether what is new of a partner follows a test clock: never outside of a sandbox. */
export async function clockedMark(
  table: Table,
  partnerId: string,
): Promise<{ readonly clocked?: true }> {
  return (await newcomersTime(table, partnerId, 0)).mark;
}

/** The same, and the time for it: one read for both. */
export async function newcomersTime(table: Table, partnerId: string, machineNow: number) {
  const clock = isSandbox() ? await findClock(table, partnerId) : undefined;
  const mark: { readonly clocked?: true } = clock ? { clocked: true } : {};
  return { mark, ...(clock ? clockMoment(clock, machineNow) : unmoved(machineNow)) };
}

export function findClock(table: Table, partnerId: string): Promise<ClockRecord | undefined> {
  return table.get<ClockRecord>(clockKey(partnerId));
}
