/**
 * `npm run tools -- pictures`: a picture of every screen and state of the modules, in light and dark, with
 * what axe and the layout say of each. Canned answers stand in the place of the service.
 *
 *   npm run tools -- pictures [--only text] [--to folder] [--width pixels] [--height pixels]
 *     [--locale en|es|en-XA]
 *   npm run tools -- pictures --walks [--to folder]
 *   npm run tools -- pictures --beside folder [--to folder]
 *
 * The second makes strips of the five first-time walks, over a service that it starts. The third
 * takes none: it puts those that are there next to those that an earlier checkout took.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchChromium } from '../support/chromium.ts';
import { serveModulePages } from '../support/module-pages.ts';
import { allStates } from './all-states.ts';
import { layoutProblemsOf, violationsOf } from './axe.ts';
import { putBeside } from './beside.ts';
import { designProblemsOf } from './design-rules.ts';
import { showState } from './show-state.ts';
import { makeStrips } from './walks/strips.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    to: { type: 'string', default: 'pictures' },
    width: { type: 'string', default: '390' },
    height: { type: 'string', default: '844' },
    locale: { type: 'string', default: 'en' },
    walks: { type: 'boolean', default: false },
    beside: { type: 'string' },
  },
});
if (values.beside !== undefined) {
  const { index, pages, both, onlyBefore, onlyNow, single } = putBeside(values.beside, values.to);
  if (onlyBefore.length > 0) console.log(`Only before: ${onlyBefore.join(', ')}`);
  if (onlyNow.length > 0) console.log(`Only now: ${onlyNow.join(', ')}`);
  if (single > 0) console.log(`${single} pictures of other states lack the one on the other side`);
  console.log(`${both} pairs of pictures on ${pages} pages: ${index}`);
  process.exit();
}
mkdirSync(values.to, { recursive: true });
if (values.walks) process.exit((await makeStrips(values.to)) > 0 ? 1 : 0);
const pages = await serveModulePages();
const browser = await launchChromium();
let problems = 0;
let pictures = 0;
try {
  for (const state of allStates.filter(({ page, name }) =>
    `${page}.${name}`.includes(values.only),
  )) {
    for (const scheme of ['light', 'dark'] as const) {
      const showing = {
        scheme,
        width: Number(values.width),
        height: Number(values.height),
        locale: values.locale,
      };
      try {
        const page = await showState(browser, pages.origin, state, showing);
        const file = `${state.page}.${state.name}.${scheme}.png`;
        await page.screenshot({ path: join(values.to, file), fullPage: true });
        const found = [
          ...(await violationsOf(page)),
          ...(await layoutProblemsOf(page)),
          ...(await designProblemsOf(page)),
        ];
        pictures += 1;
        problems += found.length;
        for (const line of found) console.log(`${file}\n  ${line.replaceAll('\n', '\n  ')}`);
        await page.context().close();
      } catch (error) {
        problems += 1;
        console.log(`${state.page}.${state.name}.${scheme}: ${(error as Error).message}`);
      }
    }
  }
} finally {
  await browser.close();
  await pages.close();
}
console.log(`${pictures} pictures in ${values.to}, ${problems} problems`);
process.exitCode = problems > 0 ? 1 : 0;
