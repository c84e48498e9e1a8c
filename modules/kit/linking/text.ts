/**
 * What the screens of linking say: their own texts, and the kit's. A screen that bill pay shows to
 * people who link nothing uses the kit's alone, so that these come with linking.
 */
import { isText, withTexts } from '../text.ts';
import { texts } from './texts/table.ts';

export const { say, sayCount } = withTexts(texts);

export type TextKey = Parameters<typeof say>[0];

/**
 * What a company calls a field or a way to send a code, in the page's language. Companies write English;
 * words that most of them have are in the table, and others stay as they are.
 */
export function companyWord(label: string): string {
  const key = `word.${label.toLowerCase()}`;
  return isText(key) ? say(key) : label;
}
