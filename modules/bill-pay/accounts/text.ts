/** What the linked accounts say: their own texts, bill pay's and the kit's. */
import { withTexts } from '../../kit/text.ts';
import type { TextKey } from '../text.ts';
import { texts } from './texts/table.ts';

type Key = TextKey | keyof typeof texts;

// All others are there already.
export const { say } = withTexts<Key>(texts as Record<Key, string>);
