/** What companies' pages looked like lately, for those that a browser reaches. */
import * as v from 'valibot';
import { instant, jwe, optionally, ownId, plainText, said } from './fields.ts';

const MOST_LOOKS = 500;
const MOST_MISSING = 20;
const MOST_PAGES = 5;
const MOST_LINES = 500;

/** What a look says, whoever asked for it. */
export const seen = v.object({
  state: said(
    v.picklist(['as-known', 'changed', 'away']),
    '`changed`: users could not sign in. `away`: it was not there, or in maintenance.',
  ),
  page: optionally(plainText(64), 'Which of the pages that are known it is.'),
  missing: optionally(
    v.pipe(v.array(plainText()), v.maxLength(MOST_MISSING)),
    'Fields and buttons that are not there any more, by what they were called.',
  ),
});

const look = v.object({
  company: said(ownId, 'The id of the company, as a row of the directory has it.'),
  at: said(instant, 'When its page was looked at last, without a login.'),
  ...seen.entries,
});

export const looksPage = v.object({
  looks: said(v.pipe(v.array(look), v.maxLength(MOST_LOOKS)), 'The last one of each company.'),
  secrets: optionally(jwe, 'Pages that were not known, encrypted to the caller.'),
});

/** What a page is made of, and no word or value of it. */
export const pageMade = v.object({
  hash: said(v.pipe(v.string(), v.regex(/^[0-9a-f]{8,64}$/)), 'The same page has the same.'),
  lines: said(
    v.pipe(v.array(v.pipe(v.string(), v.maxLength(200))), v.maxLength(MOST_LINES)),
    'An element a line: its tag, its role, names of its attributes, and how long its text is.',
  ),
});

/** A page that was not known. */
const unknownPage = v.object({
  company: said(ownId, 'Whose page it is.'),
  at: said(instant, 'When it was met.'),
  ...pageMade.entries,
});

export const looksSecrets = v.object({
  pages: said(v.pipe(v.array(unknownPage), v.maxLength(MOST_PAGES)), 'The latest first.'),
});

export type Look = v.InferOutput<typeof look>;
export type UnknownPageSeen = v.InferOutput<typeof unknownPage>;
