/** Money and days as a website writes them, in Billhook's form and back. */
import { isDay } from '@billhook/connector-kit/protocol/dates';
import { UnknownPage } from './unknown-page.ts';

/**
 * An amount in cents: `$1,234.50`, `1234.50`, `USD 12`.
 * @throws UnknownPage when it is no amount, or less than nothing.
 */
export function dollars(text: string): number {
  const [, whole, cents = '00'] =
    /^(?:\$|USD|US\$)?\s*(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d\d))?(?:\s*USD)?$/.exec(text.trim()) ?? [];
  if (whole === undefined) throw new UnknownPage('What should be an amount is none');
  return Number(whole.replaceAll(',', '')) * 100 + Number(cents);
}

/**
 * What is owed, in cents. A credit (`-$5.00`, `($5.00)`, `$5.00 CR`) is 0: nothing is.
 * @throws UnknownPage when it is no amount.
 */
export function owed(text: string): number {
  const shown = text.trim();
  const isCredit = /^[-−–(]|^\$\s*[-−–]|\b(?:CR|credit)$/i.test(shown);
  if (!isCredit) return dollars(shown);
  dollars(shown.replace(/[-−–()]|\bCR$|\bcredit$/gi, ''));
  return 0;
}

/** An amount as a person types it: `1234.50`. */
export function typed(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** When a card expires: `MM/YY`. */
export function expiry({
  expMonth,
  expYear,
}: {
  readonly expMonth: string;
  readonly expYear: string;
}) {
  return `${expMonth.padStart(2, '0')}/${expYear.slice(-2)}`;
}

const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');

/** How a website writes days, each with an example. */
const dayForms = {
  /** `12/10/26` */
  'MM/DD/YY': /^(?<month>\d\d?)\/(?<day>\d\d?)\/(?<year>\d\d)$/,
  /** `12/10/2026` */
  'MM/DD/YYYY': /^(?<month>\d\d?)\/(?<day>\d\d?)\/(?<year>\d{4})$/,
  /** `Dec 10, 2026` or `December 10, 2026` */
  'Mon D, YYYY': /^(?<month>[a-z]{3})[a-z]*\.? (?<day>\d\d?),? (?<year>\d{4})$/i,
  /** `10 Dec 2026` */
  'D Mon YYYY': /^(?<day>\d\d?) (?<month>[a-z]{3})[a-z]*\.? (?<year>\d{4})$/i,
  /** `2026-12-10` */
  'YYYY-MM-DD': /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)$/,
} as const;

export type DayForm = keyof typeof dayForms;

/** A day as `2026-12-10`. @throws UnknownPage when it is not of that form, or there is no such day. */
export function dayIn(form: DayForm, text: string): string {
  const {
    year = '',
    month = '',
    day = '',
  } = dayForms[form].exec(text.replace(/\s+/g, ' ').trim())?.groups ?? {};
  const number = /^\d/.test(month) ? Number(month) : months.indexOf(month.toLowerCase()) + 1;
  const parts = [
    year.length === 2 ? `20${year}` : year,
    String(number).padStart(2, '0'),
    day.padStart(2, '0'),
  ];
  const found = parts.join('-');
  if (!isDay(found)) throw new UnknownPage('What should be a day is none');
  return found;
}
