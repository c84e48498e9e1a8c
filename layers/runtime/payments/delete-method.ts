/** A user deletes a payment method (decision: deleting-a-method). */
import { type Failure, fail, isFailure } from '@billhook/core/base/errors';
import { type Owner, ownerOf } from '@billhook/core/base/owner';
import type { PaymentMethodRecord } from '@billhook/core/method/payment-method';
import { moveScheduled, nextDefault, scheduledWith } from '@billhook/core/payment/method-deletion';
import type { Stores } from '../stores/open-stores.ts';
import { writeUnlessChanged } from '../table/intended-writes.ts';
import { listAll } from '../table/paging.ts';
import { conflict } from '../table/retry-conflict.ts';
import type { Write } from '../table/types.ts';
import { leaveAtMost, MAX_BILLS_AT_ONCE, withoutDeleted } from './remove-method.ts';

type Asked = {
  /** The next verified method becomes the default, if this one is. */
  readonly nextDefault?: boolean;
  /** The method that makes its scheduled payments instead. */
  readonly moveTo?: string;
  /** Who asks for it. */
  readonly by: Owner;
};

type DeleteFailure =
  | Extract<ReturnType<typeof moveScheduled>, Failure>['failure']
  | Extract<Awaited<ReturnType<typeof findTarget>>, Failure>['failure']
  | 'payment_method_scheduled';

export type Deletion = {
  /** Of one transaction. */
  readonly writes: readonly Write[];
  readonly wasDefault: boolean;
};

/** What deletes it; a conflict where a bill changed that goes before it. */
export async function planDeletion(
  deps: Stores,
  method: PaymentMethodRecord,
  asked: Asked,
): Promise<Deletion | typeof conflict | Failure<DeleteFailure>> {
  const { _id: methodId, clientId } = method;
  const target = await findTarget(deps, method, asked.moveTo);
  if (isFailure(target)) return target;
  const client = await deps.clients.find(clientId, ownerOf(method));
  const bills = await listAll((page) => deps.bills.list(clientId, page));
  const scheduled = scheduledWith(bills, methodId, client?.defaultMethodId);
  if (scheduled.length > 0 && !target) return fail('payment_method_scheduled');
  const moved = target && moveScheduled(scheduled, target);
  if (isFailure(moved)) return moved;
  const moves =
    moved?.bills.map(([before, after]) => deps.bills.save(after, before, asked.by)) ?? [];
  const others = bills.filter((bill) => moves.length === 0 || !scheduled.includes(bill));
  const left = withoutDeleted(deps, others, { methodId, by: asked.by });
  const writes = await leaveAtMost(deps.table, left, MAX_BILLS_AT_ONCE - moves.length);
  if (writes === conflict) return conflict;
  const wasDefault = client?.defaultMethodId === methodId;
  const next = wasDefault && asked.nextDefault ? await findNext(deps, method) : undefined;
  // What becomes the default, or pays from now on, must not be declined or removed at this moment.
  const raised = [
    ...(target && moved && moves.length > 0 ? [deps.methods.save(moved.method, target)] : []),
    ...(next && (next._id !== target?._id || moves.length === 0)
      ? [deps.methods.save(next, next)]
      : []),
  ];
  const defaulted = wasDefault ? [deps.clients.moveDefault(client, methodId, next?._id)] : [];
  const all = [deps.methods.erase(method), ...raised, ...defaulted, ...moves, ...writes];
  return { writes: all, wasDefault };
}

/** A method that was added while the default was deleted becomes the default. */
export async function setLateDefault(deps: Stores, deleted: PaymentMethodRecord): Promise<void> {
  const client = await deps.clients.find(deleted.clientId, ownerOf(deleted));
  if (!client || client.defaultMethodId !== undefined) return;
  const next = await findNext(deps, deleted);
  if (next)
    await writeUnlessChanged(deps.table, [deps.clients.setDefault(client, next._id, false)]);
}

async function findTarget(
  { methods }: Pick<Stores, 'methods'>,
  method: PaymentMethodRecord,
  moveTo: string | undefined,
) {
  if (moveTo === undefined) return undefined;
  if (moveTo === method._id) {
    const message = 'Expected another payment method than the one to delete';
    const fields = [{ field: 'moveTo', code: 'invalid_value', message }];
    return fail('invalid_request', { fields });
  }
  const target = await methods.find(moveTo, ownerOf(method));
  return target ?? fail('payment_method_not_found');
}

async function findNext(
  { methods }: Pick<Stores, 'methods'>,
  { _id, clientId }: PaymentMethodRecord,
) {
  return nextDefault(await listAll((page) => methods.list(clientId, page)), _id);
}
