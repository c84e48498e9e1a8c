/** What a company's file says. An author writes one object; its types lead. */
import type { Bill, Card, CompaniesPage, LogInResult, PaymentOrder } from '@billhook/connector-kit';
import type { Sign } from './blocks/signs.ts';
import type { Visit } from './blocks/visit.ts';

/** As in the directory. */
export type Row = Extract<CompaniesPage['companies'][number], { readonly login: unknown }>;

type Hold = Extract<LogInResult, { kind: 'hold' }>;

/** What a page means while somebody signs in. */
export type LoginStep =
  /** Before the password is asked for. Fields by their labels, as below. */
  | {
      readonly kind: 'begin';
      readonly fill: Readonly<Record<string, string>>;
      readonly press: string;
    }
  /** Fields by their labels, each filled with the field of the form that is named. */
  | {
      readonly kind: 'sign-in';
      readonly fill: Readonly<Record<string, string>>;
      readonly press: string;
    }
  /** The choices are what can be chosen on the page, in its order. */
  | { readonly kind: 'code-choice'; readonly press: string }
  | {
      readonly kind: 'code-entry';
      readonly field: string;
      readonly press: string;
      /** What the company says to a code that is wrong. */
      readonly wrong: string;
    }
  | { readonly kind: 'authenticate' }
  | Hold
  /** The user has been let in. */
  | { readonly kind: 'verified' };

/** Where a payment stands on the company's own page, once the button was pressed. */
export type Receipt = { readonly confirmation?: string; readonly cents: number };

/** A payment as the company's history shows it. */
export type HistoryLine = Receipt & {
  /** `2026-12-10` */
  readonly on: string;
  /** The last four digits of the card, if it shows them. */
  readonly card?: string;
};

export type Paying = {
  /**
   * Goes as far as the button that charges, and no further. Nothing is charged before `commit`.
   * @returns why it came to nothing; or what the company is going to charge, in cents.
   */
  readonly prepare: (
    visit: Visit,
    order: PaymentOrder,
  ) => Promise<{ readonly declined: true } | { readonly cents: number }>;
  /** The button that charges. Called once, behind the marker. */
  readonly commit: (visit: Visit) => Promise<void>;
  /** What the company says then. It may throw: then the history tells. */
  readonly receipt: (visit: Visit) => Promise<Receipt>;
  /** The newest first, as far back as a few days at least. */
  readonly history: (visit: Visit) => Promise<readonly HistoryLine[]>;
};

/** A card that is put on file: once more changes nothing. */
export type Swapping = {
  readonly replace: (visit: Visit, card: Card) => Promise<'replaced' | 'declined'>;
  /** What is on file, by its last four digits and `MM/YY`; nothing where the page shows none. */
  readonly onFile: (
    visit: Visit,
  ) => Promise<{ readonly lastFour: string; readonly expires: string } | undefined>;
};

/** What the company does when a session signs in without its user. */
export type WithoutUser =
  /** It asks where to send a code before it sends one: a session without its user stops there. */
  | { readonly codes: 'asks-first' }
  /**
   * It may send a code as soon as it has the password. A session without its user never gives the
   * password: it begins at `home`, a page for users who are signed in, with an earlier session's cookies.
   */
  | { readonly codes: 'sends-at-once'; readonly home: string };

export type BrowserCompany = {
  readonly row: Row;
  /** Why we may do this there: the operator answers for it. */
  readonly basis: 'contract' | 'user-authorized' | 'stand-in';
  readonly withoutUser: WithoutUser;
  /** Where a visit begins. Its host, and those of the row, are all that the browser reaches. */
  readonly address: string;
  /** Every page that it is known to show; the first whose sign holds is the one. */
  readonly pages: Readonly<Record<string, Sign>>;
  /** For each page what it means. A page that is none of these is `selector-not-found`. */
  readonly login: Readonly<Record<string, LoginStep>>;
  readonly bills?: (visit: Visit) => Promise<readonly Bill[]>;
  readonly paying?: Paying;
  readonly swapping?: Swapping;
  /** One page that asks in the background, and is never loaded anew: reloaded, it has forgotten its user. */
  readonly isApp?: true;
};

/** A company's file: the company at its own address, or at another where it is tried. */
export type CompanyFile = (address?: string) => BrowserCompany;

/** Checks that each page has its meaning, and that nothing else has one. */
export function company<const P extends Readonly<Record<string, Sign>>>(
  file: Omit<BrowserCompany, 'pages' | 'login'> & {
    readonly pages: P;
    readonly login: Readonly<Record<keyof P, LoginStep>>;
  },
): BrowserCompany {
  return file as BrowserCompany;
}
