/**
 * The texts of every screen behind the list of bills, in a file of their own: the list, which most
 * people see first, does not wait for them.
 */
import { addTexts } from '../kit/text.ts';

/** @throws where they do not come, as an import does. */
export async function loadLateTexts(): Promise<void> {
  const { texts } = await import('./late-texts/table.ts');
  addTexts(texts);
}
