/** What the user agrees to: the text that the page has shown, of which the service keeps a hash. */
import { language } from '../text.ts';

/** Goes up with each change of a text that is agreed to; a test knows them. */
const version = '1';

export function consentTo(text: string) {
  return { text, version, locale: language() };
}
