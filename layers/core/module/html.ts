/**
 * The HTML of the modules' pages. All of it comes from tables: nothing that a request carries stands
 * in it. There is text in the page before its script runs, so that nobody looks at a blank frame
 * where scripts may not run.
 */
import type { ModuleName, PageAssets, PageLocale } from './page.ts';

type Texts = {
  readonly titles: Readonly<Record<ModuleName, string>>;
  readonly wait: string;
  /** When the page stays as it is. */
  readonly stuck: string;
  readonly missing: { readonly title: string; readonly body: string };
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
    body: 'This address leads to no page. Close it and start again from where you came.',
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
      body: 'Esta dirección no lleva a ninguna página. Ciérrala y empieza de nuevo desde donde venías.',
    },
  },
  'en-XA': english,
};

/** The page of a module: its style sheet and the script of its language, both by their content. */
export function modulePage(module: ModuleName, locale: PageLocale, assets: PageAssets): string {
  const { titles, wait, stuck } = texts[locale];
  return pageOf(locale, titles[module], {
    head: [
      ...sharedLinks(assets),
      `<script type="module" src="${assets[module][locale]}"></script>`,
    ],
    body: [
      '<div id="app">',
      `<main class="fallback"><p>${wait}</p><p class="stuck">${stuck}</p></main>`,
      '</div>',
    ],
  });
}

/** The page of an address that leads to no module. */
export function missingPage(locale: PageLocale, assets: PageAssets): string {
  const { title, body } = texts[locale].missing;
  return pageOf(locale, title, {
    head: sharedLinks(assets),
    body: [`<main class="fallback"><h1>${title}</h1><p>${body}</p></main>`],
  });
}

/** An icon is named, since browsers would ask for one of their own otherwise. */
function sharedLinks({ styles, icon }: PageAssets): string[] {
  return [`<link rel="stylesheet" href="${styles}">`, `<link rel="icon" href="${icon}">`];
}

type Parts = { readonly head: readonly string[]; readonly body: readonly string[] };

function pageOf(locale: PageLocale, title: string, { head, body }: Parts): string {
  return [
    '<!doctype html>',
    `<html lang="${locale}">`,
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
