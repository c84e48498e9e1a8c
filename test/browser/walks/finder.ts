/**
 * Finds what a person would: by what it is and what it is called. It runs in the page, in each
 * browser alike.
 */

export type Wanted = {
  readonly role: 'button' | 'field' | 'choice';
  /** A pattern, whatever the letters' case. */
  readonly name: string;
};

/** Of the middle of what was found: a point that is really its own. */
export type Found = {
  readonly x: number;
  readonly y: number;
  /** Whether a field has a value, or a choice is made. */
  readonly filled: boolean;
  readonly date: boolean;
};

const selectors = {
  button: 'button, a[href], [role=button], summary',
  field: 'input:not([type=checkbox]):not([type=radio]), textarea, select',
  choice: 'input[type=checkbox], input[type=radio], [role=checkbox], [role=radio], [role=switch]',
} as const;

const nameOf = `(element) => {
  const by = element.getAttribute('aria-labelledby');
  const said = by && by.split(/\\s+/).map((id) => document.getElementById(id)?.textContent).join(' ');
  const labels = [...(element.labels ?? [])].map((label) => label.textContent).join(' ');
  const own = element.getAttribute('aria-label') ?? (said || labels || element.textContent);
  return (own ?? '').replace(/\\s+/g, ' ').trim();
}`;

/** The first that can be pressed, of an open dialog where there is one. */
export function findExpression({ role, name }: Wanted): string {
  return `(() => {
    const nameOf = ${nameOf};
    const place = document.querySelector('dialog[open]') ?? document;
    const pattern = new RegExp(${JSON.stringify(name)}, 'i');
    for (const element of place.querySelectorAll(${JSON.stringify(selectors[role])})) {
      if (!pattern.test(nameOf(element)) || element.getAttribute('aria-disabled') === 'true' || element.disabled) continue;
      element.scrollIntoView({ block: 'center', behavior: 'instant' });
      // What is drawn in the place of a box is its label.
      for (const shown of [element, ...(element.labels ?? [])]) {
        const { left, top, width, height } = shown.getBoundingClientRect();
        const [x, y] = [left + width / 2, top + height / 2];
        const there = document.elementFromPoint(x, y);
        if (width > 1 && there && (shown.contains(there) || there.contains(shown))) {
          const filled = !!element.${role === 'choice' ? 'checked' : 'value'};
          return { x, y, filled, date: element.type === 'date' };
        }
      }
    }
    return null;
  })()`;
}

/** Picks a day in the field that has the focus: each browser has a calendar of its own. */
export function pickExpression(day: string): string {
  return `(() => {
    const field = document.activeElement;
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, ${JSON.stringify(day)});
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }));
    return null;
  })()`;
}

/** The names of all that could be pressed or filled now: for whoever looks for what was not found. */
export const namesExpression = `(() => {
  const nameOf = ${nameOf};
  const place = document.querySelector('dialog[open]') ?? document;
  return [...place.querySelectorAll('button, a[href], input, select, summary')].map((one) => nameOf(one).slice(0, 60));
})()`;

/** The screen that is shown: its name, title and words, and whether something is still on its way. */
export const screenExpression = `(() => {
  const dialog = document.querySelector('dialog[open]');
  const frame = document.querySelector('[data-screen]');
  const text = (dialog ?? frame ?? document.body)?.innerText ?? '';
  return {
    name: (frame?.dataset.screen ?? '') + (dialog ? ', dialog' : ''),
    title: (frame?.querySelector('h1')?.innerText ?? ''),
    words: text.split(/\\s+/).filter((word) => /[\\p{L}\\p{N}]/u.test(word)).length,
    busy: !!document.querySelector('[aria-busy=true]'),
    notice: [...document.querySelectorAll('.notice, [role=alert]')].map((one) => one.innerText).join(' | '),
  };
})()`;

export type Shown = {
  readonly name: string;
  /** Tells a screen from the same of another company. */
  readonly title: string;
  readonly words: number;
  readonly busy: boolean;
  readonly notice: string;
};
