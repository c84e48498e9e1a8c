/** The hosted modules: how they look for a partner, and what a page is told when it opens. */
import * as v from 'valibot';
import { checkUrl } from '../base/address-safety.ts';
import { keepsPlaceholders, type PartnerText, partnerTextKeys } from '../module/texts.ts';
import { auth, authProgress, linkedAuth } from './auth.ts';
import { billWithPayments } from './bill.ts';
import { company } from './company.ts';
import { consent } from './consent.ts';
import { alsoDescribed } from './described.ts';
import { encryptionKey } from './encryption-key.ts';
import { flag, givenId, id, listOf, name, text } from './fields.ts';
import { paymentMethod } from './payment-method.ts';
import { givenToken, sessionId, tokenVerifier } from './token.ts';

export const moduleNames = ['account-linking', 'card-swap', 'bill-pay'] as const;
export type ModuleName = (typeof moduleNames)[number];

export const MAX_ORIGINS = 20;
const MAX_ORIGIN_LENGTH = 300;
const MAX_APP_NAME_LENGTH = 60;
/** Characters of a text in a partner's own words. */
export const MAX_TEXT_LENGTH = 200;
const MAX_URL_LENGTH = 2_048;
/** Pixels. */
const MAX_RADIUS = 24;
/** Of a font's weight, in steps of 100. */
const MIN_WEIGHT = 100;
const MAX_WEIGHT = 900;
export const MAX_FONT_BYTES = 256 * 1024;
/** Base64 has four characters for three bytes. */
const MAX_FONT_LENGTH = Math.ceil(MAX_FONT_BYTES / 3) * 4;

const color = v.pipe(v.string(), v.regex(/^#[0-9a-fA-F]{6}$/, 'Expected a color such as #0a7f5c'));

const httpsUrl = v.pipe(
  v.string(),
  v.maxLength(MAX_URL_LENGTH),
  v.check((url) => checkUrl(url, false) === undefined, 'Expected a public https URL'),
  alsoDescribed({ format: 'uri', pattern: '^https://' }),
);

/** What a page takes as the name of a family of fonts without quoting it. */
const fontName = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z][A-Za-z0-9 _-]{0,63}$/, 'Expected letters, digits, spaces, `_` and `-`'),
);

const weight = v.pipe(
  v.number(),
  v.minValue(MIN_WEIGHT),
  v.maxValue(MAX_WEIGHT),
  v.multipleOf(MIN_WEIGHT),
);

export const pageColors = v.object({
  background: v.optional(color),
  surface: v.optional(color),
  text: v.optional(color),
});

export const theme = v.object({
  brandColor: v.optional(color),
  /** `auto` follows the user's own setting. */
  colorScheme: v.optional(v.picklist(['auto', 'light', 'dark']), 'auto'),
  light: v.optional(pageColors),
  dark: v.optional(pageColors),
  /** Pixels. */
  radius: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_RADIUS))),
  font: v.optional(
    v.object({
      name: fontName,
      fontId: givenId,
      /** The file of what stands out, where each weight has one of its own. */
      strongFontId: v.optional(givenId),
    }),
  ),
  /** Of what is read (400), and of what stands out (600). */
  weights: v.optional(v.object({ text: v.optional(weight), strong: v.optional(weight) })),
  /** How much room rows and fields take (comfortable). */
  density: v.optional(v.picklist(['comfortable', 'compact'])),
  logo: v.optional(v.object({ light: v.optional(httpsUrl), dark: v.optional(httpsUrl) })),
});

export type Theme = v.InferOutput<typeof theme>;

export const texts = v.pipe(
  v.record(v.string(), text(MAX_TEXT_LENGTH)),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    for (const [key, words] of Object.entries(dataset.value)) {
      const message = complaintAbout(key, words);
      if (message === undefined) continue;
      const { value: input } = dataset;
      addIssue({
        message,
        path: [{ type: 'object', origin: 'value', input, key, value: words }],
      });
    }
  }),
  alsoDescribed({ propertyNames: { enum: partnerTextKeys } }),
);

export type Texts = v.InferOutput<typeof texts>;

function complaintAbout(key: string, words: string): string | undefined {
  if (!isPartnerText(key)) return 'Expected the key of a text that partners can change';
  if (keepsPlaceholders(key, words)) return undefined;
  return 'Expected the same names in braces as in the text that it replaces';
}

function isPartnerText(key: string): key is PartnerText {
  return (partnerTextKeys as readonly string[]).includes(key);
}

export const links = v.object({
  help: v.optional(httpsUrl),
  privacy: v.optional(httpsUrl),
  terms: v.optional(httpsUrl),
});

export type Links = v.InferOutput<typeof links>;

const bridgeName = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z_$][\w$]{0,63}$/, 'Expected a variable name of at most 64 characters'),
);

/** Where modules open and nowhere else (decision: modules-open-where-they-belong). */
const opensIn = v.pipe(v.array(v.picklist(['frame', 'app'])), v.minLength(1), v.maxLength(2));

/** What is left out stays, `null` is what it was at first. */
export const givenModuleSettings = v.object({
  /** Which of them may be registered, the rule tells that knows where this runs. */
  origins: v.nullish(v.pipe(v.array(text(MAX_ORIGIN_LENGTH)), v.maxLength(MAX_ORIGINS))),
  bridgeName: v.nullish(bridgeName),
  appName: v.nullish(name(MAX_APP_NAME_LENGTH)),
  theme: v.nullish(theme),
  texts: v.nullish(texts),
  links: v.nullish(links),
  hideAttribution: v.nullish(v.boolean()),
  opensIn: v.nullish(opensIn),
});

export type GivenModuleSettings = v.InferOutput<typeof givenModuleSettings>;

export const shownFont = v.object({ fontId: id, name: v.string() });

/** As the partner itself sees them. */
export const moduleSettings = v.object({
  origins: v.array(v.string()),
  bridgeName: v.string(),
  appName: v.optional(v.string()),
  theme,
  texts,
  links,
  hideAttribution: v.boolean(),
  opensIn: v.optional(opensIn),
  /** What was uploaded and is still there, the newest first. */
  fonts: v.array(shownFont),
});

export type ModuleSettings = v.InferOutput<typeof moduleSettings>;

export const givenFont = v.object({
  name: fontName,
  /** Base64. */
  woff2: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_FONT_LENGTH), v.base64()),
});

export const font = v.object({ woff2: v.string() });

/** How the modules look for a partner's users: public, as all of it is on a page. */
export const moduleLook = v.object({
  partnerId: id,
  name: v.string(),
  theme,
  texts,
  links,
  hideAttribution: v.boolean(),
  origins: v.array(v.string()),
  bridgeName: v.string(),
  opensIn: v.optional(opensIn),
});

export type ModuleLook = v.InferOutput<typeof moduleLook>;

export const givenModuleSession = v.object({
  /** An SSO token, or an access token that is alive. */
  token: givenToken,
  verifier: v.optional(tokenVerifier),
  sessionId: v.optional(sessionId),
  module: v.picklist(moduleNames),
  companyId: v.optional(givenId),
  cardPaymentsOnly: v.optional(flag),
  /** A new access token in the place of the one that is sent, with its `verifier`. */
  renew: v.optional(flag),
  /** Adds the client's lists to the response. */
  lists: v.optional(flag),
});

/** The first page of each list, as its operation returns it. */
const clientLists = v.object({
  bills: listOf(billWithPayments),
  auths: listOf(auth),
  paymentMethods: listOf(paymentMethod),
});

export type ClientLists = v.InferOutput<typeof clientLists>;

export const moduleSession = v.object({
  accessToken: v.string(),
  /** Seconds. */
  expiresIn: v.pipe(v.number(), v.integer()),
  clientId: id,
  /** Whether it is renewed, with the `verifier` that its exchange came with. */
  renewable: v.boolean(),
  /** The partner's name for the user, masked. */
  user: v.string(),
  look: moduleLook,
  /** Those to begin with, while `company` is not asked for or not there; none beside lists with an auth. */
  companies: v.array(company),
  company: v.optional(company),
  /** What the user last agreed to about the data of linked accounts. */
  dataConsent: v.optional(consent),
  /** What is under way or waits for the user, the newest first. */
  open: v.array(authProgress),
  /** Accounts whose company has changed its login form: `asksFor` has what the user is asked for. */
  asking: v.optional(v.array(linkedAuth)),
  /** Where they were asked for. */
  lists: v.optional(clientLists),
  /** The newest key that bodies can be encrypted with. */
  encryptionKey: v.optional(encryptionKey),
  /** No card, code, login or answer is sent in the clear. */
  encryptionRequired: v.optional(v.literal(true)),
});

export type ModuleSession = v.InferOutput<typeof moduleSession>;
