/** The directory: the companies that a connector reaches. */
import * as v from 'valibot';
import {
  httpsUrl,
  identifier,
  instant,
  optionally,
  ownId,
  plainText,
  said,
  text,
} from './fields.ts';
import { MAX_FORM_FIELDS, MAX_PAGE_ROWS, MAX_VALUE_LENGTH } from './limits.ts';
import { habits, limits } from './manifest.ts';

/** What a login field may contain: a closed set, and no regular expressions. */
export const characterSets = [
  'digits',
  'letters',
  'letters-digits',
  'email',
  'phone',
  'any',
] as const;

const length = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_VALUE_LENGTH));

export const loginField = v.object({
  name: said(
    v.pipe(v.string(), v.regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/)),
    'What the form names it by.',
  ),
  label: said(plainText(), 'As the user reads it.'),
  placeholder: optionally(plainText(), 'An example of what to type.'),
  kind: said(v.picklist(['text', 'password', 'email', 'tel']), 'How it is typed.'),
  characters: said(
    v.union([v.picklist(characterSets), v.object({ of: said(text(100), 'The characters.') })]),
    'What it may contain: a name of a set, or the characters themselves.',
  ),
  minLength: said(length, 'In characters. 0: it may be left empty.'),
  maxLength: said(length, 'In characters.'),
});

const host = v.pipe(v.string(), v.maxLength(253), v.regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/));

/** A link of a row is on a host that the row names. */
function isOnItsHosts(row: {
  readonly hosts: readonly string[];
  readonly links: Readonly<Record<string, string | undefined>>;
  readonly logo?: string;
}): boolean {
  const links = [...Object.values(row.links), row.logo].filter((link) => link !== undefined);
  return links.every((link) => URL.canParse(link) && row.hosts.includes(new URL(link).hostname));
}

/** Of one company: its habits, and never that it can do more than the manifest says of all of them. */
export const companyCapabilities = v.object({
  unattended: optionally(
    v.object({
      reads: said(v.boolean(), 'Whether bills are read while nobody is there to answer.'),
      pays: said(v.boolean(), 'Whether payments are made then.'),
    }),
    'What works there while nobody is there to answer.',
  ),
  needsCardCode: optionally(v.boolean(), 'Takes a card only with its code.'),
  countsFailedLogins: optionally(v.boolean(), 'Locks accounts after failed logins.'),
  ...habits,
  limits: optionally(limits, 'What it must not be asked beyond. The stricter of both counts.'),
});

export const company = v.pipe(
  v.object({
    id: said(ownId, 'The connector’s own id. It stays what it is.'),
    name: said(plainText(), 'As people know it.'),
    status: said(v.picklist(['operational', 'maintenance']), 'Whether it can be reached.'),
    categories: said(
      v.pipe(v.array(identifier), v.maxLength(10)),
      'Kinds of companies, such as `utilities`.',
    ),
    products: said(
      v.pipe(v.array(v.picklist(['bill', 'payment', 'swap'])), v.minLength(1), v.maxLength(3)),
      'What can be done there. The manifest’s capabilities have to include it.',
    ),
    acceptedMethods: said(
      v.pipe(v.array(v.picklist(['card', 'bank'])), v.maxLength(2)),
      'What it takes.',
    ),
    hosts: said(
      v.pipe(v.array(host), v.minLength(1), v.maxLength(20)),
      'Hosts that its links are on.',
    ),
    links: said(
      v.object({
        login: said(httpsUrl, 'Where its users sign in.'),
        signup: optionally(httpsUrl, 'Where they register.'),
        forgotPassword: optionally(httpsUrl, 'Where they get another password.'),
        forgotUsername: optionally(httpsUrl, 'Where they look up their name.'),
      }),
      'Addresses, each `https` and on one of the hosts.',
    ),
    logo: optionally(
      httpsUrl,
      'A picture: PNG, JPEG or WebP, at most 64 KiB and 2,048 pixels a side. Another one needs another address. Without it, users see the initials of the name.',
    ),
    login: said(
      v.object({
        fields: said(
          v.pipe(v.array(loginField), v.minLength(1), v.maxLength(MAX_FORM_FIELDS)),
          'In their order.',
        ),
        identifiedBy: said(
          v.pipe(v.array(text(64)), v.maxLength(MAX_FORM_FIELDS)),
          'Fields that tell a login from others, never a password. Empty: a user has only one.',
        ),
      }),
      'The login form and its rules.',
    ),
    subscription: optionally(v.boolean(), 'Automatic payments are required.'),
    capabilities: optionally(
      companyCapabilities,
      'Where less works there than the manifest says, more care is needed, or its habits are others.',
    ),
    currency: said(v.literal('USD'), 'Always `USD` in protocol 1.'),
  }),
  v.check((row) => isOnItsHosts(row), 'Expected links on hosts of the row'),
  v.check(
    ({ login }) => hasOpenIdentity(login),
    'Expected a login to be told by fields that are no password',
  ),
);

function hasOpenIdentity(login: {
  readonly fields: readonly { readonly name: string; readonly kind: string }[];
  readonly identifiedBy: readonly string[];
}): boolean {
  return login.identifiedBy.every((name) =>
    login.fields.some((field) => field.name === name && field.kind !== 'password'),
  );
}

const tombstone = v.object({
  id: said(ownId, 'The id of a row that is gone.'),
  removed: said(v.literal(true), 'Always true.'),
});

export const companiesPage = v.object({
  companies: said(
    v.pipe(v.array(v.union([company, tombstone])), v.maxLength(MAX_PAGE_ROWS)),
    'Rows that changed since, and tombstones of those that are gone.',
  ),
  cursor: optionally(text(512), 'Asks for the next page. Left out: this is the last one.'),
  asOf: said(instant, 'What to pass as `since` the next time.'),
});

/** A page as far as it says what its rows are: each row is looked at by itself, with `readRow`. */
export const companiesEnvelope = v.object({
  ...companiesPage.entries,
  companies: v.pipe(v.array(v.unknown()), v.maxLength(MAX_PAGE_ROWS)),
});

/** A row that is no document of the protocol. The others of its page are good all the same. */
export type BadRow = {
  /** As far as they can be read. */
  readonly id?: string;
  readonly name?: string;
  readonly member: string;
  /** The rule that it breaks, without anything of the row. */
  readonly rule: string;
  /** The same in words, which may quote the row. */
  readonly reason: string;
};

type Row = CompaniesPage['companies'][number];

export function readRow(given: unknown): { readonly row: Row } | { readonly bad: BadRow } {
  const isGone = typeof given === 'object' && given !== null && 'removed' in given;
  const parsed = v.safeParse(isGone ? tombstone : company, given, { abortEarly: true });
  if (parsed.success) return { row: parsed.output };
  const [issue] = parsed.issues;
  const named = v.safeParse(v.looseObject({ id: ownId }), given);
  const called = v.safeParse(v.looseObject({ name: plainText() }), given);
  return {
    bad: {
      ...(named.success && { id: named.output.id }),
      ...(called.success && { name: called.output.name }),
      member: v.getDotPath(issue) ?? 'all of it',
      rule: issue.type,
      reason: issue.message.slice(0, MAX_REASON_LENGTH),
    },
  };
}

const MAX_REASON_LENGTH = 200;

export type Company = v.InferOutput<typeof company>;
export type LoginField = v.InferOutput<typeof loginField>;
export type CompaniesPage = v.InferOutput<typeof companiesPage>;
