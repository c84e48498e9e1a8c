/** From a short row of the sandbox's directory to a whole company. */
import type { CategoryType } from '../company/categories.ts';
import type { SandboxAccount, SandboxCompany } from '../company/company.ts';
import type { CompanyLimits } from '../company/gate/limits.ts';
import type { Company, MethodType, Product } from '../schemas/company.ts';
import type { Schedule } from '../schemas/schedule.ts';
import { type LoginFormName, loginForms } from './login-forms.ts';
import { type PlaceName, places } from './places.ts';

export type CompanyRow = {
  readonly name: string;
  readonly categories: readonly CategoryType[];
  /** Nowhere: national. */
  readonly at?: PlaceName;
  /** A brand color: there is a white SVG; `photo`: best as a background; else shown on white. */
  readonly logo?: `#${string}` | 'photo';
  readonly login?: LoginFormName;
  /** Addresses beside the login's; all three when left out. */
  readonly urls?: readonly LinkName[];
  readonly products?: readonly Product[];
  readonly bills?: SandboxAccount['bills'];
  readonly autopay?: SandboxAccount['autopay'];
  /** Dollars between which invented balances lie. */
  readonly dollars?: readonly [smallest: number, largest: number];
  readonly requires?: MethodType;
  readonly accepts?: readonly MethodType[];
  readonly fees?: Company['fees'];
  readonly schedule?: Schedule;
  readonly customAmount?: 'up-to-balance' | 'any';
  readonly subscription?: true;
  readonly userPresence?: true;
  readonly maintenance?: true;
  readonly needsCardCode?: true;
  readonly limits?: CompanyLimits;
  readonly faultsCount?: true;
  readonly loginSeconds?: number;
};

type LinkName = 'signup' | 'forgotPassword' | 'forgotUsername';

const allLinks: readonly LinkName[] = ['signup', 'forgotPassword', 'forgotUsername'];

const linkPaths = {
  signup: 'register',
  forgotPassword: 'forgot-password',
  forgotUsername: 'forgot-username',
} as const satisfies Record<LinkName, string>;

const ID_LENGTH = 20;

/** Where a deployment serves no logos: nobody can own the name, so that initials are shown. */
const NO_LOGOS = 'https://logos.billhook.example';

/** @param logosUrl what the addresses of logos begin with. */
export function companyOf(row: CompanyRow, logosUrl: string = NO_LOGOS): SandboxCompany {
  const slug = slugOf(row.name);
  const products = row.products ?? ['bill', 'payment'];
  const [smallest, largest] = row.dollars ?? [20, 180];
  return {
    _id: idOf(slug),
    name: row.name,
    logo: logoOf(`${logosUrl}/${slug}`, row.logo),
    categories: [...row.categories],
    status: row.maintenance ? 'maintenance' : 'operational',
    fullyAutomatedBill: products.includes('bill'),
    fullyAutomatedCardSwap: products.includes('swap'),
    ...(row.requires && { requiredPayment: row.requires }),
    userPresenceRequired: row.userPresence ?? false,
    ...(row.schedule && { schedule: row.schedule }),
    ...(row.customAmount && { additionalPaymentOptions: [customAmountOf(row.customAmount)] }),
    ...(row.fees && { fees: row.fees }),
    auth: {
      urls: urlsOf(slug, row.urls ?? allLinks),
      loginFields: [...loginForms[row.login ?? 'username']],
    },
    ...(row.at && { geo: geoOf(row.at) }),
    connector: 'sandbox',
    products,
    subscription: row.subscription ?? false,
    acceptedMethods: row.accepts ?? (row.requires ? [row.requires] : ['bank', 'card']),
    sandbox: {
      bills: row.bills ?? 'one',
      autopay: row.autopay ?? 'off',
      smallestCents: smallest * 100,
      largestCents: largest * 100,
      ...(row.needsCardCode && { needsCardCode: true }),
      ...(row.faultsCount && { faultsCount: true }),
      ...(row.loginSeconds !== undefined && { loginSeconds: row.loginSeconds }),
    },
    ...(row.limits && { limits: row.limits }),
  };
}

/** What a company's logo and addresses are named by: `bramblewick-power`. */
export function slugOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

/** Ids stay what they are for as long as the name does: `co_RegularCompany100000`. */
function idOf(slug: string): string {
  const words = slug.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `co_${words.join('').slice(0, ID_LENGTH).padEnd(ID_LENGTH, '0')}`;
}

function logoOf(address: string, shown: CompanyRow['logo']): Company['logo'] {
  const background = shown === 'photo';
  const color = shown !== 'photo' && shown;
  return {
    url: `${address}.png`,
    background,
    ...(color && { svg: { url: `${address}.svg`, color: color.slice(1) } }),
  };
}

function urlsOf(slug: string, links: readonly LinkName[]): Company['auth']['urls'] {
  const site = `https://www.${slug}.example`;
  const address = (name: LinkName) => (links.includes(name) ? `${site}/${linkPaths[name]}` : null);
  return {
    login: `${site}/login`,
    signup: address('signup'),
    forgotPassword: address('forgotPassword'),
    forgotUsername: address('forgotUsername'),
  };
}

function geoOf(name: PlaceName): NonNullable<Company['geo']> {
  const { lat, lng, city, stateShort, stateLong, zipcode } = places[name];
  return {
    lat,
    lng,
    stateShort,
    stateLong,
    state_short: stateShort,
    state_long: stateLong,
    zipcode,
    address: `100 Sandbox Street, ${city}, ${stateShort} ${zipcode}, USA`,
  };
}

function customAmountOf(limit: NonNullable<CompanyRow['customAmount']>) {
  return { type: 'custom-payment-amount', settings: { canExceedBalance: limit === 'any' } };
}
