/** What a form of settings asks of the service: only what the user changed. */
import type { Bill } from '@billhook/core/schemas/bill';
import type { Schedule } from '@billhook/core/schemas/schedule';
import { agreed } from '../kit/consent/agreement.ts';
import { settingLocks } from './bill-actions.ts';

export type SettingsForm = {
  readonly label: string;
  readonly recurring: boolean;
  readonly schedule: Schedule;
  readonly notifications: boolean;
  readonly hidden: boolean;
};

export function formOf({ customLabel = '', settings, hidden }: Bill): SettingsForm {
  return {
    label: customLabel,
    recurring: settings.recurring === 'enabled',
    schedule: settings.schedule,
    notifications: settings.notifications === 'enabled',
    hidden: hidden === 'true',
  };
}

/**
 * The bodies of `POST /payment/settings` and `POST /bill/{billId}/customize`; nothing to send is none.
 */
export function settingsChanges(bill: Bill, form: SettingsForm) {
  const before = formOf(bill);
  const locks = settingLocks(bill);
  const label = form.label.trim();
  const recurs = form.recurring !== before.recurring && !locks.recurring;
  const moves = form.schedule !== before.schedule && !locks.schedule;
  const payment = {
    ...(recurs && {
      recurring: switchOf(form.recurring),
      consent: form.recurring ? agreed('rule') : undefined,
    }),
    ...(moves && { schedule: form.schedule }),
  };
  const custom = {
    ...(label !== before.label && { customLabel: label === '' ? null : label }),
    ...(form.notifications !== before.notifications && {
      notifications: switchOf(form.notifications),
    }),
    ...(form.hidden !== before.hidden && { hidden: form.hidden }),
  };
  return {
    ...(Object.keys(payment).length > 0 && { payment: { billId: bill._id, ...payment } }),
    ...(Object.keys(custom).length > 0 && { custom }),
  };
}

function switchOf(on: boolean) {
  return on ? ('enabled' as const) : ('disabled' as const);
}
