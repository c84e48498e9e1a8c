/** What card swap says: its own texts, linking's and the kit's. */
import type { texts as linkingTexts } from '../kit/linking/texts/en.ts';
import { withTexts } from '../kit/text.ts';
import { texts } from './texts/table.ts';

type All = typeof texts & typeof linkingTexts;

// The screens of linking add theirs.
export const { say, sayCount } = withTexts<keyof All & string>(texts as All);
