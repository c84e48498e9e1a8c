/**
 * When on its day a payment that was planned is made, or announced: each account has its own second in the
 * first hours, so that no company meets all of a night's payments at once (decision: midnight-is-spread).
 */
import { type Day, dayInstant, instantText } from '../base/dates.ts';
import { shardOf } from '../base/table-keys.ts';

/** From midnight of the partner's day on. */
export const SPREAD_SECONDS = 4 * 60 * 60;

type Account = {
  /** The bill's, which is the same for every payment of the account. */
  readonly billId: string;
  /** It follows a test clock, whose partner waits for the payment: it is made at once. */
  readonly clocked?: true;
};

/** @param knownOn when it was planned. What is planned for the same day is made at once. */
export function paySlot({ billId, clocked }: Account, payOn: Day, knownOn: Day): string {
  const midnight = dayInstant(payOn);
  if (clocked || knownOn >= payOn) return midnight;
  return instantText(Date.parse(midnight) + shardOf(billId, SPREAD_SECONDS) * 1000);
}
