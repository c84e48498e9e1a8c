/** What a decision asks of the service, so that nothing is paid that was not agreed to, in whatever order. */
import type { GivenConsent } from '@billhook/core/schemas/consent';
import type { Call } from '../../kit/api.ts';
import type { Decision, Plan, Planned } from './plan.ts';

/**
 * Goes before the change: what would be paid today and is not wanted is skipped first, and what is on
 * by default alone is switched off.
 */
export function callsBefore({ standing, offered }: Plan, { automatic, today }: Decision): Call[] {
  const isOn = ({ bill }: Planned) => bill.settings.recurring === 'enabled';
  const off = automatic ? [] : offered.filter(isOn);
  const goOn = [...standing, ...(automatic ? offered.filter(isOn) : [])];
  return [
    ...off.map(({ bill: { _id: billId } }): Call => {
      return { method: 'POST', path: '/payment/settings', body: { billId, recurring: 'disabled' } };
    }),
    ...goOn
      .filter(({ bill, atOnce, left }) => atOnce && !left && !today[bill._id])
      .map(({ bill: { _id: billId } }): Call => {
        return { method: 'POST', path: '/payment/cancel', body: { billId } };
      }),
  ];
}

/** Follows the change: each bill with the text that was under the button. */
export function callsAfter(
  { standing, offered }: Plan,
  { automatic, today }: Decision,
  consent: GivenConsent,
): Call[] {
  const agreed = standing.filter(({ bill }) => bill.settings.recurring === 'enabled');
  return [
    ...agreed.map((planned) => settingsCall(planned, consent, false)),
    ...(automatic ? offered : []).map((planned) =>
      settingsCall(planned, consent, planned.atOnce && !today[planned.bill._id]),
    ),
    ...standing
      .filter(({ bill, left }) => left && today[bill._id])
      .map(({ bill: { _id: billId } }): Call => {
        return { method: 'POST', path: '/payment/schedule', body: { billId } };
      }),
  ];
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
