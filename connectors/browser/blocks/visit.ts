/** What a person does on a page, and reads there, by what a person sees. A company's file is written with these. */
import type { Locator, Page } from 'playwright-core';
import { type Sign, waitForSign } from './signs.ts';
import { lookForTable } from './tables.ts';
import { UnknownPage } from './unknown-page.ts';

export type Choice = { readonly label: string; readonly identifier: string };

/** A text whole, or a pattern that it matches. */
export type Label = string | RegExp;

/** Others may be missing. */
type Found<G extends string> = Readonly<Record<G, string>> & {
  readonly [group: string]: string | undefined;
};

export type Visit = {
  /** For what the blocks lack. */
  readonly page: Page;
  readonly open: (path: string) => Promise<void>;
  /** The field by its label. */
  readonly fill: (label: Label, value: string) => Promise<void>;
  /** Several, in this order. */
  readonly fillAll: (values: Readonly<Record<string, string>>) => Promise<void>;
  /** A choice by its label. */
  readonly choose: (label: Label) => Promise<void>;
  /** A button or a link by what it says; where there is neither, whatever says so. */
  readonly press: (name: Label) => Promise<void>;
  /** The company's next answer, of the page or in the background. To be asked for before it is caused. */
  readonly answered: () => Promise<void>;
  /** The first of these pages that is there. @throws UnknownPage when none comes in time. */
  readonly waitFor: <N extends string>(pages: Readonly<Record<N, Sign>>) => Promise<N>;
  /** Whether the text is somewhere on the page now. */
  readonly says: (text: string) => Promise<boolean>;
  /**
   * What stands beside a label in a table or a line of the page: `Amount due` and `$84.37`.
   * @throws UnknownPage when nobody says so, or nothing is beside it.
   */
  readonly beside: (label: string) => Promise<string>;
  /**
   * What a pattern finds in the text of the page, by the names of its groups.
   * @throws UnknownPage when one of these groups has found nothing.
   */
  readonly find: <G extends string>(pattern: RegExp, groups: readonly G[]) => Promise<Found<G>>;
  /**
   * The rows of the one table with these heads, each by its heads.
   * @throws UnknownPage when there is none, or a row has another number of cells.
   */
  readonly table: <H extends string>(heads: readonly H[]) => Promise<Record<H, string>[]>;
  /** The items of the page's list, each by its lines of text. */
  readonly items: () => Promise<string[][]>;
  /** What can be chosen, in its order. */
  readonly choices: () => Promise<Choice[]>;
};

/** From what a page has heard until it shows it. */
const SHOWN_MILLISECONDS = 300;
const QUIET_MILLISECONDS = 5_000;
const PAUSE_MILLISECONDS = 50;
const REDRAWN_MILLISECONDS = 2_000;
/** What a person reads is there with its page. */
const READ_MILLISECONDS = 5_000;

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
  const fieldOf = (label: Label) => page.getByLabel(label, exactly(label)).first();
  // What Playwright throws has the value in it, which may be a password.
  const fill: Visit['fill'] = (label, value) =>
    fieldOf(label)
      .fill(value)
      .catch(() => {
        throw new Error(`The field ${label} can’t be filled`);
      });
  return {
    page,
    open: async (path) => {
      await page.goto(new URL(path, address).href, { waitUntil: 'domcontentloaded' });
    },
    fill,
    async fillAll(values) {
      for (const [label, value] of Object.entries(values)) await fill(label, value);
    },
    choose: (label) => fieldOf(label).check(),
    press: async (name) => {
      const named = page
        .getByRole('button', { name, ...exactly(name) })
        .or(page.getByRole('link', { name, ...exactly(name) }))
        .first();
      const isNamed = await named.isVisible();
      const pressed = isNamed ? named : page.getByText(name, exactly(name)).first();
      await pressed.click({ noWaitAfter: true });
    },
    says: (text) => page.getByText(text).first().isVisible(),
    async answered() {
      const timeout = waitMilliseconds;
      if (!isApp) {
        await page.waitForEvent('framenavigated', { timeout }).catch(() => undefined);
        return;
      }
      await quietAfterAnswer(page, timeout);
    },
    waitFor: (pages) => waitForSign(page, pages, waitMilliseconds),
    beside: (label) => besideLabel(page, label),
    find: (pattern, groups) => untilKnown(page, () => findIn(page, pattern, groups)),
    table: (heads) => untilKnown(page, () => lookForTable(page, heads)),
    async items() {
      const texts = await page.getByRole('listitem').allInnerTexts();
      return texts.map((text) =>
        text
          .split('\n')
          .map((line) => line.trim())
          .filter(Boolean),
      );
    },
    choices: () => choicesOn(page),
  };
}

/** An app may be drawing what it has just heard: it is read again for a while before it counts as unknown. */
async function untilKnown<T>(page: Page, read: () => Promise<T>): Promise<T> {
  const until = Date.now() + REDRAWN_MILLISECONDS;
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof UnknownPage) || Date.now() > until) throw error;
    }
    await page.waitForTimeout(PAUSE_MILLISECONDS);
  }
}

async function findIn<G extends string>(
  page: Page,
  pattern: RegExp,
  groups: readonly G[],
): Promise<Found<G>> {
  // What components show isn't in the text of the page that they are in.
  const texts = await page.locator('body, main, section, [role=main]').allInnerTexts();
  const found = texts.map((one) => pattern.exec(one)).find(Boolean)?.groups;
  const missing = groups.find((group) => found?.[group] === undefined);
  if (missing) throw new UnknownPage(`The page says nothing of ${missing}`);
  return found as Found<G>;
}

/** An app asks again for what it shows next: until it has asked for nothing for a moment. */
async function quietAfterAnswer(page: Page, timeout: number): Promise<void> {
  let asked = 0;
  let changedAt = Date.now();
  const begun = () => {
    asked += 1;
    changedAt = Date.now();
  };
  const ended = () => {
    asked -= 1;
    changedAt = Date.now();
  };
  const first = page.waitForEvent('requestfinished', { timeout }).catch(() => undefined);
  page.on('request', begun).on('requestfinished', ended).on('requestfailed', ended);
  try {
    await first;
    // One that listens for news without an end is not waited for.
    const until = Date.now() + QUIET_MILLISECONDS;
    while (Date.now() < until && (asked > 0 || Date.now() - changedAt < SHOWN_MILLISECONDS))
      await page.waitForTimeout(PAUSE_MILLISECONDS);
  } finally {
    page.off('request', begun).off('requestfinished', ended).off('requestfailed', ended);
  }
}

const exactly = (label: Label) => (typeof label === 'string' ? { exact: true } : {});

async function besideLabel(page: Page, label: string): Promise<string> {
  const named = page.getByText(label, { exact: true });
  // The next cell or line, or that of what the label is all of.
  const next = named.locator(
    'xpath=(ancestor-or-self::*[following-sibling::*][1]/following-sibling::*)[1]',
  );
  return textOf(next, label);
}

async function textOf(locator: Locator, what: string): Promise<string> {
  try {
    return (await locator.first().innerText({ timeout: READ_MILLISECONDS })).trim();
  } catch (error) {
    if ((error as Error).name !== 'TimeoutError') throw error;
    throw new UnknownPage(`Nothing is beside ${what}`);
  }
}

async function choicesOn(page: Page): Promise<Choice[]> {
  const labels = await page
    .getByRole('radio')
    .evaluateAll((radios) =>
      radios.map((radio) =>
        ((radio as HTMLInputElement).labels?.[0]?.textContent ?? '').replace(/\s+/g, ' ').trim(),
      ),
    );
  return labels.map((label, index) => ({ label, identifier: `choice_${index + 1}` }));
}
