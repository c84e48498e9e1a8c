/** The line of a bill in words, with the icon and the color that the kit's rows take. */

import {
  alertIcon,
  calendarIcon,
  cardIcon,
  checkIcon,
  clockIcon,
  repeatIcon,
  skipIcon,
  userIcon,
} from '../kit/look/icons.ts';
import type { Tone } from '../kit/look/status.tsx';
import { shortMethodName } from '../kit/method-name.ts';
import type { BillLine, LineIcon, Tone as LineTone } from './bill-line.ts';
import { shortDay } from './days.ts';
import { say } from './text.ts';

const icons: Readonly<Record<LineIcon, string>> = {
  alert: alertIcon,
  card: cardIcon,
  clock: clockIcon,
  calendar: calendarIcon,
  repeat: repeatIcon,
  hand: userIcon,
  skip: skipIcon,
  check: checkIcon,
};

const tones: Readonly<Record<LineTone, Tone>> = {
  bad: 'danger',
  warn: 'warning',
  good: 'success',
  muted: 'muted',
};

/** @param dayText how its day is said where it stands. */
export function lineStatus({ kind, date, tone, icon, method }: BillLine, dayText = shortDay) {
  return {
    text: say(`line.${kind}`, {
      date: date ? dayText(date) : '',
      method: method ? shortMethodName(method) : '',
    }),
    tone: tones[tone],
    icon: icons[icon],
  };
}
