/** What bill pay says: its own texts, and the kit's. */
import { withTexts } from '../kit/text.ts';
import { texts } from './texts/table.ts';

export const { say, sayCount } = withTexts(texts);

export type TextKey = Parameters<typeof say>[0];
