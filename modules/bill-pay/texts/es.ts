/** What the bill-pay module says beside the kit, in Spanish. */
import type { Texts } from './en.ts';

export const texts: Texts = {};
