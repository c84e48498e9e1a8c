import { missingPage, modulePage } from '@billhook/core/module/html';
import {
  localeOf,
  moduleOf,
  type PageAssets,
  pageHeaders,
  pageLocales,
  partnerNamed,
} from '@billhook/core/module/page';
import { lookOf } from '@billhook/core/module/settings';
import { describe, expect, test } from 'vitest';

const partner = 'ptn_0123456789abcdefghij';
const other = 'ptn_9876543210abcdefghij';

test.each<[string, string[] | undefined, string | undefined]>([
  ['is the one that is named', [partner], partner],
  ['is none of two', [partner, other], undefined],
  ['is none without a name', undefined, undefined],
  ['is none of an empty name', [''], undefined],
  ['is none of an id of another kind', ['cl_0123456789abcdefghij'], undefined],
  ['is none of an id with something behind it', [`${partner}#x`], undefined],
  ['is none of an id with a line break', [`${partner}\n`], undefined],
])('the partner of a page %s', (_what, values, wanted) => {
  expect(partnerNamed(values)).toBe(wanted);
});

const inline = {
  script: { code: 'early()', hash: 'sha256-script' },
  styles: { code: 'a{color:red}', hash: 'sha256-styles' },
  back: { code: 'back()', hash: 'sha256-back' },
};

describe('who may frame a page', () => {
  const framing = (origins: string[], allowLocal = false) =>
    /frame-ancestors ([^;]*)/.exec(
      pageHeaders(origins, allowLocal, inline)['content-security-policy'] ?? '',
    )?.[1];

  test.each<[string, string[], string]>([
    ['nobody without an origin', [], "'none'"],
    ['an origin', ['https://app.example.com'], 'https://app.example.com'],
    ['one with a port', ['https://app.example.com:8443'], 'https://app.example.com:8443'],
    [
      'each of several',
      ['https://a.example', 'https://b.example'],
      'https://a.example https://b.example',
    ],
    [
      'hybrid apps by their names',
      ['capacitor://localhost', 'ionic://localhost', 'https://localhost'],
      'capacitor://localhost ionic://localhost https://localhost',
    ],
    ['no origin of plain HTTP', ['http://app.example.com'], "'none'"],
    ['no machine of its own', ['http://localhost:3000'], "'none'"],
    ['no path', ['https://app.example.com/a'], "'none'"],
    ['no star', ['*', 'https://*.example.com', 'https:'], "'none'"],
    ['no keyword', ["'self'"], "'none'"],
    ['no further directive', ['https://a.example; script-src *'], "'none'"],
    ['no further source', ['https://a.example https://b.example'], "'none'"],
    [
      'no further header',
      ['https://a.example\r\nset-cookie: a=b', 'https://a.example\n'],
      "'none'",
    ],
    ['no comma, which would begin another policy', ['https://a.example,b'], "'none'"],
    ['no capitals, which no browser writes', ['https://A.example'], "'none'"],
    ['no other scheme', ['app://localhost', 'capacitor://evil', 'javascript://a'], "'none'"],
    [
      'what is right beside what is not',
      ['https://a.example', 'https://b.example;'],
      'https://a.example',
    ],
  ])('%s', (_what, origins, wanted) => {
    expect(framing(origins)).toBe(wanted);
  });

  test.each([
    ['http://localhost:8789', true],
    ['http://127.0.0.1:8789', true],
    ['http://127.0.0.1', true],
    ['http://192.168.0.1', false],
    ['http://localhost.example.com', false],
    ['http://127.0.0.1.example.com', false],
    ['http://app.example.com', false],
  ])('%s on a developer’s own machine: %s', (origin, allowed) => {
    expect(framing([origin], true)).toBe(allowed ? origin : "'none'");
  });
});

test('a page is kept nowhere, sends its address nowhere, and runs nothing but what it was built with', () => {
  const headers = pageHeaders(['https://app.example.com'], false, inline);
  expect(headers).toMatchObject({
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    'cross-origin-opener-policy': 'same-origin',
  });
  expect(headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self' 'sha256-script'; style-src 'self' 'sha256-styles'; img-src 'self' https:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors https://app.example.com; require-trusted-types-for 'script'; trusted-types 'none'",
  );
});

test.each<[string | undefined, string | undefined, string]>([
  [undefined, undefined, 'en'],
  ['es', 'en', 'es'],
  ['ES', undefined, 'es'],
  ['es-MX', undefined, 'es'],
  ['es_MX', undefined, 'es'],
  ['en-XA', undefined, 'en-XA'],
  ['en-GB', 'es', 'en'],
  ['fr', 'es-ES,es;q=0.9', 'es'],
  [undefined, 'fr-FR, es;q=0.5, en;q=0.8', 'en'],
  [undefined, 'de, es;q=0', 'en'],
  [undefined, 'de;q=x, es', 'es'],
  [undefined, '*', 'en'],
  ['__proto__', 'constructor', 'en'],
])('a page asked for in %j, by a browser of %j, is in %s', (asked, accepted, wanted) => {
  expect(localeOf(asked, accepted)).toBe(wanted);
});

test.each([
  ['connect', 'account-linking'],
  ['card-swap', 'card-swap'],
  ['bill-pay', 'bill-pay'],
  ['preview', 'preview'],
  ['account-linking', undefined],
  ['toString', undefined],
  ['', undefined],
  [undefined, undefined],
])('the page %j is that of %j', (name, module) => {
  expect(moduleOf(name)).toBe(module);
});

describe.each(pageLocales)('the HTML in %s', (locale) => {
  const scripts = (name: string) => ({
    en: `/assets/${name}.en.js`,
    es: `/assets/${name}.es.js`,
    'en-XA': `/assets/${name}.en-XA.js`,
  });
  const screens = (name: string) => ({
    en: `<h1>${name} in en</h1>`,
    es: `<h1>${name} in es</h1>`,
    'en-XA': `<h1>${name} in en-XA</h1>`,
  });
  const assets: PageAssets = {
    'account-linking': scripts('account-linking'),
    'card-swap': scripts('card-swap'),
    'bill-pay': scripts('bill-pay'),
    preview: scripts('preview'),
    styles: '/assets/kit.css',
    icon: '/assets/icon.svg',
    inline,
    screens: {
      'account-linking': screens('Link'),
      'card-swap': screens('Swap'),
      'bill-pay': screens('Pay'),
    },
  };

  test('loads a script, and has in it what is seen and done before', () => {
    const html = modulePage('card-swap', locale, assets);
    expect(html).toContain(`<html lang="${locale}" data-module="card-swap">`);
    expect(html).toContain(`<script type="module" src="/assets/card-swap.${locale}.js"></script>`);
    expect(html).toContain('<script>early()</script>\n<style>a{color:red}</style>');
    expect(html).toContain(`<div id="app"><h1>Swap in ${locale}</h1></div>`);
    expect(html.match(/<script/g)).toHaveLength(2);
    expect(html).not.toMatch(/\son\w+=|style=|rel="stylesheet"/);
  });

  test('has how its partner looks, as data that ends no element', () => {
    const name = '</script><script>alert(1)</script>';
    const look = lookOf({ _id: partner, name }, undefined);
    const html = modulePage('bill-pay', locale, assets, look);
    const [, text = ''] =
      /<script type="application\/json" id="look">(.*?)<\/script>/.exec(html) ?? [];
    expect(JSON.parse(text)).toEqual(look);
    expect(text).not.toContain('<');
    expect(html.match(/<script/g)).toHaveLength(3);
  });

  test('of the preview has text until its script runs, and a style sheet to copy', () => {
    const html = modulePage('preview', locale, assets);
    expect(html).toContain('<link rel="stylesheet" href="/assets/kit.css">');
    expect(html).toMatch(
      /<div id="app">\s*<main[^>]*><p>[^<]+<\/p><p class="stuck">[^<]{40,}<\/p>/,
    );
    expect(html).not.toContain('early()');
  });

  test('says of a missing page that it is missing, and has a button that leads back', () => {
    const html = missingPage(locale, assets);
    expect(html).toMatch(/<h1>[^<]+<\/h1><p>[^<]+<\/p>/);
    expect(html).toMatch(/<button type="button" class="primary">[^<]+<\/button>/);
    expect(html).toContain(`<script>${assets.inline.back.code}</script>`);
  });
});
