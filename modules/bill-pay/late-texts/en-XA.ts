/** The pseudo-locale: see the kit's `stretch.ts`. What is agreed to is never stretched. */
import { texts as agreements } from '../../kit/consent/texts/en.ts';
import { stretchAll } from '../../kit/texts/stretch.ts';
import { texts as english } from './en.ts';

export const texts = { ...stretchAll(english), ...agreements };
