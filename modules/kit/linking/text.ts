/**
 * What the screens of linking say: their own texts, and the kit's. A screen that bill pay shows to
 * people who link nothing uses the kit's alone, so that these come with linking.
 */
import { isText, withTexts } from '../text.ts';
import { texts } from './texts/table.ts';

export const { say, sayCount } = withTexts(texts);

export type TextKey = Parameters<typeof say>[0];

/**
 * What a company writes on a field, beside a way to send a code, or as a question, in the page's language.
 * Companies write English: what many of them write is in the table, and the rest stays as it is.
 */
export function companyWord(written: string): string {
  const key = `word.${written.toLowerCase()}`;
  return isText(key) ? say(key) : written;
}
