/** `look`: a company's page as whoever isn't signed in sees it, held against its file. Nobody's login is needed. */

import type { Structure } from '../blocks/structure.ts';
import { UnknownPage } from '../blocks/unknown-page.ts';
import { visitOf } from '../blocks/visit.ts';
import type { BrowserCompany } from '../company.ts';
import { openBrowser } from '../open-browser.ts';
import { destinationsOf } from '../sessions.ts';

export type Look = {
  /** An instant. */
  readonly at: string;
  /** `changed`: users couldn't sign in. `away`: the page wasn't there, or is in maintenance. */
  readonly state: 'as-known' | 'changed' | 'away';
  /** Which of the file's pages it is. */
  readonly page?: string;
  /** What of that page isn't there any more: fields and buttons, by what the file calls them. */
  readonly missing?: readonly string[];
  /** What a page that isn't known is made of. */
  readonly structure?: Structure;
};

const PAGE_MILLISECONDS = 6_000;
/** On a page that is known, all of it is there at once. */
const PART_MILLISECONDS = 2_000;

type LookOptions = {
  readonly pageMilliseconds?: number;
  /** Closes the browser. */
  readonly signal?: AbortSignal;
};

/** It never throws: a website that isn't there is `away`. */
export async function lookAt(
  company: BrowserCompany,
  { pageMilliseconds = PAGE_MILLISECONDS, signal }: LookOptions = {},
): Promise<Look> {
  const at = new Date().toISOString();
  const browser = await openBrowser(destinationsOf(company)).catch(() => undefined);
  if (!browser) return { at, state: 'away' };
  const end = () => void browser.close();
  signal?.addEventListener('abort', end, { once: true });
  try {
    const { address, isApp, pages, login } = company;
    const visit = visitOf(browser.page, address, {
      waitMilliseconds: pageMilliseconds,
      ...(isApp && { isApp }),
    });
    await visit.open('/');
    const page = await visit.waitFor(pages);
    const step = login[page];
    if (step?.kind !== 'sign-in' && step?.kind !== 'begin') return { at, state: 'away', page };
    const signs = [...Object.keys(step.fill).map((field) => ({ field })), { button: step.press }];
    const missing: string[] = [];
    const parts = visitOf(browser.page, address, { waitMilliseconds: PART_MILLISECONDS });
    for (const sign of signs) {
      const isThere = await parts.waitFor({ part: sign }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof UnknownPage) return false;
          throw error;
        },
      );
      if (!isThere) missing.push(...Object.values(sign));
    }
    return missing.length > 0
      ? { at, state: 'changed', page, missing }
      : { at, state: 'as-known', page };
  } catch (error) {
    if (!(error instanceof UnknownPage)) return { at, state: 'away' };
    const { structure } = error;
    return { at, state: 'changed', ...(structure && { structure }) };
  } finally {
    signal?.removeEventListener('abort', end);
    await browser.close();
  }
}
