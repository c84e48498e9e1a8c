/** Checks a page for accessibility as it stands, against WCAG 2.2 A and AA. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type axe from 'axe-core';
import type { Page } from 'playwright-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** One line for each thing that is wrong; none when nothing is. */
export async function violationsOf(page: Page): Promise<string[]> {
  await page.evaluate(source);
  const { violations } = await page.evaluate(
    (values) =>
      (globalThis as unknown as { readonly axe: typeof axe }).axe.run({
        runOnly: { type: 'tag', values },
      }),
    tags,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ''}`),
  );
}

/** Whether something reaches beyond the page's side, and controls that are too small for a finger. */
export async function layoutProblemsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    const controls = [...document.querySelectorAll<HTMLElement>('button, a, input, select')];
    const small = controls.filter((control) => {
      const label = control.closest('label') ?? control;
      const { width, height } = label.getBoundingClientRect();
      return width > 0 && (height < 47.5 || width < 24);
    });
    return [
      ...(wide > 0 ? [`${wide} px too wide`] : []),
      ...small.map((control) => `too small: ${control.outerHTML.slice(0, 120)}`),
    ];
  });
}
