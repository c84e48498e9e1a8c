/** Payment methods: cards and bank accounts of a client. 'Payment' is another thing. */

import { DAY_MILLISECONDS, instantText } from '../base/dates.ts';
import { type Failure, fail } from '../base/errors.ts';
import type { OwnedRecord } from '../base/owned-record.ts';
import { type Sealed, withoutField } from '../base/sealed.ts';
import { dueAttributes, withoutDue } from '../base/table-keys.ts';
import type { Authorization } from '../schemas/consent.ts';
import type { MethodStatus, PaymentMethod } from '../schemas/payment-method.ts';
import { paymentMethodStates } from '../states/payment-method-states.ts';
import { type RefusalOf, refusalOf, refuse } from '../states/state-machine.ts';
import type { BankFace, CardFace } from './card.ts';
import { presentFace } from './face.ts';
import { codeLengthOf } from './network.ts';

export const MAX_METHODS_PER_CLIENT = 50;
/**
 * Declines in a row after which a method is removed from the account
 * (decision: declines-stop-automatic-payments).
 */
export const MAX_DECLINES = 3;
/** Far below what one transaction can change, so that a method can always be removed in one. */
export const MAX_ASSIGNED_BILLS = 40;

export type PaymentMethodRecord = OwnedRecord & {
  readonly type: 'card' | 'bank';
  readonly identifier?: string;
  readonly status: MethodStatus;
  readonly name: string;
  readonly created: string;
  readonly assignedBills: readonly string[];
  readonly card?: CardFace;
  readonly bank?: BankFace;
  /** The text under which its user saved it. */
  readonly authorization?: Authorization;
  /** Numbers, name and date, sealed; the code as well, while the method is being saved with it. */
  readonly sealed: Sealed;
  /** When the card's code is dropped at the latest. */
  readonly codeDropsAt?: string;
  /** Declines in a row. */
  readonly declines: number;
  /** When it last paid. Release 0.1.0 wrote when a payment with it last began. */
  readonly lastUsedAt?: string;
  /** Payments and swaps with it that have begun and not ended: it cannot go before they have. */
  readonly inFlight: readonly string[];
};

type NewMethod = Pick<
  PaymentMethodRecord,
  | '_id'
  | 'clientId'
  | 'partnerId'
  | 'partnerUserId'
  | 'type'
  | 'identifier'
  | 'name'
  | 'card'
  | 'bank'
  | 'sealed'
>;

export function newPaymentMethod(given: NewMethod, now: number): PaymentMethodRecord {
  const method = {
    ...given,
    version: 1,
    status: 'verified',
    created: instantText(now),
    assignedBills: [],
    inFlight: [],
    declines: 0,
  } as const;
  return given.sealed.fields.cardCode ? keepCodeForADay(method, now) : method;
}

function keepCodeForADay(method: PaymentMethodRecord, now: number): PaymentMethodRecord {
  const codeDropsAt = instantText(now + DAY_MILLISECONDS);
  return { ...method, codeDropsAt, ...dueAttributes('card-code', method._id, codeDropsAt) };
}

/**
 * A card that is sent again with other details: the same method with what was sent, its bills and its
 * standing kept. The code is the new one, which is dropped as the first one was.
 */
export function renewCard(
  standing: PaymentMethodRecord,
  sent: PaymentMethodRecord,
): PaymentMethodRecord {
  const { name, card, sealed, codeDropsAt } = sent;
  const renewed = { ...standing, name, card, sealed, codeDropsAt };
  return standing.dueKind === 'retry' ? renewed : withoutRetry(renewed);
}

/** Whether a code can be of this card. */
export function checkCardCode(
  { card }: PaymentMethodRecord,
  cardCode: string,
): Failure<'invalid_request' | 'payment_method_not_accepted'> | undefined {
  if (!card) return fail('payment_method_not_accepted', { detail: 'Only a card has a code.' });
  const digits = codeLengthOf(card.brand);
  if (cardCode.length === digits) return undefined;
  const message = `Expected ${digits} digits`;
  return fail('invalid_request', {
    fields: [{ field: 'cardCode', code: 'invalid_value', message }],
  });
}

/** The card with its code given anew, kept for a day as the first one was. */
export function withCardCode(
  method: PaymentMethodRecord,
  sealed: Sealed,
  now: number,
): PaymentMethodRecord {
  const next = { ...method, sealed };
  const kept = keepCodeForADay(next, now);
  // Its retry comes first, within a minute; what is due of the code is put back behind it.
  return method.dueKind === 'retry' ? { ...next, codeDropsAt: kept.codeDropsAt } : kept;
}

/** The method when it is due for no retry any more: its code, if it has one, still is. */
export function withoutRetry(method: PaymentMethodRecord): PaymentMethodRecord {
  const idle = withoutDue(method);
  const { codeDropsAt } = method;
  if (!hasCardCode(method) || codeDropsAt === undefined) return idle;
  return { ...idle, ...dueAttributes('card-code', method._id, codeDropsAt) };
}

/** The method without its card code, which may not be kept once the card was authorized. */
export function withoutCardCode(method: PaymentMethodRecord): PaymentMethodRecord {
  const left = method.dueKind === 'retry' ? method : withoutDue(method);
  return { ...left, codeDropsAt: undefined, sealed: withoutField(method.sealed, 'cardCode') };
}

/**
 * Whether its code was not dropped yet. The code itself lies in the table without recovery; one that
 * release 0.1.0 stored is in the record (decision: passing-table).
 */
export function hasCardCode({ sealed, codeDropsAt }: PaymentMethodRecord): boolean {
  return codeDropsAt !== undefined || sealed.fields.cardCode !== undefined;
}

/** Whether its code may still be used: it is refused from its last moment on, dropped or not. */
export function codeCounts(method: PaymentMethodRecord, machineNow: number): boolean {
  const { codeDropsAt } = method;
  const over = codeDropsAt !== undefined && machineNow >= Date.parse(codeDropsAt);
  return hasCardCode(method) && !over;
}

/**
 * Whether a method may be deleted: it paid nothing within the last 24 hours, and nothing may have been
 * taken with it that is not known yet (decision: attempts-are-not-payments).
 */
export function checkDeletion(
  method: PaymentMethodRecord,
  partnerNow: number,
): Failure<RefusalOf<typeof paymentMethodStates, 'delete'>> | undefined {
  const from = deletableFrom(method);
  const used = (from !== undefined && partnerNow < from) || method.inFlight.length > 0;
  return used ? refuse(paymentMethodStates, method.status, 'delete') : undefined;
}

/** 24 hours after its last payment, by the partner's time; nothing where it has paid nothing. */
function deletableFrom({ lastUsedAt }: PaymentMethodRecord): number | undefined {
  return lastUsedAt === undefined ? undefined : Date.parse(lastUsedAt) + DAY_MILLISECONDS;
}

/** The method in a list: with what its user wants to know before deleting it. */
export function presentListed(
  method: PaymentMethodRecord,
  defaultMethodId: string | undefined,
): PaymentMethod {
  const from = deletableFrom(method);
  return {
    ...presentMethod(method, defaultMethodId),
    ...(from !== undefined && { deletableFrom: instantText(from) }),
  };
}

/** Whether a method may become the default: one that pays. */
export function checkDefault(
  method: PaymentMethodRecord,
): Failure<RefusalOf<typeof paymentMethodStates, 'make-default'>> | undefined {
  return refusalOf(paymentMethodStates, method.status, 'make-default');
}

/** Whether a method may be retried: one that is declined. */
export function checkRetry(
  method: PaymentMethodRecord,
): Failure<RefusalOf<typeof paymentMethodStates, 'retry'>> | undefined {
  return refusalOf(paymentMethodStates, method.status, 'retry');
}

export function withBill(method: PaymentMethodRecord, billId: string): PaymentMethodRecord {
  const assignedBills = [...new Set([...method.assignedBills, billId])];
  return { ...method, assignedBills };
}

export function withoutBill(method: PaymentMethodRecord, billId: string): PaymentMethodRecord {
  const assignedBills = method.assignedBills.filter((id) => id !== billId);
  return { ...method, assignedBills };
}

/** The method as the interface shows it: numbers masked, both spellings of the bank's fields. */
export function presentMethod(
  method: PaymentMethodRecord,
  defaultMethodId: string | undefined,
): PaymentMethod {
  return {
    _id: method._id,
    type: method.type,
    ...(method.identifier && { identifier: method.identifier }),
    status: method.status,
    default: method._id === defaultMethodId,
    name: method.name,
    assignedBills: [...method.assignedBills],
    ...presentFace(method),
    ...(method.authorization && { authorization: method.authorization }),
  };
}
