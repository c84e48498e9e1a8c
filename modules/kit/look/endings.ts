/** What is drawn above the title of a screen that goes no further, by the screen's name. */
import { alertIcon, checkIcon, clockIcon, linkIcon, shieldIcon } from './icons.ts';

const endings: Readonly<Record<string, string>> = {
  closed: checkIcon,
  expired: clockIcon,
  gone: alertIcon,
  'bill-gone': alertIcon,
  'method-gone': alertIcon,
  'account-gone': alertIcon,
  hindrance: alertIcon,
  skipped: clockIcon,
  'closed-expired': clockIcon,
  'closed-missing': linkIcon,
  'closed-origin': shieldIcon,
  'closed-place': shieldIcon,
  'closed-offline': alertIcon,
  'closed-down': clockIcon,
};

export function endingOf(screen: string): string | undefined {
  return endings[screen];
}
