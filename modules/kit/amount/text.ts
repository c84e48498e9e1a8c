/** Adds what choosing an amount says, for a module that does not have it among its later texts. */
import { addTexts } from '../text.ts';
import { texts } from './texts/table.ts';

addTexts(texts);
