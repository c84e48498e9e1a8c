/** What is agreed to where an account is linked whose company takes automatic payments only. */
import { addTexts } from '../text.ts';
import type { Agreement } from './agreement.ts';
import { texts } from './texts/table.ts';

addTexts(texts);

/** Whole keys: the build leaves out of a page what it does not name. */
export const subscription: Agreement = ['consent.subscription.2', 'consent.subscription.2.hash'];
