/**
 * What the screens of linking say: their own texts, and the kit's. A screen that bill pay shows to
 * people who link nothing uses the kit's alone, so that these come with linking.
 */
import { withTexts } from '../text.ts';
import { texts } from './texts/table.ts';

export const { say, sayCount } = withTexts(texts);

export type TextKey = Parameters<typeof say>[0];
