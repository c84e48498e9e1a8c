/** The look's own rules (docs/contribute/design.md), measured on a page as it stands. */
import type { Page } from 'playwright-core';

/** Pixels; a logo's initials and its name over it are drawing, not text. */
const SIZES = [13, 14, 16, 17, 18, 20, 28, 32, 40, 56];
/** What begins at the axis, where it is not in a surface, a grid or the second of two columns. */
const ON_AXIS = [
  '.title',
  '.hero',
  '.disc',
  '.seal',
  'h2',
  'legend',
  '.box',
  '.primary',
  '.choice',
  '.notice',
  '.receipt',
  '.steps',
  'dl',
  '.row > :first-child',
  'main > p',
  'main > form > p',
  'section > p',
];
const APART =
  '.choice, .notice, .receipt, .grid, .second, .seal, dialog, .row, .pair .field + .field';
const SURFACES = '.choice, .notice, .receipt';
/** A large number stands out by its own bearing, and is moved back by as much. */
const OPTICAL_PIXELS = 2.5;

/** On a phone of 390 pixels, in the lengths of a real language. */
const MOST_LINES = { '.row .split .status span': 1, '.title:has(.logo) h1': 3 } as const;

/** One line for each rule that is broken; none when the page holds them all. */
export async function designProblemsOf(page: Page): Promise<string[]> {
  const rules = { sizes: SIZES, onAxis: ON_AXIS.join(), apart: APART, surfaces: SURFACES };
  return [
    ...(await page.evaluate(findProblems, { ...rules, optical: OPTICAL_PIXELS })),
    ...(await page.evaluate(findLongTexts, MOST_LINES)),
    ...(await page.evaluate(findLateButtons)),
    ...(await page.evaluate(findUnclear)),
    ...(await cutRingsOf(page)),
  ];
}

/** What has the focus by Tab shows it whole: nothing that it stands in cuts off its ring. */
async function cutRingsOf(page: Page): Promise<string[]> {
  // What gets the focus from a script shows it, if the last thing that was done was done with a key.
  await page.keyboard.press('Shift');
  return page.evaluate(() => {
    const before = document.activeElement;
    const place = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document;
    const controls = [...place.querySelectorAll<HTMLElement>('button, a, input, select, summary')];
    const cut = controls.filter((control) => {
      control.focus();
      if (document.activeElement !== control) return false;
      const shown = control.closest<HTMLElement>('.box') ?? control.nextElementSibling ?? control;
      return [control, shown].some(isCut);
    });
    (before as HTMLElement | null)?.focus();
    return cut.map((control) => `a focus ring that is cut: ${control.outerHTML.slice(0, 100)}`);

    function isCut(element: Element): boolean {
      const { outlineStyle, outlineWidth, outlineOffset, boxShadow } = getComputedStyle(element);
      const hasOutline = outlineStyle !== 'none';
      const shadow = /0px 0px 0px (\d+)px$/.exec(element.matches('.box') ? boxShadow : '')?.[1];
      const reach = hasOutline
        ? Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
        : Number(shadow ?? 0);
      const { left, right, top, bottom } = element.getBoundingClientRect();
      if (left - reach < -0.5 || right + reach > innerWidth + 0.5) return true;
      for (let around = element.parentElement; around; around = around.parentElement) {
        if (around === document.body) return false;
        const { overflowX, overflowY } = getComputedStyle(around);
        const edge = around.getBoundingClientRect();
        if (
          overflowX !== 'visible' &&
          (left - reach < edge.left - 0.5 || right + reach > edge.right + 0.5)
        )
          return true;
        if (
          overflowY !== 'visible' &&
          (top - reach < edge.top - 0.5 || bottom + reach > edge.bottom + 0.5)
        )
          return true;
      }
      return false;
    }
  });
}

type Rules = {
  readonly sizes: readonly number[];
  readonly onAxis: string;
  readonly apart: string;
  readonly surfaces: string;
  readonly optical: number;
};

/** Runs in the page. */
function findProblems({ sizes, onAxis, apart, surfaces, optical }: Rules): string[] {
  const screen = document.querySelector('main');
  // The preview is a tool around pictures of screens, and no screen itself.
  if (!screen || !document.querySelector('.frame')) return [];
  const all = (selector: string, from: ParentNode = document) =>
    [...from.querySelectorAll<HTMLElement>(selector)].filter(isVisible);
  const what = (element: Element) => element.outerHTML.slice(0, 100);
  const isDrawn = (element: Element) => element.closest('.logo, .hidden') !== null;

  const offScale = all('body *').filter((element) => {
    const isText = [...element.childNodes].some(
      ({ nodeType, textContent }) => nodeType === 3 && textContent?.trim(),
    );
    const isTyped = element instanceof HTMLInputElement && element.closest('.box') !== null;
    if ((!isText && !isTyped) || isDrawn(element)) return false;
    return !sizes.includes(
      Math.round(Number.parseFloat(getComputedStyle(element).fontSize) * 4) / 4,
    );
  });

  const padding = Number.parseFloat(getComputedStyle(screen).paddingInlineStart);
  const axis = screen.getBoundingClientRect().left + padding;
  const beside = all(onAxis, screen).filter((element) => {
    if (element.parentElement?.closest(apart) && !element.matches('.row > :first-child'))
      return false;
    if (element.closest('.grid, .second, .notice, .choice .row')) return false;
    if (isDrawn(element) && !element.matches('.logo')) return false;
    return Math.abs(element.getBoundingClientRect().left - axis) > optical;
  });

  const cut = all('body *').filter((element) => {
    const { overflowX, textOverflow } = getComputedStyle(element);
    const isCutting = overflowX === 'hidden' || overflowX === 'clip' || textOverflow === 'ellipsis';
    const hasNumber = /\d/.test(element.textContent ?? '');
    return isCutting && hasNumber && !isDrawn(element) && element.scrollWidth > element.clientWidth;
  });
  const end = screen.getBoundingClientRect().right;
  const outside = all('.number, b, dd', screen).filter(
    (element) => !isDrawn(element) && element.getBoundingClientRect().right > end - padding + 12.5,
  );

  const squeezed = all('.logo').filter((one) => {
    const { width, height } = one.getBoundingClientRect();
    return Math.abs(width - height) > 1;
  });

  const covered = all('.logo b').filter(
    ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
      scrollWidth > clientWidth || scrollHeight > clientHeight,
  );

  const place = all('dialog[open]').at(-1) ?? document;
  const filled = all('.primary', place);
  const nested = all(surfaces).filter((one) => one.parentElement?.closest(surfaces));
  return [
    ...offScale.map((one) => `off the type scale, ${getComputedStyle(one).fontSize}: ${what(one)}`),
    ...beside.map((one) => {
      const off = Math.round(one.getBoundingClientRect().left - axis);
      return `${off} px off the axis: ${what(one)}`;
    }),
    ...[...cut, ...outside].map((one) => `a number that is cut off: ${what(one)}`),
    ...(filled.length > 1
      ? [`${filled.length} filled buttons: ${filled.map(what).join(' ')}`]
      : []),
    ...squeezed.map((one) => `a logo that is not square: ${what(one)}`),
    ...covered.map((one) => `a name over a logo that is cut: ${what(one)}`),
    ...nested.map((one) => `a surface in a surface: ${what(one)}`),
  ];

  function isVisible(element: Element): boolean {
    const { width, height } = element.getBoundingClientRect();
    return width > 1 && height > 1 && getComputedStyle(element).visibility === 'visible';
  }
}

/** Runs in the page. */
function findLongTexts(most: Readonly<Record<string, number>>): string[] {
  if (innerWidth < 390 || document.documentElement.lang === 'en-XA') return [];
  const linesOf = (element: Element) =>
    Math.round(
      element.getBoundingClientRect().height /
        Number.parseFloat(getComputedStyle(element).lineHeight),
    );
  return Object.entries(most).flatMap(([selector, lines]) =>
    [...document.querySelectorAll(`main ${selector}`)]
      .filter((one) => linesOf(one) > lines)
      .map((one) => `${linesOf(one)} lines of ${lines}: ${one.outerHTML.slice(0, 100)}`),
  );
}

/** Runs in the page. The main button is above the other ones, wherever there are several. */
function findLateButtons(): string[] {
  return [...document.querySelectorAll('.actions .primary')]
    .filter((one) => one.closest('.actions')?.querySelector('button, a') !== one)
    .map((one) => `not the first of its buttons: ${one.outerHTML.slice(0, 100)}`);
}

/** Runs in the page. */
function findUnclear(): string[] {
  const all = (selector: string) => [...document.querySelectorAll(`main ${selector}`)];
  const what = (element: Element) => element.outerHTML.slice(0, 100);
  // Who can't tell the colors apart, or looks down a list, finds a status by its icon.
  const bare = all('.row em:not(.muted, .badge, :has(.icon))');
  const unnumbered = all('.receipt .number').filter(({ textContent }) => textContent === '');
  // With a logo on the screen, all texts begin where its own does.
  const far = document.querySelector('main .row .logo')
    ? []
    : all('.row > .icon.mark').filter((one) => {
        const text = one.nextElementSibling?.getBoundingClientRect();
        return text && Math.abs(text.left - one.getBoundingClientRect().right) > 16;
      });
  const alike = all('.notice a').filter((one, index, links) =>
    links.slice(0, index).some(({ textContent }) => textContent === one.textContent),
  );
  return [
    ...bare.map((one) => `a status without an icon: ${what(one)}`),
    ...far.map((one) => `an icon far from its text: ${what(one)}`),
    ...unnumbered.map((one) => `a receipt without its number: ${what(one)}`),
    ...alike.map((one) => `two links that say the same: ${what(one)}`),
  ];
}
