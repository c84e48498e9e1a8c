/**
 * `npm run tools -- walk-stand-in`: somebody links the stand-in power company with a code and pays its bill, through
 * the real pages and the browser of `npm start`, and then looks at the company's own website. Its pictures
 * are those of docs/connect/browser-connectors.md.
 *
 *   npm run tools -- walk-stand-in [--to folder]
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { until } from '../../../lib/base/until.ts';
import { startService } from '../../../lib/local/service-process.ts';
import type { StandInFacts } from '../../../lib/local/stand-ins/open.ts';
import { ensureAssembly } from '../../../lib/local/template/synthesis.ts';
import { launchChromium } from '../../support/chromium.ts';
import { openWorld } from '../../support/world.ts';
import { openChromium } from './chromium.ts';
import { HEIGHT, WIDTH } from './engine.ts';
import { stripOf } from './strip.ts';
import { Lost, type Walk, type Walker, walk } from './walker.ts';
import { addressOf, newUser, paying } from './walks.ts';

const COMPANY = 'Marlow Valley Electric';
/** A browser of its own signs in at the company, on whatever machine this is. */
const MOST_SECONDS = 300;
const CODE_SECONDS = 60;

const payingThere: Walk = {
  ...{ name: 'pay at a stand-in', goal: ['paid'], waits: true, mostSeconds: MOST_SECONDS },
  on: { ...paying, bills: (walker) => walker.press(COMPANY) },
};

const { values } = parseArgs({ options: { to: { type: 'string', default: 'docs/guide/walks' } } });
mkdirSync(values.to, { recursive: true });
const folder = mkdtempSync(join(tmpdir(), 'billhook-walk-'));
const stateDir = join(folder, 'state');
// Built before its start is waited for.
await ensureAssembly(join(import.meta.dirname, '../../..'), () => {});
const service = await startService({ stateDir, standIns: true });
const engine = await openChromium();
const customer = await launchChromium();
try {
  const { standIns } = JSON.parse(readFileSync(join(stateDir, 'sandbox.json'), 'utf8'));
  const site = standIns.find(({ name }: StandInFacts) => name === COMPANY) as StandInFacts;
  const world = openWorld(service);
  const { identifier } = await newUser(world);
  const begin = async (page: string) =>
    `${service.modulesUrl}${await addressOf(world, page, { identifier })}`;
  const linked = await walk(engine, await begin('connect'), linkingAt(site));
  save('browser-link', await stripOf(linked.pictures));
  const paid = await walk(engine, await begin('bill-pay'), payingThere);
  const history = await asCustomer((page) => openHistory(page, site));
  save('browser-pay', await stripOf([...paid.pictures, history]));
} catch (error) {
  if (error instanceof Lost) save('lost', Buffer.from(error.picture, 'base64'));
  throw error;
} finally {
  await Promise.all([engine.close(), customer.close()]);
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}

function save(name: string, picture: Buffer): void {
  writeFileSync(join(values.to, `${name}.png`), picture);
  console.log(`${name}.png`);
}

function linkingAt({ form, phone }: StandInFacts): Walk {
  return {
    ...{ name: 'link at a stand-in', goal: ['linked'], waits: true, mostSeconds: MOST_SECONDS },
    on: {
      search: async (walker) => {
        await walker.fill('company', COMPANY);
        await walker.press(COMPANY);
      },
      'sign-in': async (walker) => {
        await walker.fill('^user id', form.userid ?? '');
        await walker.fill('^password', form.password ?? '');
        await walker.press('^(sign in|connect|continue|link)');
      },
      'code-destination': (walker) => walker.press('^send|^continue'),
      code: (walker) => typeCode(walker, phone),
    },
  };
}

/** It is read where its customer reads it: on the page that stands for a telephone. */
async function typeCode(walker: Walker, phone: string): Promise<void> {
  const code = await codeOn(phone, 1);
  const shown = await asCustomer((page) => page.goto(phone.replace('/phone.json/', '/phone/')));
  walker.keep(shown);
  await walker.fill('code', code);
  const confirms = '^(submit|continue|confirm|verify|check)';
  if (await walker.sees(confirms)) await walker.press(confirms);
}

/** The newest of so many messages at least. */
async function codeOn(phone: string, count: number): Promise<string> {
  return until(
    'the code to come',
    async () => {
      const messages = await (await fetch(phone)).json();
      return messages.length >= count ? String(messages[0].code) : undefined;
    },
    CODE_SECONDS,
  );
}

/** @returns a picture of what is there at the end, in a window as wide as a telephone. */
async function asCustomer(visit: (page: Page) => Promise<unknown>): Promise<string> {
  const page = await customer.newPage({ viewport: { width: WIDTH, height: HEIGHT } });
  try {
    await visit(page);
    return (await page.screenshot()).toString('base64');
  } finally {
    await page.close();
  }
}

/** What the company says of the payment on its own website, to whoever signs in there. */
async function openHistory(page: Page, { url, form, phone }: StandInFacts): Promise<void> {
  await page.goto(url);
  await page.getByLabel('User ID').fill(form.userid ?? '');
  await page.getByLabel('Password').fill(form.password ?? '');
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('radio').first().check();
  await page.getByRole('button', { name: 'Send Code' }).click();
  await page.getByLabel('Security code').fill(await codeOn(phone, 2));
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.getByRole('heading', { name: 'My account' }).waitFor();
  await page.goto(`${url}/account/history`);
  await page.getByRole('heading', { name: 'Payment history' }).waitFor();
}
