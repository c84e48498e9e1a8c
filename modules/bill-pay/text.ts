/** What bill pay says: its own texts, and the kit's. */
import { withTexts } from '../kit/text.ts';
import type { Texts as LateTexts } from './late-texts/en.ts';
import { texts } from './texts/table.ts';

type All = typeof texts & LateTexts;

// Those that come late are added when they are there.
export const { say, sayCount } = withTexts<keyof All & string>(texts as All);

export type TextKey = Parameters<typeof say>[0];
