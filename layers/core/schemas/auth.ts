import * as v from 'valibot';
import { companySummary } from './company.ts';
import { givenConsent } from './consent.ts';
import { alsoDescribed } from './described.ts';
import { flag, givenId, givenMoney, id, instant, optionalText, text } from './fields.ts';
import { holdCodeValues, holdSubcodeValues } from './hold-codes.ts';

export const authStatuses = ['verified', 'authenticate', 'hold', 'mfa-required'] as const;
export const mfaMethods = ['questions', 'code', 'prompt'] as const;
export const authItems = ['bill', 'payment', 'swap'] as const;

export type AuthStatus = (typeof authStatuses)[number];
export type MfaMethod = (typeof mfaMethods)[number];
export type AuthItem = (typeof authItems)[number];

const MAX_FORM_FIELDS = 20;
const MAX_FORM_VALUE_LENGTH = 512;
const MAX_ANSWERS = 20;

export const reason = v.object({
  userMessage: v.string(),
  code: v.picklist(holdCodeValues),
  subcode: v.optional(v.picklist(holdSubcodeValues)),
});

export const question = v.object({ question: v.string(), identifier: v.string() });

export const codeChoice = v.object({
  type: v.picklist(['text', 'email']),
  mask: v.string(),
  identifier: v.string(),
  label: v.string(),
});

/** What to press, and where. */
export const promptInput = v.object({ request: v.string() });

export type Question = v.InferOutput<typeof question>;
export type CodeChoice = v.InferOutput<typeof codeChoice>;

export const mfa = v.object({
  method: v.picklist(mfaMethods),
  mfa: v.optional(v.array(question)),
});

export const auth = v.object({
  _id: id,
  status: v.object({ type: v.picklist(authStatuses) }),
  reason: v.optional(reason),
  mfa: v.optional(mfa),
  /**
   * With `authenticate`: the company's login form has changed, and only these fields of it are needed,
   * by their names in `auth.loginFields` of the company.
   */
  asksFor: v.optional(v.array(v.string())),
  company: companySummary,
  created: instant,
  items: v.array(v.picklist(authItems)),
});

export type Auth = v.InferOutput<typeof auth>;

/** An auth as it is read by its id: until its first outcome it has no status. */
export const linkedAuth = v.object({ ...auth.entries, status: v.optional(auth.entries.status) });

/** The data of a challenge's event, and of the open challenge of an auth. */
export const challenge = v.object({
  method: v.picklist(mfaMethods),
  /** Questions, choices of where to send a code, or what to press. */
  input: v.union([v.array(question), v.array(codeChoice), promptInput]),
  /** What `POST /auth/step` names the challenge by. */
  token: v.string(),
  /** Whether `didNotReceiveCode` may be sent. */
  showRetry: v.optional(v.literal(true)),
  auth,
});

/** The same while it can be answered. */
export const openChallenge = v.object({
  ...challenge.entries,
  /** Seconds until it can't be answered any more. */
  expiresIn: v.pipe(v.number(), v.integer()),
});

/** How far a link has come, for those who watch it. */
export const linkProgress = v.picklist([
  'signing-in',
  'waiting-for-code',
  'checking-security',
  'reading-bill',
  'paying',
  'updating-card',
]);

/** An auth, whether its account is being linked, and what the user is asked. */
export const authProgress = v.object({
  auth: linkedAuth,
  linking: v.boolean(),
  /** While it is being linked. */
  progress: v.optional(linkProgress),
  challenge: v.optional(openChallenge),
});

export type LinkProgress = v.InferOutput<typeof linkProgress>;
export type AuthProgress = v.InferOutput<typeof authProgress>;
export type LinkedAuth = v.InferOutput<typeof linkedAuth>;
export type ChallengeData = v.InferOutput<typeof challenge>;
export type Mfa = v.InferOutput<typeof mfa>;

export const answer = v.object({ identifier: text(128), answer: text(MAX_FORM_VALUE_LENGTH) });

export const givenAnswers = v.pipe(v.array(answer), v.minLength(1), v.maxLength(MAX_ANSWERS));

export type GivenAnswers = v.InferOutput<typeof givenAnswers>;

/** Login fields by their names; which names a company takes is the company's to say. */
export const loginForm = v.pipe(
  v.record(text(64), v.pipe(v.string(), v.maxLength(MAX_FORM_VALUE_LENGTH))),
  v.maxEntries(MAX_FORM_FIELDS),
);

/** What the items are about. */
export const linkMeta = v.pipe(
  v.object({
    paymentMethodId: v.optional(givenId),
    billId: v.optional(givenId),
    swapId: v.optional(givenId),
    /** The most that the item `payment` may pay: if more is owed once the bill is read, nothing is paid. */
    maxAmount: v.optional(givenMoney),
    /** What the item `payment` pays this time, if it is not what the bill charges otherwise. */
    amount: v.optional(givenMoney),
    /** An earlier payment that isn't shown yet: the item `payment` pays on top of it. */
    afterPayment: v.optional(givenId),
  }),
  alsoDescribed({
    description: 'Either `billId` or `swapId`, not both.',
    not: { required: ['billId', 'swapId'] },
  }),
);

const linkRequest = {
  items: v.pipe(
    v.array(v.picklist(authItems)),
    v.minLength(1),
    v.maxLength(10),
    alsoDescribed({
      description: '`swap` alone, or `bill` and `payment`.',
      anyOf: [{ items: { enum: ['swap'] } }, { items: { enum: ['bill', 'payment'] } }],
    }),
  ),
  paymentIdentifier: optionalText(128),
  /** The user agreed that the bills of this account are paid automatically. */
  consent: v.optional(givenConsent),
  /** Of each bill that is found, a first statement that would be paid today is left to its user. */
  skipCycle: v.optional(flag),
  /** The user agreed that the account is opened and its data is read. */
  dataConsent: v.optional(givenConsent),
  meta: v.optional(linkMeta),
};

type LinkItems = { readonly items: readonly AuthItem[] };
type LinkMeta = { readonly meta?: { readonly billId?: string; readonly swapId?: string } };

const swapsAlone = ({ items }: LinkItems) =>
  !items.includes('swap') || items.every((item) => item === 'swap');
const SWAPS_ALONE = 'Expected `swap` alone, or `bill` and `payment`';

const billOrSwap = ({ meta }: LinkMeta) => !(meta?.billId && meta.swapId);
const BILL_OR_SWAP = 'Expected either `billId` or `swapId`, not both';

export const givenAuth = v.pipe(
  v.object({
    ...{ clientId: givenId, companyId: givenId },
    ...linkRequest,
    form: loginForm,
  }),
  v.forward(
    v.check((given) => swapsAlone(given), SWAPS_ALONE),
    ['items'],
  ),
  v.forward(
    v.check((given) => billOrSwap(given), BILL_OR_SWAP),
    ['meta'],
  ),
);

/** The same of an auth whose credentials are known. */
export const givenContinuation = v.pipe(
  v.object({
    ...linkRequest,
    /** The fields in `asksFor` of the auth, and no others. */
    form: v.optional(loginForm),
  }),
  v.forward(
    v.check((given) => swapsAlone(given), SWAPS_ALONE),
    ['items'],
  ),
  v.forward(
    v.check((given) => billOrSwap(given), BILL_OR_SWAP),
    ['meta'],
  ),
);

export type GivenAuth = v.InferOutput<typeof givenAuth>;
export type GivenContinuation = v.InferInput<typeof givenContinuation>;

/** One of the choices of where to send a code, or the code itself. */
export const givenChoice = v.object({
  identifier: text(128),
  answer: v.optional(text(MAX_FORM_VALUE_LENGTH)),
});

export const givenStep = v.object({
  token: text(256),
  method: v.picklist(mfaMethods),
  security: v.optional(v.union([givenAnswers, givenChoice])),
  didNotReceiveCode: v.optional(v.boolean()),
});

export type GivenStep = v.InferOutput<typeof givenStep>;
