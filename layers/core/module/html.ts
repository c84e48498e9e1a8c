/**
 * The HTML of the modules' pages. All of it comes from tables and from what the partner has set:
 * nothing that a request carries stands in it. The first screen is in the page before its script
 * runs, so that nobody looks at a blank frame, nor where scripts may not run.
 */
import type { ModuleLook } from '../schemas/module.ts';
import type { ModuleName, PageAssets, PageLocale } from './page.ts';

type Texts = {
  readonly titles: Readonly<Record<ModuleName, string>>;
  readonly wait: string;
  /** When the page stays as it is. */
  readonly stuck: string;
  readonly missing: { readonly title: string; readonly body: string; readonly back: string };
};

const english: Texts = {
  titles: {
    'account-linking': 'Link an account',
    'card-swap': 'Change your card',
    'bill-pay': 'Pay your bills',
    preview: 'Preview',
  },
  wait: 'One moment …',
  stuck:
    'If nothing more appears, scripts are switched off or may not run here. Close this page and open it again.',
  missing: {
    title: 'There is nothing here',
    body: 'This address leads to no page. Start again from where you came.',
    back: 'Go back',
  },
};

const texts: Readonly<Record<PageLocale, Texts>> = {
  en: english,
  es: {
    titles: {
      'account-linking': 'Vincular una cuenta',
      'card-swap': 'Cambiar tu tarjeta',
      'bill-pay': 'Pagar tus facturas',
      preview: 'Vista previa',
    },
    wait: 'Un momento …',
    stuck:
      'Si no aparece nada más, los scripts están desactivados o no pueden ejecutarse aquí. Cierra esta página y ábrela de nuevo.',
    missing: {
      title: 'Aquí no hay nada',
      body: 'Esta dirección no lleva a ninguna página. Empieza de nuevo desde donde venías.',
      back: 'Volver',
    },
  },
  'en-XA': english,
};

/** What a page says when it stays as it is. */
export function stuckText(locale: PageLocale): string {
  return texts[locale].stuck;
}

/**
 * The page of a module, in the order in which a browser needs it: where its script is, what begins
 * without it, and what is seen meanwhile.
 * @param look of the partner that the page is asked for, where it is known.
 */
export function modulePage(
  module: ModuleName,
  locale: PageLocale,
  assets: PageAssets,
  look?: ModuleLook,
): string {
  const title = texts[locale].titles[module];
  const script = `<script type="module" src="${assets[module][locale]}"></script>`;
  if (module === 'preview') return previewPage(locale, assets, { title, script });
  const { inline, screens } = assets;
  return pageOf(locale, title, {
    module,
    head: [
      script,
      ...(look ? [`<script type="application/json" id="look">${jsonOf(look)}</script>`] : []),
      `<script>${inline.script.code}</script>`,
      `<style>${inline.styles.code}</style>`,
      iconLink(assets),
    ],
    body: [`<div id="app">${screens[module][locale]}</div>`],
  });
}

type Preview = { readonly title: string; readonly script: string };

/** It opens no session, and copies its style sheet into the screens that it shows. */
function previewPage(locale: PageLocale, assets: PageAssets, { title, script }: Preview): string {
  const { wait, stuck } = texts[locale];
  return pageOf(locale, title, {
    head: [`<link rel="stylesheet" href="${assets.styles}">`, iconLink(assets), script],
    body: [
      '<div id="app">',
      `<main class="fallback"><p>${wait}</p><p class="stuck">${stuck}</p></main>`,
      '</div>',
    ],
  });
}

/** The page of an address that leads to no module. */
export function missingPage(locale: PageLocale, assets: PageAssets): string {
  const { title, body, back } = texts[locale].missing;
  const { inline } = assets;
  return pageOf(locale, title, {
    head: [`<style>${inline.styles.code}</style>`, iconLink(assets)],
    body: [
      `<main class="fallback"><h1>${title}</h1><p>${body}</p>`,
      `<div class="actions"><button type="button" class="primary">${back}</button></div></main>`,
      `<script>${inline.back.code}</script>`,
    ],
  });
}

/** An icon is named, since browsers would ask for one of their own otherwise. */
function iconLink({ icon }: PageAssets): string {
  return `<link rel="icon" href="${icon}">`;
}

/** As it may stand in an element: nothing in it ends one. */
function jsonOf(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}

type Parts = {
  readonly module?: ModuleName;
  readonly head: readonly string[];
  readonly body: readonly string[];
};

function pageOf(locale: PageLocale, title: string, { module, head, body }: Parts): string {
  return [
    '<!doctype html>',
    `<html lang="${locale}"${module === undefined ? '' : ` data-module="${module}"`}>`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${title}</title>`,
    ...head,
    '</head>',
    '<body>',
    ...body,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
