/** The pseudo-locale: see `stretch.ts`. */
import { texts as english } from './en.ts';
import { stretchAll } from './stretch.ts';

export const texts = stretchAll(english);
