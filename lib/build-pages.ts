/** Tells the function that answers the modules' pages what they load. */
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PageAssets } from '@billhook/core/module-page';
import type { BuildPaths } from './build-options.ts';

/** Puts `pages.json` beside the function's bundle, so that both deploy together. */
export function placePages({ out }: BuildPaths): void {
  const modules = join(out, 'modules');
  if (!existsSync(join(modules, 'pages.json'))) standIn(modules);
  const folder = join(out, 'functions/gateway/show-page');
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(modules, 'pages.json'), join(folder, 'pages.json'));
}

/** Until the modules are built: pages that load next to nothing. */
function standIn(modules: string): void {
  mkdirSync(join(modules, 'assets'), { recursive: true });
  const put = (file: string, text: string) => {
    writeFileSync(join(modules, 'assets', file), text);
    return `/assets/${file}`;
  };
  const scripts = (name: string) => ({
    en: put(`${name}.en-0.js`, '"en";\n'),
    es: put(`${name}.es-0.js`, '"es";\n'),
    'en-XA': put(`${name}.en-XA-0.js`, '"en-XA";\n'),
  });
  const pages: PageAssets = {
    'account-linking': scripts('account-linking'),
    'card-swap': scripts('card-swap'),
    'bill-pay': scripts('bill-pay'),
    preview: scripts('preview'),
    styles: put('kit-0.css', 'body{font-family:system-ui}\n'),
  };
  writeFileSync(join(modules, 'pages.json'), JSON.stringify(pages));
}
