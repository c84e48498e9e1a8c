/** What a decision asks of the service, so that nothing is paid that was not agreed to, in whatever order. */
import type { GivenConsent } from '@billhook/core/schemas/consent';
import type { Call } from '../../kit/api.ts';
import { covered, type Decided, orderedToday, type Plan, type Planned } from './plan.ts';

/**
 * Goes before the change: what would be paid today and is not wanted is skipped first, and what is on
 * by default alone is switched off, but for subscriptions, which a method without consent does not pay.
 */
export function callsBefore({ standing, offered }: Plan, { automatic, today }: Decided): Call[] {
  const isOn = ({ bill }: Planned) => bill.settings.recurring === 'enabled';
  const off = automatic ? [] : offered.filter(isOn);
  const goOn = [...standing, ...(automatic ? offered.filter(isOn) : [])];
  return [
    ...off
      .filter(({ bill }) => !bill.settings.recurringRequired)
      .map(({ bill: { _id: billId } }): Call => {
        return {
          method: 'POST',
          path: '/payment/settings',
          body: { billId, recurring: 'disabled' },
        };
      }),
    ...goOn
      .filter(({ bill, atOnce, left }) => atOnce && !left && !today[bill._id])
      .map(({ bill: { _id: billId } }): Call => {
        return { method: 'POST', path: '/payment/cancel', body: { billId } };
      }),
  ];
}

/** Follows the change: each bill with the text that was under the button. */
export function callsAfter(plan: Plan, decided: Decided, consent: GivenConsent): Call[] {
  const { standing, required } = plan;
  const isAsked = (planned: Planned) => !standing.includes(planned) && !required.includes(planned);
  return [
    ...covered(plan, decided).map((planned) => {
      const skips = isAsked(planned) && planned.atOnce && !decided.today[planned.bill._id];
      return settingsCall(planned, consent, skips);
    }),
    ...orderedToday(plan, decided).map(({ bill: { _id: billId }, amount: maxAmount }): Call => {
      return { method: 'POST', path: '/payment/schedule', body: { billId, maxAmount } };
    }),
  ];
}

/** The bills to which a first method is assigned, since their companies take its type alone. */
export function assignedWith(plan: Plan, decided: Decided): readonly string[] {
  return [...covered(plan, decided), ...orderedToday(plan, decided)]
    .filter(({ assigns }) => assigns)
    .map(({ bill }) => bill._id);
}

function settingsCall({ bill }: Planned, consent: GivenConsent, skips: boolean): Call {
  const body = {
    ...{ billId: bill._id, recurring: 'enabled', consent },
    ...(skips && { skipCycle: true }),
  };
  return { method: 'POST', path: '/payment/settings', body };
}

/** A bill whose automatic payment is over already, or was skipped elsewhere, needs no skipping. */
export const asGoodAsSkipped: readonly string[] = ['payment_not_scheduled', 'bill_not_found'];
