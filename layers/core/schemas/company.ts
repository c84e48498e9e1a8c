import * as v from 'valibot';
import { describedAs, undescribed } from './described.ts';
import { flag, id, MAX_NAME_LENGTH } from './fields.ts';
import { scheduleValues } from './schedule.ts';

export const methodTypes = ['bank', 'card'] as const;
export const products = ['bill', 'payment', 'swap'] as const;

export const surcharge = v.object({ rate: v.number(), percentage: v.boolean() });

export const logo = v.object({
  url: v.string(),
  background: v.boolean(),
  svg: v.optional(v.object({ url: v.string(), color: v.string() })),
});

/** How an auth, a bill or a swap names its company. */
export const companySummary = v.object({ _id: id, name: v.string(), logo });

export const loginField = v.object({
  name: v.string(),
  label: v.string(),
  placeholder: v.string(),
  formType: v.picklist(['text', 'password', 'email', 'tel']),
});

export const companyGeo = v.object({
  lat: v.number(),
  lng: v.number(),
  stateShort: v.string(),
  stateLong: v.string(),
  /** The other spelling, which clients of the original service read (decision: description-for-tools). */
  state_short: v.pipe(v.string(), undescribed()),
  state_long: v.pipe(v.string(), undescribed()),
  zipcode: v.string(),
  address: v.string(),
});

export const cardSurcharges = v.object({
  credit: v.optional(surcharge),
  debit: v.optional(surcharge),
});

export const company = v.object({
  ...companySummary.entries,
  categories: v.array(v.string()),
  status: v.picklist(['operational', 'maintenance']),
  fullyAutomatedBill: v.boolean(),
  fullyAutomatedCardSwap: v.boolean(),
  requiredPayment: v.optional(v.picklist(methodTypes)),
  userPresenceRequired: v.boolean(),
  /** Its bills are paid automatically: the user has to agree before the account is linked. */
  recurringRequired: v.optional(v.literal(true)),
  schedule: v.optional(v.picklist(scheduleValues)),
  additionalPaymentOptions: v.optional(
    v.array(
      v.object({
        type: v.string(),
        settings: v.object({ canExceedBalance: v.optional(v.boolean()) }),
      }),
    ),
  ),
  fees: v.optional(
    v.object({
      ach: v.optional(surcharge),
      cards: v.optional(v.record(v.string(), cardSurcharges)),
    }),
  ),
  auth: v.object({
    urls: v.object({
      login: v.string(),
      signup: v.nullable(v.string()),
      forgotPassword: v.nullable(v.string()),
      forgotUsername: v.nullable(v.string()),
    }),
    loginFields: v.array(loginField),
  }),
  geo: v.optional(companyGeo),
  /** In kilometers: of a local company, in the response of a nearby search. */
  distance: v.optional(v.number()),
});

export type Company = v.InferOutput<typeof company>;
export type CompanySummary = v.InferOutput<typeof companySummary>;
export type MethodType = (typeof methodTypes)[number];
export type Product = (typeof products)[number];

/** A category: `type` is what a search takes, `name` what people read. */
export const category = v.object({ name: v.string(), type: v.string() });

function wholeNumber(maximum: number) {
  const message = `Expected a whole number from 1 to ${maximum}`;
  return v.pipe(
    v.union([v.number(), v.pipe(v.string(), v.regex(/^\d{1,9}$/))], message),
    describedAs({
      anyOf: [
        { type: 'integer', minimum: 1, maximum },
        { type: 'string', pattern: '^\\d{1,9}$' },
      ],
    }),
    v.transform(Number),
    v.integer(message),
    v.minValue(1, message),
    v.maxValue(maximum, message),
  );
}

export const MAX_PAGE_SIZE = 100;

/** What a card swap is called elsewhere. A product that we don't know is one that no company has. */
const swapSpellings: ReadonlySet<string> = new Set(['card-swap', 'cardswap', 'card_swap']);

const givenProduct = v.pipe(
  v.string(),
  v.maxLength(MAX_NAME_LENGTH),
  v.transform((name) => name.trim().toLowerCase()),
  v.transform((name) => (swapSpellings.has(name) ? 'swap' : name)),
);

export const companySearch = v.object({
  query: v.optional(v.pipe(v.string(), v.maxLength(MAX_NAME_LENGTH))),
  category: v.optional(v.pipe(v.string(), v.maxLength(MAX_NAME_LENGTH))),
  geo: v.optional(
    v.object({
      lat: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
      lng: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
    }),
  ),
  paginateResults: v.optional(flag),
  pageSize: v.optional(wholeNumber(MAX_PAGE_SIZE)),
  pageNumber: v.optional(wholeNumber(100_000)),
  products: v.optional(v.pipe(v.array(givenProduct), v.maxLength(10))),
  /** Those alone whose bills can be paid with a card. */
  cardPaymentsOnly: v.optional(flag),
});

export type CompanySearch = v.InferOutput<typeof companySearch>;
