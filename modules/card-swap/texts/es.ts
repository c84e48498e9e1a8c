/** What the card-swap module says beside the kit, in Spanish. */
import type { Texts } from './en.ts';

export const texts: Texts = {};
