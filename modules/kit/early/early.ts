/**
 * Stands in the page itself (decision: inline-by-hash) and runs before anything is loaded: takes the
 * token out of the address, opens the session, and gives the page its font and colors.
 */
import type { ModuleLook, ModuleName } from '@billhook/core/schemas/module';
import { fontsOf } from '../look/fonts.ts';
import { useFont } from '../look/still-fonts.ts';
import { applyTheme, type Theme } from '../look/theme.ts';
import { readOpening } from '../parameters.ts';
import { lookOf, openSession, takeToken } from '../session.ts';
import { give } from './given.ts';

type Shown = {
  readonly theme: string;
  readonly fonts: Promise<unknown>;
  readonly stop: () => void;
};

/** For so long the first screen waits for its font. */
const FONT_MILLISECONDS = 100;

const page = document.documentElement;
let shown: Shown | undefined;
const module = page.dataset.module as ModuleName;
const parameters = readOpening(location.search, location.hash);
takeToken(parameters);
const look = lookInPage();
// The session is asked for first: while its answer is on the way there is time for the look.
const opened = open();
// A partner that is not known yet most likely has none of its own.
const own = look?.theme.font ? undefined : fontsOf({});
if (look) showTheme(look.theme);
give({ parameters, opened, open });

async function open() {
  const result = await openSession(module, parameters, look);
  const late = new Promise((resolve) => setTimeout(resolve, FONT_MILLISECONDS));
  await Promise.race([late, showTheme((lookOf(result) ?? look)?.theme ?? {})]);
  return result;
}

/** What the service knew of the partner that the address names. */
function lookInPage(): ModuleLook | undefined {
  const text = document.getElementById('look')?.textContent;
  return text ? JSON.parse(text) : undefined;
}

/** @returns once its fonts are there. */
function showTheme(theme: Theme): Promise<unknown> {
  const text = JSON.stringify(theme);
  if (shown?.theme === text) return shown.fonts;
  shown?.stop();
  const stop = applyTheme(theme, (scheme) => {
    page.dataset.scheme = scheme;
  });
  const faces = (!theme.font && own) || fontsOf(theme);
  const fonts = Promise.all(faces.map(async (face) => useFont(await face)));
  shown = { theme: text, fonts, stop };
  return fonts;
}
