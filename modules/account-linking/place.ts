/** Where the user is in account linking: in the kit's linking, or at a payment that goes with it. */
import { type Place as LinkPlace, readPlace as readLinkPlace } from '../kit/linking/task.ts';

export type Place =
  | LinkPlace
  /** The account is linked: what it owes is looked up. */
  | { readonly at: 'due'; readonly authId: string }
  /** What is paid, before it is. */
  | { readonly at: 'review'; readonly billId: string }
  /** It is being paid, once its company has let the user in. */
  | ({ readonly at: 'pay'; readonly from: LinkPlace } & Paying);

/** What the user has agreed to; of a payment that is taken up, which was begun elsewhere, nothing is known. */
export type Paying = {
  readonly billId?: string;
  readonly paymentMethodId?: string;
  /** As decimal text. */
  readonly maxAmount?: string;
  /** What is paid this time, where the user chose it. */
  readonly amount?: string;
};

const VALUE = /^[\w.-]{1,100}$/;

/** What was kept, if it is such a place. */
export function readPlace(kept: unknown): Place | undefined {
  const { at, from, authId, billId, paymentMethodId, maxAmount, amount } = Object(kept);
  const given = [authId, billId, paymentMethodId, maxAmount, amount].filter(
    (one) => one !== undefined,
  );
  const fits = given.every((one) => typeof one === 'string' && VALUE.test(one));
  switch (at) {
    case 'due':
      return fits && authId ? { at, authId } : undefined;
    case 'review':
      return fits && billId ? { at, billId } : undefined;
    case 'pay': {
      const linking = readLinkPlace(from);
      const paying = { billId, paymentMethodId, maxAmount, amount };
      return fits && linking ? { at, from: linking, ...paying } : undefined;
    }
    default:
      return readLinkPlace(kept);
  }
}
