/** Why payments are returned after they were paid, and whether that is for the user to mend. */

type Blamed = { readonly blames: 'user' | 'nobody' };

/** After a reason that blames the user, the method is declined: it makes no payments until it is retried. */
export const returnReasons = {
  /** The bank account had not enough money. */
  insufficient_funds: { blames: 'user' },
  account_closed: { blames: 'user' },
  /** The number leads to no account. */
  account_invalid: { blames: 'user' },
  /** The user told the bank not to pay. */
  stop_payment: { blames: 'user' },
  /** The user told the bank that the payment was not agreed to. */
  not_authorized: { blames: 'user' },
  /** The company could not match the payment with an account, or did not want it. */
  refused_by_company: { blames: 'nobody' },
  /** The network or the connector made a mistake, such as a duplicate. */
  network_error: { blames: 'nobody' },
  other: { blames: 'nobody' },
} as const satisfies Record<string, Blamed>;

export type ReturnReason = keyof typeof returnReasons;

export const returnReasonValues = Object.keys(returnReasons) as [ReturnReason, ...ReturnReason[]];

export function isReturnReason(reason: string | undefined): reason is ReturnReason {
  return reason !== undefined && Object.hasOwn(returnReasons, reason);
}

export function blamesUser(reason: ReturnReason): boolean {
  return returnReasons[reason].blames === 'user';
}
