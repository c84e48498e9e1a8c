/**
 * The texts of the hosted modules that a partner may put its own words in the place of, each with the
 * names that stand in it in braces. What tells of money, security or a mistake is not among them.
 */
export const partnerTexts = {
  'app.linking': [],
  'app.swap': [],
  'app.bills': [],
  'shell.trust': ['partner', 'service'],
  'shell.help': [],
  'search.title': [],
  'search.label': [],
  'search.popular': [],
  'search.empty': [],
  'search.cardsOnly': [],
  'signIn.title': ['company'],
  'signIn.submit': [],
  'work.title.link': ['company'],
  'work.title.swap': ['company'],
  'work.title.payment': ['company'],
  'done.title': ['company'],
  'done.body': ['partner'],
  'done.another': [],
  'swapDone.title': ['company'],
  'swapDone.body': ['card'],
} as const satisfies Record<string, readonly string[]>;

export type PartnerText = keyof typeof partnerTexts;

export const partnerTextKeys = Object.keys(partnerTexts) as PartnerText[];

/** The names in a text's braces, each once, in the order of the alphabet. */
export function placeholdersOf(text: string): string[] {
  const names = [...text.matchAll(/\{([^{}]*)\}/g)].map(([, name = '']) => name);
  return [...new Set(names)].sort();
}

/** Whether words of a partner's have the same names in braces as the text in whose place they stand. */
export function keepsPlaceholders(key: PartnerText, text: string): boolean {
  const expected: readonly string[] = partnerTexts[key];
  return placeholdersOf(text).join() === expected.toSorted().join();
}
