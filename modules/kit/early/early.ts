/**
 * Stands in the page itself (decision: inline-by-hash) and runs before anything is loaded: takes the
 * token out of the address, opens the session, and gives the page its colors.
 */
import type { ModuleLook, ModuleName } from '@billhook/core/schemas/module';
import { applyTheme, type Theme } from '../look/theme.ts';
import { readOpening } from '../parameters.ts';
import { openSession, takeToken } from '../session.ts';
import { give } from './given.ts';

type Shown = { readonly theme: string; readonly stop: () => void };

const page = document.documentElement;
let shown: Shown | undefined;
const module = page.dataset.module as ModuleName;
const parameters = readOpening(location.search, location.hash);
takeToken(parameters);
const look = lookInPage();
const open = () => openSession(module, parameters, look);
// The session is asked for first: while its answer is on the way there is time for colors.
const opened = open();
if (look) showTheme(look.theme);
give({ parameters, opened, open, showTheme });

/** What the service knew of the partner that the address names. */
function lookInPage(): ModuleLook | undefined {
  const text = document.getElementById('look')?.textContent;
  return text ? JSON.parse(text) : undefined;
}

function showTheme(theme: Theme): void {
  const text = JSON.stringify(theme);
  if (shown?.theme === text) return;
  shown?.stop();
  const stop = applyTheme(theme, (scheme) => {
    page.dataset.scheme = scheme;
  });
  shown = { theme: text, stop };
}
