/**
 * What the host asks for in the page's address. A value that is no such value is left out, as if it
 * had not been given: a page is never blank because of its address.
 */
import type { AuthItem } from '@billhook/core/schemas/auth';

export type Parameters = {
  readonly token?: string;
  /** Names the partner where no token does. */
  readonly partner?: string;
  readonly sessionId?: string;
  readonly companyId?: string;
  readonly billId?: string;
  readonly swapId?: string;
  readonly paymentMethodId?: string;
  readonly items: readonly AuthItem[];
  readonly cardPaymentsOnly: boolean;
  readonly skipOnboarding: boolean;
  readonly startView?: 'brands';
  /** Whether the host wants more events than the interface has. */
  readonly extended: boolean;
};

const ID = /^\w{1,64}$/;
const TOKEN = /^[\w.-]{1,4096}$/;
const SESSION = /^[!-~]{1,128}$/;

/** @param search with its `?`, or empty. @param hash with its `#`, or empty. */
export function readParameters(search: string, hash: string): Parameters {
  const query = new URLSearchParams(search);
  const given = (name: string, pattern: RegExp) => {
    const value = query.get(name)?.trim();
    return value !== undefined && pattern.test(value) ? { [name]: value } : {};
  };
  const tokens = [query, new URLSearchParams(hash.slice(1))].flatMap((all) => all.getAll('token'));
  const token = tokens.find((text) => TOKEN.test(text));
  return {
    ...(token !== undefined && { token }),
    ...given('partner', ID),
    ...given('sessionId', SESSION),
    ...given('companyId', ID),
    ...given('billId', ID),
    ...given('swapId', ID),
    ...given('paymentMethodId', ID),
    items: readItems(query),
    cardPaymentsOnly: isOn(query.get('cardPaymentsOnly')),
    skipOnboarding: isOn(query.get('skipOnboarding')),
    ...(query.get('startView') === 'brands' && { startView: 'brands' as const }),
    extended: query.get('events') === 'extended',
  };
}

/** The address without what must not stay in it. */
export function withoutToken(href: string): string {
  const url = new URL(href);
  url.searchParams.delete('token');
  if (new URLSearchParams(url.hash.slice(1)).has('token')) url.hash = '';
  return url.href;
}

const known: readonly string[] = ['bill', 'payment', 'swap'] satisfies AuthItem[];

/** `items=bill,payment`, or one `items` each. A swap stands alone: with others it is left out. */
function readItems(query: URLSearchParams): AuthItem[] {
  const given = query.getAll('items').flatMap((text) => text.split(/[\s,]+/));
  const items = [...new Set(given.filter((item) => known.includes(item)))] as AuthItem[];
  return items.length > 1 ? items.filter((item) => item !== 'swap') : items;
}

function isOn(text: string | null): boolean {
  return text === 'true' || text === '1';
}
