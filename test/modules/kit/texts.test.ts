import { holdCodeValues } from '@billhook/core/hold-codes';
import { partnerTexts, placeholdersOf } from '@billhook/core/module/texts';
import { describe, expect, test } from 'vitest';
import { texts as linkEnglish } from '../../../modules/account-linking/texts/en.ts';
import { texts as linkSpanish } from '../../../modules/account-linking/texts/es.ts';
import { texts as billLateEnglish } from '../../../modules/bill-pay/late-texts/en.ts';
import { texts as billLateSpanish } from '../../../modules/bill-pay/late-texts/es.ts';
import { texts as billEnglish } from '../../../modules/bill-pay/texts/en.ts';
import { texts as billSpanish } from '../../../modules/bill-pay/texts/es.ts';
import { texts as swapEnglish } from '../../../modules/card-swap/texts/en.ts';
import { texts as swapSpanish } from '../../../modules/card-swap/texts/es.ts';
import { texts as holdEnglish } from '../../../modules/kit/hold-texts/en.ts';
import { texts as holdSpanish } from '../../../modules/kit/hold-texts/es.ts';
import { holdActions } from '../../../modules/kit/holds.ts';
import { texts as english } from '../../../modules/kit/texts/en.ts';
import { texts as pseudo } from '../../../modules/kit/texts/en-XA.ts';
import { texts as spanish } from '../../../modules/kit/texts/es.ts';

type Table = Readonly<Record<string, string>>;

const tables: readonly (readonly [string, Table, Table])[] = [
  ['the kit', english, spanish],
  ['the holds', holdEnglish, holdSpanish],
  ['account linking', linkEnglish, linkSpanish],
  ['card swap', swapEnglish, swapSpanish],
  ['bill pay', billEnglish, billSpanish],
  ['bill pay behind its list', billLateEnglish, billLateSpanish],
];

describe('texts', () => {
  test.each(tables)('of %s have the same names in braces in both languages', (_what, en, es) => {
    const namesIn = (table: Table) =>
      Object.fromEntries(Object.entries(table).map(([key, text]) => [key, placeholdersOf(text)]));
    expect(namesIn(es)).toEqual(namesIn(en));
  });

  test('say something of each hold, with something to do', () => {
    const keys = holdCodeValues.flatMap((code) => [`hold.${code}.title`, `hold.${code}.body`]);
    expect(keys.filter((key) => !(holdEnglish as Table)[key])).toEqual([]);
    expect(holdCodeValues.filter((code) => holdActions(code).length === 0)).toEqual([]);
  });

  test('never offer an instant retry of a payment that could not be confirmed', () => {
    expect(holdActions('system_issue_with_bill_payment')).toEqual(['check', 'later']);
  });

  test('lead a hold that is newer than the page to the company and back', () => {
    expect(holdActions('account_issue_of_tomorrow')).toEqual(['open', 'fix']);
  });

  test('that a partner may change are there, with the names that it has to keep', () => {
    const all: Table = Object.assign({}, ...tables.map(([, table]) => table));
    const found = Object.keys(partnerTexts).map((key) => [key, placeholdersOf(all[key] ?? '')]);
    expect(Object.fromEntries(found)).toEqual(partnerTexts);
  });

  test('of the pseudo-locale are longer by 40 % and keep the names in braces', () => {
    for (const [key, text] of Object.entries(english)) {
      const stretched = (pseudo as Table)[key] ?? '';
      expect(stretched.length).toBeGreaterThanOrEqual(text.length * 1.4);
      expect(placeholdersOf(stretched)).toEqual(placeholdersOf(text));
    }
  });
});
