/** Which page is there: all pages that may be are looked for at once, within the page. */
import type { Page } from 'playwright-core';
import { structureOf } from './structure.ts';
import { UnknownPage } from './unknown-page.ts';

/** What tells that a page is there. All that is said has to hold, and be seen. */
export type Sign = {
  /** A heading, whole. */
  readonly heading?: string;
  /** The label of a field, whole. */
  readonly field?: string;
  /** A button, by the whole of what it says. */
  readonly button?: string;
  /** Somewhere on the page, in small letters or large. */
  readonly text?: string;
};

const PAUSE_MILLISECONDS = 40;

/**
 * The first of these pages that is there, as soon as one is.
 * @throws UnknownPage when none comes in time, Error when the page is gone or doesn't respond.
 */
export async function waitForSign<N extends string>(
  page: Page,
  pages: Readonly<Record<N, Sign>>,
  waitMilliseconds: number,
): Promise<N> {
  const signs = Object.entries(pages) as [N, Sign][];
  const until = Date.now() + waitMilliseconds;
  do {
    const found = await inTime(firstThere(page, signs), until + waitMilliseconds);
    if (found !== undefined) return found;
    await page.waitForTimeout(PAUSE_MILLISECONDS);
  } while (Date.now() < until);
  throw new UnknownPage('The page is none of those that are known', await whatIsThere(page));
}

/** The first sign that holds at this moment. Between two pages there is none. */
export async function firstThere<N extends string>(
  page: Page,
  signs: readonly (readonly [N, Sign])[],
): Promise<N | undefined> {
  try {
    return (await page.evaluate(find, signs)) as N | undefined;
  } catch (error) {
    if (/context was destroyed|Cannot find context|navigat/i.test((error as Error).message))
      return undefined;
    throw error;
  }
}

/** A page that is busy without an end keeps whoever asks it. */
async function inTime<T>(asked: Promise<T>, until: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error('The page doesn’t respond'));
    timer = setTimeout(fail, Math.max(until - Date.now(), 0));
  });
  asked.catch(() => undefined);
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Nothing where it can't be looked at: that a page is not known is told either way. */
async function whatIsThere(page: Page) {
  const asked = structureOf(page);
  return inTime(asked, Date.now() + LOOK_MILLISECONDS).catch(() => undefined);
}

const LOOK_MILLISECONDS = 2_000;

/** Runs within the page, and so has nothing but what is in it. */
function find(signs: readonly (readonly [string, Sign])[]): string | undefined {
  // What is under its heading may still be on its way.
  if (document.readyState === 'loading') return undefined;
  const silent = /^(SCRIPT|STYLE|NOSCRIPT|TEMPLATE|INPUT|SELECT|TEXTAREA)$/;
  const elements: Element[] = [];
  const walk = (root: ParentNode) => {
    for (const element of root.querySelectorAll('*')) {
      elements.push(element);
      if (element.shadowRoot) walk(element.shadowRoot);
    }
  };
  walk(document);
  const partsOf = (node: Node): Iterable<Node> => {
    if (node instanceof HTMLSlotElement) {
      const given = node.assignedNodes({ flatten: true });
      return given.length > 0 ? given : node.childNodes;
    }
    return (node instanceof Element && node.shadowRoot ? node.shadowRoot : node).childNodes;
  };
  const rawText = (node: Node): string => {
    if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? '';
    if (node instanceof Element && silent.test(node.tagName)) return '';
    if (node instanceof Element && node.tagName === 'BR') return ' ';
    let text = '';
    for (const part of partsOf(node)) text += rawText(part);
    return text;
  };
  const clean = (text: string) => text.replace(/\s+/g, ' ').trim();
  const isSeen = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) && element.getClientRects().length > 0;
  const byIds = (element: Element, ids: string) => {
    const root = element.getRootNode() as Document | ShadowRoot;
    const texts = ids.split(/\s+/).map((id) => {
      const one = root.getElementById(id);
      return one ? rawText(one) : '';
    });
    return clean(texts.join(' '));
  };
  const labelsOf = (element: Element): string[] => {
    const by = element.getAttribute('aria-labelledby');
    if (by) return [byIds(element, by)];
    const own = element.getAttribute('aria-label');
    if (own) return [clean(own)];
    return [...((element as HTMLInputElement).labels ?? [])].map((label) => clean(rawText(label)));
  };
  const nameOf = (element: Element): string => {
    const said = element.getAttribute('aria-label');
    if (said) return clean(said);
    const value = element instanceof HTMLInputElement ? element.value : rawText(element);
    return clean(value);
  };
  const some = (selector: string, holds: (element: Element) => boolean) =>
    elements.some((element) => element.matches(selector) && holds(element) && isSeen(element));
  const saysSeen = (node: Node, wanted: string): boolean => {
    let deeper = false;
    for (const part of partsOf(node)) {
      if (part.nodeType !== Node.ELEMENT_NODE) continue;
      if (!clean(rawText(part)).toLowerCase().includes(wanted)) continue;
      deeper = true;
      if (saysSeen(part, wanted)) return true;
    }
    return !deeper && node instanceof Element && isSeen(node);
  };
  const holds = ({ heading, field, button, text }: Sign) =>
    (heading === undefined ||
      some('h1,h2,h3,h4,h5,h6,[role=heading]', (one) => nameOf(one) === heading)) &&
    (field === undefined ||
      some('input,select,textarea,[role=textbox]', (one) => labelsOf(one).includes(field))) &&
    (button === undefined ||
      some(
        'button,input[type=submit],input[type=button],[role=button]',
        (one) => nameOf(one) === button,
      )) &&
    (text === undefined ||
      (document.body !== null &&
        clean(rawText(document.body)).toLowerCase().includes(text.toLowerCase()) &&
        saysSeen(document.body, text.toLowerCase())));
  for (const [name, sign] of signs) if (Object.keys(sign).length > 0 && holds(sign)) return name;
  return undefined;
}
