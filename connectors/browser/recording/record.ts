/** `record`: an author signs in at a company in a visible browser; what comes of it is a draft and a recording. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { findInstalled } from '../find-chromium.ts';
import { draftOf } from './draft.ts';
import type { Recording } from './recording.ts';
import { createStandIns } from './stand-ins.ts';
import { listen } from './traffic.ts';
import { type SeenPage, watch } from './watch.ts';

export type Recorded = {
  /** TypeScript: the first draft of the company's file. */
  readonly draft: string;
  readonly recording: Recording;
};

export type RecordOptions = {
  readonly company: string;
  readonly address: string;
  /** Names, addresses and whatever else is somebody's: replaced wherever it is. */
  readonly hide?: readonly string[];
  /** What is typed to sign in, by the names of the form's fields, where that is known beforehand. */
  readonly form?: Readonly<Record<string, string>>;
};

/** What was learned meanwhile: the code that was typed, and what was paid. */
type Learned = Pick<Recording, 'code' | 'paidCents'>;

/**
 * Records what is done on a page, by a person or a program.
 * @param act ends when all of it is done.
 * @throws SecretLeft when something that was typed can't be replaced: nothing is kept then.
 */
export async function recordAt(
  context: BrowserContext,
  { company, address, hide = [], form = {} }: RecordOptions,
  act: (page: Page) => Promise<Learned>,
): Promise<Recorded> {
  const standIns = createStandIns();
  for (const one of [...hide, ...Object.values(form)]) standIns.learn(one);
  const traffic = listen(context, address, standIns);
  const page = context.pages()[0] ?? (await context.newPage());
  const watched = await watch(page, (value) => void standIns.learn(value));
  let pages: SeenPage[] = [];
  // A window that was closed can't be looked at any more.
  const look = async () => {
    pages = await watched.pages().catch(() => pages);
  };
  page.on('load', () => void look());
  const { code, paidCents } = await act(page);
  await look();
  if (code) standIns.learn(code);
  const exchanges = await traffic.exchanges();
  const typed = Object.entries(form).map(([name, value]) => [name, standIns.replace(value)]);
  const recording: Recording = {
    company,
    recordedOn: new Date().toISOString().slice(0, 10),
    form: Object.fromEntries(typed),
    ...(code && { code: standIns.replace(code) }),
    ...(paidCents !== undefined && { paidCents }),
    exchanges,
  };
  standIns.check(JSON.stringify(recording));
  return { draft: standIns.replace(draftOf({ company, address, pages })), recording };
}

/** This machine has no browser that a person could see. */
export class NoWindow extends Error {
  constructor() {
    super(
      'A browser with a window is needed: install Chrome or Chromium, or name one in CHROMIUM.',
    );
  }
}

/** Until its window is closed. @throws NoWindow where there is none to show. */
export async function recordByHand(options: RecordOptions): Promise<Recorded> {
  const executablePath = process.env.CHROMIUM ?? findInstalled()?.executablePath;
  if (executablePath === undefined || !existsSync(executablePath)) throw new NoWindow();
  const browser = await chromium.launch({ executablePath, headless: false });
  try {
    const context = await browser.newContext({ viewport: null, locale: 'en-US' });
    return await recordAt(context, options, async (page) => {
      await page.goto(options.address);
      await page.waitForEvent('close', { timeout: 0 });
      return {};
    });
  } finally {
    await browser.close();
  }
}

const companies = join(import.meta.dirname, '../companies');

/** Beside a file that is there, which is somebody's work. @returns where it is. */
export function writeDraft(company: string, draft: string): string {
  const own = join(companies, `${company}.ts`);
  const file = existsSync(own) ? join(companies, `${company}.draft.ts`) : own;
  writeFileSync(file, draft);
  return file;
}
