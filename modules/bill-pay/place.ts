/** Where the user is in the module. It is kept over a reload: ids, days and keys, nothing typed. */
import type { CompanySummary } from '@billhook/core/schemas/company';
import {
  type Place as LinkPlace,
  readPlace as readLinkPlace,
  signInAgain,
} from '../kit/linking/task.ts';
import type { Account } from './entry.ts';

/** A payment as far as the user has decided on it. */
export type Wish = {
  readonly billId: string;
  readonly methodId?: string;
  /** `YYYY-MM-DD`; nothing is now. */
  readonly date?: string;
  /** For this payment alone, as decimal text; nothing is what the bill charges anyway. */
  readonly amount?: string;
};

export type Place =
  | { readonly at: 'welcome' }
  | {
      readonly at: 'bills';
      /** Those of one company alone. */
      readonly companyId?: string;
      /** What the address asks for and is not there. */
      readonly missing?: 'bill' | 'company';
    }
  | { readonly at: 'bill'; readonly billId: string }
  | {
      readonly at: 'settings' | 'bill-method' | 'amount' | 'history' | 'agreed';
      readonly billId: string;
    }
  | { readonly at: 'payment'; readonly billId: string; readonly paymentId: string }
  /** What is paid automatically is asked: of an account, of one bill, or of a default method. */
  | {
      readonly at: 'agree';
      readonly authId?: string;
      readonly billId?: string;
      readonly methodId?: string;
    }
  | { readonly at: 'accounts' }
  | { readonly at: 'account'; readonly authId: string }
  | ({ readonly at: 'pay-method' } & Wish)
  | ({
      readonly at: 'review';
      /** The one `Idempotency-Key` of this payment. */
      readonly requestKey: string;
      /** The bill's newest payment before this one, or `none`; found out by the review. */
      readonly before?: string;
    } & Wish)
  | { readonly at: 'paying'; readonly billId: string; readonly before?: string }
  | { readonly at: 'methods' }
  | { readonly at: 'method'; readonly methodId: string }
  | ({
      readonly at: 'add-card' | 'add-bank';
      /** The declined method in whose place the new one stands. */
      readonly replaces?: string;
      readonly next?: 'pay' | 'assign';
    } & Partial<Wish>)
  | {
      readonly at: 'link';
      readonly from: LinkPlace;
      /** The bill that is paid with this method once its company has let us in. */
      readonly billId?: string;
      readonly methodId?: string;
      /** What the user was shown, as decimal text: more is never paid. */
      readonly maxAmount?: string;
      /** What was chosen for this payment alone. */
      readonly amount?: string;
    };

/** What each place cannot be without. */
const needs: Readonly<Record<Place['at'], string>> = {
  welcome: '',
  bills: '',
  bill: 'billId',
  settings: 'billId',
  'bill-method': 'billId',
  amount: 'billId',
  'pay-method': 'billId',
  history: 'billId',
  agreed: 'billId',
  payment: 'billId paymentId',
  agree: '',
  accounts: '',
  account: 'authId',
  review: 'billId requestKey',
  paying: 'billId',
  methods: '',
  method: 'methodId',
  'add-card': '',
  'add-bank': '',
  link: '',
};

const VALUE = /^[\w.-]{1,100}$/;

/** What was kept, if it is such a place: ids and words, nothing else. */
export function readPlace(kept: unknown): Place | undefined {
  const { at, from, ...others } = Object(kept);
  if (!Object.keys(needs).includes(at)) return undefined;
  const needed = needs[at as Place['at']].split(' ').filter(Boolean);
  const fits = (value: unknown) =>
    value === undefined || (typeof value === 'string' && VALUE.test(value));
  if (!Object.values(others).every(fits) || needed.some((name) => !others[name])) {
    return undefined;
  }
  if (at !== 'link') return { at, ...others } as Place;
  const linking = readLinkPlace(from);
  return linking && ({ at, from: linking, ...others } as Place);
}

type Asked = {
  readonly companyId?: string;
  readonly billId?: string;
  readonly skipOnboarding: boolean;
  /** Whether the company of `companyId` is there. */
  readonly companyFound: boolean;
};

/** Where the address leads: to a bill, to a company's bills or its sign-in, else to all bills. */
export function firstPlace(account: Account, asked: Asked): Place {
  const { billId, companyId } = asked;
  const { entries, auths, links } = account;
  if (entries.some(({ bill }) => bill._id === billId)) return { at: 'bill', billId: billId ?? '' };
  const toCompany = companyId === undefined ? undefined : companyPlace(account, asked);
  if (toCompany) return toCompany;
  const missing = billId !== undefined ? 'bill' : companyId !== undefined ? 'company' : undefined;
  if (missing) return { at: 'bills', missing };
  const isNew = entries.length + auths.length + links.length === 0;
  return isNew && !asked.skipOnboarding ? { at: 'welcome' } : { at: 'bills' };
}

function companyPlace(
  { entries, auths, links }: Account,
  { companyId, companyFound }: Asked,
): Place | undefined {
  const isOf = ({ company }: { readonly company: { readonly _id: string } }) =>
    company._id === companyId;
  const [one, another] = entries.filter(({ bill }) => isOf(bill));
  if (one) return another ? { at: 'bills', companyId } : { at: 'bill', billId: one.bill._id };
  const link = links.find(({ auth }) => isOf(auth))?.auth ?? auths.find(isOf);
  if (link) return { at: 'link', from: linkPlaceOf(link) };
  if (!companyFound || companyId === undefined) return undefined;
  return { at: 'link', from: { at: 'sign-in', companyId } };
}

/** Where linking goes on for an auth: credentials that hold no more are asked for at once. */
export function linkPlaceOf(auth: {
  readonly _id: string;
  readonly status?: { readonly type: string };
  readonly asksFor?: string[];
  readonly company: CompanySummary;
}): LinkPlace {
  return auth.status?.type === 'authenticate'
    ? signInAgain(auth)
    : { at: 'working', authId: auth._id };
}

/** The review of a payment that is wanted anew, under a key of its own. */
export function reviewPlace(wish: Wish, newKey: () => string): Place {
  const { billId, methodId, date, amount } = wish;
  return { at: 'review', billId, methodId, date, amount, requestKey: newKey() };
}
