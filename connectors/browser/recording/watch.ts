/** Watches what the author of a company's file does on a page: what is typed where, what is pressed, on which page. */
import type { Page } from 'playwright-core';
import type { Sign } from '../blocks/signs.ts';

export type Action =
  | {
      readonly kind: 'fill';
      readonly label: string;
      readonly value: string;
      /** Of the field: `password`, `tel`. */
      readonly type: string;
      /** What browsers fill it with: `one-time-code`. */
      readonly fills: string;
    }
  | { readonly kind: 'choose'; readonly label: string }
  | { readonly kind: 'press'; readonly name: string };

/** A page, and what was done on it. */
export type SeenPage = { readonly sign: Sign; readonly actions: readonly Action[] };

export type Watched = {
  /** Every page so far, in its order; the last with nothing done on it. */
  readonly pages: () => Promise<SeenPage[]>;
};

type Noted = { readonly sign: Sign; readonly action: Action };

const BINDING = 'billhookNote';

/** Before the page is opened. @param onTyped told of everything that is typed. */
export async function watch(page: Page, onTyped: (value: string) => void): Promise<Watched> {
  const noted: Noted[] = [];
  /** What the page showed when something was last heard of it. */
  let shown: Sign | undefined;
  await page.exposeFunction(BINDING, (one: Noted) => {
    if (one.action.kind === 'fill') onTyped(one.action.value);
    noted.push(one);
    shown = one.sign;
  });
  await page.addInitScript(nameThings);
  await page.addInitScript(noteActions, BINDING);
  return {
    async pages() {
      const pages: { sign: Sign; actions: Action[] }[] = [];
      for (const { sign, action } of noted) {
        const last = pages.at(-1);
        const isSame = last && JSON.stringify(last.sign) === JSON.stringify(sign);
        if (isSame) last.actions.push(action);
        else pages.push({ sign, actions: [action] });
      }
      // A window that is closed can't be asked any more.
      shown = await page
        .evaluate(() => (globalThis as unknown as OnPage).billhookPage.sign())
        .catch(() => shown);
      if (!shown || JSON.stringify(shown) === JSON.stringify(pages.at(-1)?.sign)) return pages;
      return [...pages, { sign: shown, actions: [] }];
    },
  };
}

/** Runs within the page, and so has nothing but what is in it. */
function nameThings(): void {
  const clean = (text: string | null | undefined) => (text ?? '').replace(/\s+/g, ' ').trim();
  const flat = (node: Node): string => {
    if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? '';
    if (node instanceof HTMLSlotElement)
      return node.assignedNodes({ flatten: true }).map(flat).join('');
    const root = node instanceof Element && node.shadowRoot ? node.shadowRoot : node;
    return [...root.childNodes].map(flat).join('');
  };
  const nameOf = (element: Element) =>
    clean(
      element.getAttribute('aria-label') ??
        (element instanceof HTMLInputElement ? element.value : flat(element)),
    );
  const labelOf = (element: Element) => {
    const [label] = (element as HTMLInputElement).labels ?? [];
    return clean(element.getAttribute('aria-label') ?? (label ? flat(label) : ''));
  };
  const elements = (root: ParentNode): Element[] =>
    [...root.querySelectorAll('*')].flatMap((one) =>
      one.shadowRoot ? [one, ...elements(one.shadowRoot)] : [one],
    );
  const isSeen = (one: Element) => one.getClientRects().length > 0;
  const first = (selector: string, said: (one: Element) => string) => {
    const found = elements(document).find(
      (one) => one.matches(selector) && isSeen(one) && said(one),
    );
    return found && said(found);
  };
  const isTyped =
    'input:not([type=hidden],[type=radio],[type=checkbox],[type=submit],[type=button]),select,textarea';
  const pressed = 'button,input[type=submit],input[type=button],[role=button]';
  const sign = () => {
    const heading = first('h1,h2,h3,[role=heading]', nameOf);
    const field = first(isTyped, labelOf);
    const button = first(pressed, nameOf);
    return {
      ...(heading && { heading }),
      ...(field && { field }),
      ...(button && field && { button }),
    };
  };
  Object.assign(globalThis, { billhookPage: { nameOf, labelOf, first, pressed, sign } });
}

type OnPage = {
  readonly billhookPage: {
    readonly nameOf: (element: Element) => string;
    readonly labelOf: (element: Element) => string;
    /** What the first that is seen says. */
    readonly first: (selector: string, said: (one: Element) => string) => string | undefined;
    /** What buttons are. */
    readonly pressed: string;
    readonly sign: () => Sign;
  };
};

/** Runs within the page, after the other. */
function noteActions(binding: string): void {
  const { nameOf, labelOf, first, pressed, sign } = (globalThis as unknown as OnPage).billhookPage;
  const note = (action: unknown) =>
    (globalThis as unknown as Record<string, (one: unknown) => Promise<void>>)[binding]?.({
      sign: sign(),
      action,
    });
  const target = (event: Event) => event.composedPath()[0] as Element;
  const noteField = (field: HTMLInputElement) => {
    const label = labelOf(field);
    if (field.type === 'radio' || field.type === 'checkbox') {
      if (field.checked && field.type === 'radio') void note({ kind: 'choose', label });
      return;
    }
    const { value, type = 'text', autocomplete: fills = '' } = field;
    if (value) void note({ kind: 'fill', label, value, type, fills });
  };
  // A change of what is within a component doesn't leave it.
  const typed = new Set<HTMLInputElement>();
  document.addEventListener(
    'input',
    (event) => {
      const field = target(event) as HTMLInputElement;
      if (field.matches('input,select,textarea')) typed.add(field);
    },
    true,
  );
  const noteTyped = () => {
    for (const field of typed) noteField(field);
    typed.clear();
  };
  const isWithin = (event: Event, selector: string) =>
    event
      .composedPath()
      .find((one): one is Element => one instanceof Element && one.matches(selector));
  document.addEventListener(
    'click',
    (event) => {
      const own = isWithin(event, `${pressed},a,[role=link]`);
      if (!own) return;
      noteTyped();
      void note({ kind: 'press', name: nameOf(own) });
    },
    true,
  );
  document.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' || !isWithin(event, 'input')) return;
      noteTyped();
      const name = first(pressed, nameOf);
      if (name && !isWithin(event, 'form')) void note({ kind: 'press', name });
    },
    true,
  );
}
