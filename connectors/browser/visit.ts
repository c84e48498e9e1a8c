/** Building blocks of a company's file: what a person does on a page, by what a person sees there. */
import type { Locator, Page } from 'playwright-core';
import type { Sign } from './company.ts';

/** The page is none that the company's file knows: it was made anew, or somebody else's. */
export class UnknownPage extends Error {
  override readonly name = 'UnknownPage';
}

export type Choice = { readonly label: string; readonly identifier: string };

export type Visit = {
  /** For what the blocks lack. */
  readonly page: Page;
  readonly open: (path: string) => Promise<void>;
  /** The field by its label. */
  readonly fill: (label: string, value: string) => Promise<void>;
  readonly choose: (label: string) => Promise<void>;
  /** Of a button or a link, by what it says. */
  readonly press: (name: string) => Promise<void>;
  /** The company's next answer, of the page or in the background. To be asked for before it is caused. */
  readonly answered: () => Promise<void>;
  /** What stands behind a name in a line of the page: `Next payment` and `$15.49`. */
  readonly behind: (name: string) => Promise<string>;
  /** The first of these pages that is there. @throws UnknownPage when none comes in time. */
  readonly waitFor: <N extends string>(pages: Readonly<Record<N, Sign>>) => Promise<N>;
  /** Whether the text is somewhere on the page now. */
  readonly says: (text: string) => Promise<boolean>;
  /** The cell beside the one that says so. */
  readonly beside: (label: string) => Promise<string>;
  /** The rows of the one table with these heads, each by its heads. */
  readonly table: <H extends string>(heads: readonly H[]) => Promise<Record<H, string>[]>;
  /** What can be chosen, in its order. */
  readonly choices: () => Promise<Choice[]>;
};

const PAUSE_MILLISECONDS = 100;
const SHOWN_MILLISECONDS = 300;

export type VisitOptions = {
  /** Until a page is none that is known. */
  readonly waitMilliseconds: number;
  readonly isApp?: boolean;
};

export function visitOf(
  page: Page,
  address: string,
  { waitMilliseconds, isApp = false }: VisitOptions,
): Visit {
  const named = (name: string) =>
    page
      .getByRole('button', { name, exact: true })
      .or(page.getByRole('link', { name, exact: true }))
      .first();
  return {
    page,
    open: async (path) => {
      await page.goto(new URL(path, address).href, { waitUntil: 'domcontentloaded' });
    },
    fill: (label, value) => page.getByLabel(label, { exact: true }).fill(value),
    choose: (label) => page.getByLabel(label, { exact: true }).check(),
    press: (name) => named(name).click({ noWaitAfter: true }),
    says: (text) => page.getByText(text).first().isVisible(),
    behind: (name) =>
      textOf(page.locator('span', { hasText: new RegExp(`^${name}$`) }).locator('xpath=../*[2]')),
    async answered() {
      const timeout = waitMilliseconds;
      if (!isApp) {
        await page.waitForEvent('framenavigated', { timeout }).catch(() => undefined);
        return;
      }
      await page.waitForEvent('requestfinished', { timeout }).catch(() => undefined);
      // The page shows what it heard at once, or a little later.
      await page.waitForTimeout(SHOWN_MILLISECONDS);
    },
    async waitFor<N extends string>(pages: Readonly<Record<N, Sign>>) {
      const until = Date.now() + waitMilliseconds;
      do {
        for (const [name, sign] of Object.entries(pages) as [N, Sign][]) {
          if (await isThere(page, sign)) return name;
        }
        await page.waitForTimeout(PAUSE_MILLISECONDS);
      } while (Date.now() < until);
      throw new UnknownPage('The page is none of those that are known');
    },
    beside: async (label) => {
      const cell = page.getByRole('cell', { name: label, exact: true }).first();
      return textOf(cell.locator('xpath=following-sibling::td[1]'));
    },
    async table<H extends string>(heads: readonly H[]) {
      const table = page.getByRole('table').filter({
        has: page.getByRole('columnheader', { name: heads[0] ?? '', exact: true }),
      });
      const shown = await table.getByRole('columnheader').allInnerTexts();
      const rows = await table.locator('tbody tr').all();
      return Promise.all(
        rows.map(async (row) => {
          const cells = await row.locator('td').allInnerTexts();
          return Object.fromEntries(
            heads.map((head) => [head, (cells[shown.indexOf(head)] ?? '').trim()]),
          ) as Record<H, string>;
        }),
      );
    },
    choices: async () => {
      const radios = await page.getByRole('radio').all();
      return Promise.all(
        radios.map(async (radio, index) => ({
          label: await radio.evaluate((field) =>
            ((field as HTMLInputElement).labels?.[0]?.textContent ?? '').trim(),
          ),
          identifier: `choice_${index + 1}`,
        })),
      );
    },
  };
}

async function textOf(locator: Locator): Promise<string> {
  return (await locator.first().innerText()).trim();
}

async function isThere(page: Page, { heading, field, button, text }: Sign): Promise<boolean> {
  const wanted = [
    ...(heading === undefined ? [] : [page.getByRole('heading', { name: heading, exact: true })]),
    ...(field === undefined ? [] : [page.getByLabel(field, { exact: true })]),
    ...(button === undefined ? [] : [page.getByRole('button', { name: button, exact: true })]),
    ...(text === undefined ? [] : [page.getByText(text)]),
  ];
  // Between two pages there is none, and asking for it may fail.
  const shown = await Promise.all(
    wanted.map((one) =>
      one
        .first()
        .isVisible()
        .catch(() => false),
    ),
  );
  return shown.length > 0 && shown.every(Boolean);
}

/** `$1,234.50` in cents. @throws UnknownPage when it is no amount. */
export function dollars(text: string): number {
  const [, whole, cents = '00'] = /^\s*\$?\s*([\d,]+)(?:\.(\d\d))?\s*$/.exec(text) ?? [];
  if (whole === undefined) throw new UnknownPage('What should be an amount is none');
  return Number(whole.replaceAll(',', '')) * 100 + Number(cents);
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun'].concat(
  ...[['jul', 'aug', 'sep', 'oct', 'nov', 'dec']],
);

/** `12/10/26` as `2026-12-10`. @throws UnknownPage when it is no day. */
export function shortDay(text: string): string {
  const [, month, day, year] = /^\s*(\d\d)\/(\d\d)\/(\d\d)\s*$/.exec(text) ?? [];
  if (year === undefined) throw new UnknownPage('What should be a day is none');
  return `20${year}-${month}-${day}`;
}

/** `Jan 10, 2027` as `2027-01-10`. @throws UnknownPage when it is no day. */
export function longDay(text: string): string {
  const [, name = '', day = '', year] =
    /^\s*([a-z]{3})[a-z]*\.? (\d{1,2}), (\d{4})\s*$/i.exec(text) ?? [];
  const month = months.indexOf(name.toLowerCase()) + 1;
  if (year === undefined || month === 0) throw new UnknownPage('What should be a day is none');
  return `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`;
}
