/** The pseudo-locale: see `stretch.ts`. */
import { stretchAll } from '../texts/stretch.ts';
import { texts as english } from './en.ts';

export const texts = stretchAll(english);

export { holdActions } from '../holds.ts';
