/** `record`: an author signs in at a company, or a program of theirs; what comes of it is a draft and a recording. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { type Visit, visitOf } from '../blocks/visit.ts';
import { findChromium, findInstalled } from '../find-chromium.ts';
import { draftOf, typedIn } from './draft.ts';
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
  /** What is typed to sign in, by the names of the form's fields: else they are named by their labels. */
  readonly form?: Readonly<Record<string, string>>;
};

/** What a program does in the place of a person. */
export type Steps = (
  visit: Visit,
  author: {
    /** Such as for a code that was sent. */
    readonly ask: (question: string) => Promise<string>;
    /** Says what was paid. */
    readonly paid: (cents: number) => void;
  },
) => Promise<void>;

/**
 * Records what is done on a page, by a person or a program.
 * @param act ends when all of it is done, with what was paid in cents.
 * @throws SecretLeft when something that was typed can't be replaced: nothing is kept then.
 */
export async function recordAt(
  context: BrowserContext,
  { company, address, hide = [], form }: RecordOptions,
  act: (page: Page) => Promise<number | undefined>,
): Promise<Recorded> {
  const standIns = createStandIns();
  for (const one of [...hide, ...Object.values(form ?? {})]) standIns.learn(one);
  const traffic = listen(context, address, standIns);
  const page = context.pages()[0] ?? (await context.newPage());
  const watched = await watch(page, (value) => void standIns.learn(value));
  let pages: SeenPage[] = [];
  // A window that was closed can't be looked at any more.
  const look = async () => {
    pages = await watched.pages().catch(() => pages);
  };
  page.on('load', () => void look());
  const paidCents = await act(page);
  await look();
  const typed = typedIn(pages);
  const exchanges = await traffic.exchanges();
  const fields = Object.entries(form ?? typed.form);
  const recording: Recording = {
    company,
    recordedOn: new Date().toISOString().slice(0, 10),
    form: Object.fromEntries(fields.map(([name, value]) => [name, standIns.replace(value)])),
    ...(typed.code && { code: standIns.replace(typed.code) }),
    ...(paidCents !== undefined && { paidCents }),
    exchanges,
  };
  standIns.check(JSON.stringify(recording));
  return { draft: standIns.replace(draftOf({ company, address, pages })), recording };
}

/** There is no browser that a person could see, or a step of a program came to nothing. */
export class NotRecorded extends Error {}

/** Until its window is closed. @throws NotRecorded where there is none to show. */
export async function recordByHand(options: RecordOptions): Promise<Recorded> {
  const executablePath = process.env.CHROMIUM ?? findInstalled()?.executablePath;
  if (executablePath === undefined || !existsSync(executablePath)) {
    throw new NotRecorded(
      'A browser with a window is needed: install Chrome or Chromium, or name one in CHROMIUM. ' +
        'Without a window, write down with --steps what is to be done.',
    );
  }
  await using browser = await chromium.launch({ executablePath, headless: false });
  const context = await browser.newContext({ viewport: null, locale: 'en-US' });
  return await recordAt(context, options, async (page) => {
    await page.goto(options.address);
    await page.waitForEvent('close', { timeout: 0 });
    return undefined;
  });
}

/** A step waits this long for what it is about. */
const STEP_MILLISECONDS = 10_000;

/**
 * Without a window.
 * @param show is given what the last page shows: whoever writes the steps doesn't see it.
 * @throws NotRecorded when a step comes to nothing.
 */
export async function recordSteps(
  options: RecordOptions,
  steps: Steps,
  { ask, show }: { ask: (question: string) => Promise<string>; show: (page: string) => void },
): Promise<Recorded> {
  const { executablePath, env } = findChromium();
  await using browser = await chromium.launch({ executablePath, env: { ...process.env, ...env } });
  const context = await browser.newContext({ locale: 'en-US' });
  context.setDefaultTimeout(STEP_MILLISECONDS);
  return await recordAt(context, options, async (page) => {
    const visit = visitOf(page, options.address, { waitMilliseconds: STEP_MILLISECONDS });
    let cents: number | undefined;
    const paid = (said: number) => {
      cents = said;
    };
    const problem = await visit
      .open(new URL(options.address).pathname)
      .then(() => steps(visit, { ask, paid }))
      .catch((error: Error) => error);
    await page.waitForLoadState('load');
    show(withoutValues(await page.locator('body').ariaSnapshot()));
    if (problem) throw new NotRecorded(linesOf(problem).join(', '));
    return cents;
  });
}

/** What Playwright threw, and of what came after it what was waited for. */
function linesOf({ message }: Error): string[] {
  const [first = '', ...rest] = stripVTControlCharacters(message).split('\n');
  return [first, ...rest.filter((line) => line.includes('waiting for'))].map((one) =>
    one.replace(/^[\s-]+/, ''),
  );
}

/** Of fields, which may have a password in them. */
const withoutValues = (page: string) => page.replace(/^(\s*- textbox [^:\n]*):.*$/gm, '$1');

/** Beside a file that is there, which is somebody's work. @returns where it is. */
export function writeDraft(companies: string, company: string, draft: string): string {
  const own = join(companies, `${company}.ts`);
  const file = existsSync(own) ? join(companies, `${company}.draft.ts`) : own;
  writeFileSync(file, draft);
  return file;
}
