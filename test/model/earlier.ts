/** What the model knows of accounts that were unlinked: what restricts comes back, what permits does not. */
import { isSkipped, skipsOf } from '@billhook/core/bill/statements';
import { isSameStatement } from '@billhook/core/payment/statement';
import { recordOf } from './ledgers.ts';
import { companyOf } from './rules.ts';
import type { Model, ModelBill, ModelKept } from './state.ts';

const keyOf = ({ clientId, companyId, accountKey }: ModelBill) =>
  `${clientId} ${companyId} ${accountKey}`;

/** What its user had set of a bill that is unlinked now. */
export function keepSet(model: Model, bill: ModelBill): void {
  const key = keyOf(bill);
  const known = model.earlier[key];
  const own = setOf(bill);
  // Begun with what is known, it is newer; beside it, the stricter of both holds.
  const set = known && bill.earlier?.mark !== known.mark ? stricterOf(own, known) : own;
  delete model.earlier[key];
  if (Object.values(set).every((value) => value === undefined)) return;
  const marks = Object.values(model.earlier).map(({ mark }) => mark);
  model.earlier[key] = { ...set, mark: Math.max(known?.mark ?? 0, 0, ...marks) + 1 };
}

function setOf(bill: ModelBill): Omit<ModelKept, 'mark'> {
  const amount = bill.custom ?? bill.earlier?.amount;
  const skips = skipsOf(recordOf(bill));
  return {
    recurring: bill.notAgreed ? 'disabled' : bill.ground === 'implied' ? undefined : bill.recurring,
    skips: skips.length > 0 ? skips : undefined,
    label: bill.label,
    hidden: bill.hidden,
    silent: bill.silent,
    amount,
    methodId: bill.methodId ?? bill.earlier?.methodId,
  };
}

function stricterOf(one: Omit<ModelKept, 'mark'>, other: ModelKept): Omit<ModelKept, 'mark'> {
  const off = [one.recurring, other.recurring].includes('disabled');
  const { skips: own = [] } = one;
  const others = (other.skips ?? []).filter((skip) => !own.some((it) => isSameStatement(it, skip)));
  const skips = [...others, ...own];
  const least = Math.min(one.amount ?? Infinity, other.amount ?? Infinity);
  return {
    recurring: off ? 'disabled' : one.recurring,
    skips: skips.length > 0 ? skips : undefined,
    label: one.label ?? other.label,
    hidden: one.hidden ?? other.hidden,
    silent: one.silent ?? other.silent,
    amount: least === Infinity ? undefined : least,
    methodId: one.methodId,
  };
}

/** A bill that is linked anew, with what restricted its account before. */
export function beginAnew(model: Model, bill: ModelBill): void {
  const kept = model.earlier[keyOf(bill)];
  if (!kept) return;
  const agreedNow = bill.ground === 'user';
  const off = kept.recurring === 'disabled' && !agreedNow;
  if (off && companyOf(bill.companyId).subscription) bill.notAgreed = true;
  else if (off) Object.assign(bill, { recurring: 'disabled', ground: undefined });
  const offered = kept.recurring === 'enabled' && bill.recurring === 'disabled';
  const { mark, amount, methodId, skips, label, hidden, silent } = kept;
  bill.earlier = { mark, amount, methodId, recurring: offered ? 'enabled' : undefined };
  Object.assign(bill, { label, hidden, silent });
  if (!skips) return;
  const skipped = isSkipped(recordOf({ ...bill, skips, skipped: undefined }));
  Object.assign(bill, { skips, skipped: skipped ? bill.reported.dueOn : undefined });
}
