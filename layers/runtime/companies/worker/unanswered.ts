/**
 * Sessions that wait for a user who is not going to answer any more: their link was superseded, was
 * deleted, or has ended. Whoever ends a link need not know of them: they look themselves
 * (decision: company-gates).
 */
import { isLinked } from '@billhook/core/auth/auth';
import type { Clock } from '@billhook/core/base/dates';
import { leaseOfLink, leaseOfRunning } from '@billhook/core/company/gate/lease-ids';
import { leaseName } from '@billhook/core/company/gate/leases';
import type { WorkLink, WorkSession } from '@billhook/core/company/worker/operation';
import { authStore } from '../../stores/auth-store.ts';
import { gateStore } from '../../stores/gate-store.ts';
import { writeSurely } from '../../table/intended-writes.ts';
import type { Table } from '../../table/types.ts';

type Deps = { readonly table: Table; readonly clock: Clock };

export async function isWorkOver(
  { table }: Pick<Deps, 'table'>,
  { authId, linkId }: Pick<WorkLink, 'authId' | 'linkId'>,
): Promise<boolean> {
  const auth = await authStore(table).findAny(authId);
  return !auth || !isLinked(auth, linkId);
}

/** Its place at the company, where it has one. Safe to repeat. */
export async function giveBack(
  { table, clock }: Deps,
  { linkId, companyId, operation }: NonNullable<WorkSession['asks']>,
): Promise<void> {
  const gates = gateStore(table);
  const standing = (await gates.findLeases(companyId)) ?? {};
  const own = [leaseOfLink(linkId), leaseOfRunning(operation)].filter(
    (id) => leaseName(id) in standing,
  );
  for (const id of own) await writeSurely(table, [gates.giveBack(companyId, id, clock())]);
}
