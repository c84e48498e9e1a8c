import { readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { partnerTexts, placeholdersOf } from '@billhook/core/module/texts';
import { holdCodeValues } from '@billhook/core/schemas/hold-codes';
import { describe, expect, test } from 'vitest';
import { texts as holdEnglish } from '../../../modules/kit/hold-texts/en.ts';
import { holdActions } from '../../../modules/kit/holds.ts';

type Table = Readonly<Record<string, string>>;

const modules = join(import.meta.dirname, '../../../modules');

/** Every table of texts of the modules: `bill-pay/texts`, `kit/hold-texts`, … */
const folders = readdirSync(modules, { recursive: true, encoding: 'utf8' })
  .filter((path) => basename(path) === 'en.ts')
  .map((path) => dirname(path));

const tables = await Promise.all(
  folders.map(async (folder) => {
    const read = async (locale: string) =>
      ((await import(join(modules, folder, `${locale}.ts`))) as { texts: Table }).texts;
    return { folder, en: await read('en'), es: await read('es'), pseudo: await read('en-XA') };
  }),
);

/** What users agree to is never stretched: it would be another text. */
const agreed = tables.find(({ folder }) => folder === 'kit/consent/texts')?.en ?? {};

describe('texts', () => {
  test('are found in all places', () => {
    expect(folders).toContain('kit/linking/texts');
    expect(folders).toContain('bill-pay/late-texts');
    expect(folders.length).toBeGreaterThan(9);
  });

  test.each(tables)(
    'in $folder are the same in both languages, with the same names in braces',
    ({ en, es }) => {
      const namesIn = (table: Table) =>
        Object.fromEntries(Object.entries(table).map(([key, text]) => [key, placeholdersOf(text)]));
      expect(namesIn(es)).toEqual(namesIn(en));
      expect(Object.entries(es).filter(([, text]) => text.trim() === '')).toEqual([]);
    },
  );

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
    const all: Table = Object.assign({}, ...tables.map(({ en }) => en));
    const found = Object.keys(partnerTexts).map((key) => [key, placeholdersOf(all[key] ?? '')]);
    expect(Object.fromEntries(found)).toEqual(partnerTexts);
  });

  test.each(tables)(
    'in $folder are longer by 40 % in the pseudo-locale and keep the names in braces',
    ({ en, pseudo }) => {
      for (const [key, text] of Object.entries(en).filter(([one]) => !(one in agreed))) {
        const stretched = pseudo[key] ?? '';
        expect(stretched.length, key).toBeGreaterThanOrEqual(text.length * 1.4);
        expect(placeholdersOf(stretched), key).toEqual(placeholdersOf(text));
      }
    },
  );
});
