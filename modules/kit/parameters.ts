/**
 * What the host asks for in the page's address. A value that is no such value is left out, as if it
 * had not been given: a page is never blank because of its address.
 */
import type { AuthItem } from '@billhook/core/schemas/auth';

/** What the session is opened with: the page's early script reads no more. */
export type Opening = {
  readonly token?: string;
  /** Names the partner where no token does. */
  readonly partner?: string;
  readonly sessionId?: string;
  readonly companyId?: string;
  readonly cardPaymentsOnly: boolean;
};

type Rest = {
  readonly billId?: string;
  readonly swapId?: string;
  readonly paymentMethodId?: string;
  readonly items: readonly AuthItem[];
  readonly skipOnboarding: boolean;
  readonly startView?: 'brands';
  /** Companies that the partner knows its user to have, the likeliest first. */
  readonly suggestedCompanyIds: readonly string[];
  /** Where a page outside of any app leads back to. */
  readonly returnUrl?: string;
  /** The frame is a modal of the host's: Escape closes it. */
  readonly modal: boolean;
  /** Ids that were given and cannot be any. */
  readonly wrong: readonly string[];
  /** Whether the host wants more events than the interface has. */
  readonly extended: boolean;
};

export type Parameters = Opening & Rest;

const ID = /^\w{1,64}$/;
const TOKEN = /^[\w.-]{1,4096}$/;
const MAX_SUGGESTED = 12;
/** Which origins it may be on, the partner's settings say. Plain HTTP is for the developer's machine. */
const RETURN_URL = /^https:\/\/[^\s@]{1,2000}$|^http:\/\/(localhost|127(\.\d+){3})[:/]\S*$/;
const SESSION = /^[!-~]{1,128}$/;

/** @param search with its `?`, or empty. @param hash with its `#`, or empty. */
export function readOpening(search: string, hash: string): Opening {
  const query = new URLSearchParams(search);
  const tokens = [query, new URLSearchParams(hash.slice(1))].flatMap((all) => all.getAll('token'));
  const token = tokens.find((text) => TOKEN.test(text));
  return {
    ...(token !== undefined && { token }),
    ...given(query, 'partner', ID),
    ...given(query, 'sessionId', SESSION),
    ...given(query, 'companyId', ID),
    cardPaymentsOnly: isOn(query.get('cardPaymentsOnly')),
  };
}

/** All that the session does not need. */
export function readRest(search: string): Rest {
  const query = new URLSearchParams(search);
  const ids = ['companyId', 'billId', 'swapId', 'paymentMethodId'] as const;
  return {
    ...Object.assign({}, ...ids.slice(1).map((name) => given(query, name, ID))),
    wrong: ids.filter((name) => query.get(name)?.trim() && !(name in given(query, name, ID))),
    items: readItems(query),
    skipOnboarding: isOn(query.get('skipOnboarding')),
    ...(query.get('startView') === 'brands' && { startView: 'brands' as const }),
    suggestedCompanyIds: listOf(query, 'suggestedCompanyIds')
      .filter((id) => ID.test(id))
      .slice(0, MAX_SUGGESTED),
    ...given(query, 'returnUrl', RETURN_URL),
    modal: isOn(query.get('modal')),
    extended: query.get('events') === 'extended',
  };
}

export function readParameters(search: string, hash: string): Parameters {
  return { ...readOpening(search, hash), ...readRest(search) };
}

function given(query: URLSearchParams, name: string, pattern: RegExp) {
  const value = query.get(name)?.trim();
  return value !== undefined && pattern.test(value) ? { [name]: value } : {};
}

/** The address without what must not stay in it. */
export function withoutToken(href: string): string {
  const url = new URL(href);
  url.searchParams.delete('token');
  if (new URLSearchParams(url.hash.slice(1)).has('token')) url.hash = '';
  return url.href;
}

const known: readonly string[] = ['bill', 'payment', 'swap'] satisfies AuthItem[];

/** A swap stands alone: with others it is left out. */
function readItems(query: URLSearchParams): AuthItem[] {
  const given = listOf(query, 'items');
  const items = [...new Set(given.filter((item) => known.includes(item)))] as AuthItem[];
  return items.length > 1 ? items.filter((item) => item !== 'swap') : items;
}

/** `items=bill,payment`, or one `items` each. */
function listOf(query: URLSearchParams, name: string): string[] {
  const given = query.getAll(name).flatMap((text) => text.split(/[\s,]+/));
  return [...new Set(given.filter(Boolean))];
}

function isOn(text: string | null): boolean {
  return text === 'true' || text === '1';
}
