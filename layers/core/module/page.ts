/**
 * The pages of the hosted modules: which there are, in which languages, who may frame them, and with
 * which headers they are answered.
 */
import { isRootId } from '../base/ids.ts';

/** The modules, by the last part of their page's address. */
export const modulePages = {
  connect: 'account-linking',
  'card-swap': 'card-swap',
  'bill-pay': 'bill-pay',
  preview: 'preview',
} as const;

type PageName = keyof typeof modulePages;
export type ModuleName = (typeof modulePages)[PageName];

/** `en-XA` is no language: English made longer, with accents, to see which texts have no room. */
export const pageLocales = ['en', 'es', 'en-XA'] as const;
export type PageLocale = (typeof pageLocales)[number];

/** Code that stands in a page, with what its policy knows it by: `sha256-…`. */
export type InlineCode = { readonly code: string; readonly hash: string };

/**
 * What the pages load, as addresses on the modules' host, each module's script by language; and what
 * stands in them, so that nothing has to be waited for (decision: inline-by-hash).
 */
export type PageAssets = Readonly<Record<ModuleName, Readonly<Record<PageLocale, string>>>> & {
  readonly styles: string;
  readonly icon: string;
  readonly inline: {
    readonly script: InlineCode;
    readonly styles: InlineCode;
    /** Of an address that leads nowhere: its button leads back. */
    readonly back: InlineCode;
  };
  /** What is shown until the script is there, as markup: of the modules that open a session. */
  readonly screens: Readonly<
    Record<Exclude<ModuleName, 'preview'>, Readonly<Record<PageLocale, string>>>
  >;
};

/** @param name the last part of a page's address, as it came. */
export function moduleOf(name: string | undefined): ModuleName | undefined {
  return name !== undefined && Object.hasOwn(modulePages, name)
    ? modulePages[name as PageName]
    : undefined;
}

/**
 * The partner that a page is asked for. What stands before the API has put it in the place of a token
 * (`lib/edge`); nobody verified it: it decides who may frame the page, and nothing else.
 * @param values of the parameter `partner`. Two are none.
 */
export function partnerNamed(values: readonly string[] = []): string | undefined {
  const [partnerId, ...more] = values;
  const isOne = partnerId !== undefined && more.length === 0 && isRootId('ptn', partnerId);
  return isOne ? partnerId : undefined;
}

/** As browsers write it: a host in small letters, a port when it is not 443, and no path. */
const HTTPS_ORIGIN = /^https:\/\/[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?(?::[1-9]\d{0,4})?$/;
/**
 * What the web views of hybrid apps call the pages of their app, on iOS and, by `https`, on Android.
 * Every such app has them, and no page of the web: `https://localhost` is else the user's own machine.
 */
export const APP_ORIGINS: readonly string[] = [
  'capacitor://localhost',
  'ionic://localhost',
  'https://localhost',
];
const LOOPBACK_ORIGIN = /^http:\/\/(?:localhost|127(?:\.\d{1,3}){3})(?::[1-9]\d{0,4})?$/;

/**
 * Whether a registered origin may stand in a header. It was checked when it was registered; what a
 * header is made of is checked where it is made.
 */
function mayFrame(origin: string, allowLocal: boolean): boolean {
  return (
    HTTPS_ORIGIN.test(origin) ||
    APP_ORIGINS.includes(origin) ||
    (allowLocal && LOOPBACK_ORIGIN.test(origin))
  );
}

/** What no page of ours needs: neither its own scripts nor what it might be made to frame get it. */
const DENIED_FEATURES = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
];

/**
 * The headers of a page. Scripts and styles come from the modules' host alone, or are the two of the
 * page itself, and a text becomes neither markup nor script.
 * @param origins the partner's registered ones: exactly these may frame the page, and none when none.
 * @param allowLocal a developer's own machine may frame it: where partners' addresses may be local.
 */
export function pageHeaders(
  origins: readonly string[],
  allowLocal: boolean,
  { script, styles }: Pick<PageAssets['inline'], 'script' | 'styles'>,
): Readonly<Record<string, string>> {
  const framing = origins.filter((origin) => mayFrame(origin, allowLocal));
  return {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': [
      "default-src 'none'",
      `script-src 'self' '${script.hash}'`,
      `style-src 'self' '${styles.hash}'`,
      // Logos, of companies and of the partner.
      "img-src 'self' https:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      `frame-ancestors ${framing.length > 0 ? framing.join(' ') : "'none'"}`,
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ].join('; '),
    // The address may carry a token.
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    'x-robots-tag': 'noindex',
    'x-content-type-options': 'nosniff',
    'strict-transport-security': 'max-age=63072000; includeSubDomains',
    'permissions-policy': DENIED_FEATURES.map((feature) => `${feature}=()`).join(', '),
    // Who opened the page in a window of its own gets no hold on it. A framed page is its host's.
    'cross-origin-opener-policy': 'same-origin',
  };
}

const FIRST_CHOICE: PageLocale = 'en';
/** Of a browser: what a header of any length could ask for is not looked through. */
const MAX_ACCEPTED_LANGUAGES = 20;

/**
 * The language of a page: what its address asks for, else the first that the browser would have.
 * @param asked the parameter `locale`.
 * @param accepted the header `Accept-Language`.
 */
export function localeOf(asked: string | undefined, accepted: string | undefined): PageLocale {
  const wanted = [...(asked === undefined ? [] : [asked]), ...languagesOf(accepted)];
  const found = wanted.map(nearestLocale).find((locale) => locale !== undefined);
  return found ?? FIRST_CHOICE;
}

/** `es-MX` is answered in `es`; the pseudo-locale by its whole name only. */
function nearestLocale(tag: string): PageLocale | undefined {
  const name = tag.toLowerCase().replace('_', '-');
  const [language] = name.split('-');
  return (
    pageLocales.find((locale) => locale.toLowerCase() === name) ??
    pageLocales.find((locale) => locale === language)
  );
}

function languagesOf(header = ''): string[] {
  return header
    .split(',', MAX_ACCEPTED_LANGUAGES)
    .map((entry) => {
      const [tag = '', ...parameters] = entry.split(';').map((part) => part.trim());
      const quality = parameters.find((one) => one.startsWith('q='))?.slice('q='.length);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((one, other) => other.quality - one.quality)
    .map(({ tag }) => tag);
}
