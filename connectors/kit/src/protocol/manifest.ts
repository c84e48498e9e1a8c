/** The manifest: what a connector is, what it can do, and how it is tested. */
import * as v from 'valibot';
import { identifier, optionally, ownId, plainText, said, text } from './fields.ts';

const coordinate = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/));

export const publicKey = v.object({
  kty: v.literal('EC'),
  crv: v.literal('P-256'),
  use: said(v.picklist(['sig', 'enc']), '`sig` signs, `enc` is encrypted to.'),
  kid: said(coordinate, 'The thumbprint of the key (RFC 7638), SHA-256, Base64url.'),
  x: coordinate,
  y: coordinate,
});

export const keySet = v.object({
  keys: said(
    v.pipe(
      v.array(publicKey),
      v.minLength(2),
      v.maxLength(8),
      v.check((keys) => ['sig', 'enc'].every((use) => keys.some((key) => key.use === use))),
    ),
    'At least one key of each use; several while keys are changed. The first of a use is current.',
  ),
});

function days(maximum: number) {
  return v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(maximum));
}
const count = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000));
const seconds = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3_600));

/** How a company bills and what it shows: of all companies in the manifest, of one in its row. */
export const habits = {
  billsEvery: optionally(
    v.fallback(v.optional(v.picklist(['week'])), undefined),
    '`week`: a statement is issued each week. A due date that moves by more than three days is then another statement; elsewhere, by more than ten. A word that is not known is ignored.',
  ),
  showsPayments: optionally(
    v.boolean(),
    '`false`: no payment is ever shown, neither in `recentPayments` nor as `lastPaidOn`. Another statement after `postingDays` is then proof that an earlier payment arrived.',
  ),
};

export const capabilities = v.object({
  reads: said(v.boolean(), 'Reads bills.'),
  pays: said(
    v.pipe(v.array(v.picklist(['card', 'bank'])), v.maxLength(2)),
    'Pays with these. Empty: it pays nothing.',
  ),
  swaps: said(v.boolean(), 'Puts cards on file.'),
  handlesCards: said(v.boolean(), 'May be given card numbers.'),
  funding: said(
    v.picklist(['method-at-company', 'pulled', 'prefunded']),
    'How money gets to the company: the user’s own method is entered there, their bank account is debited, or the operator’s balance pays.',
  ),
  challenges: said(
    v.pipe(
      v.array(v.picklist(['questions', 'code-choice', 'code-entry', 'prompt'])),
      v.maxLength(4),
    ),
    'What a login may ask of the user.',
  ),
  unattended: said(
    v.object({
      reads: said(v.boolean(), 'Reads without the user.'),
      pays: said(v.boolean(), 'Pays without the user.'),
    }),
    'What works while nobody is there to answer.',
  ),
  postingDays: said(days(60), 'Days in which a company shows a payment.'),
  settles: said(v.picklist(['at-once', 'later']), '`later`: a payment is `accepted` first.'),
  returnsWithinDays: said(days(400), 'Days in which a paid payment may come back. 0: never.'),
  namesStatements: said(v.boolean(), 'Bills carry `statementName`.'),
  ...habits,
  findsSubmissions: said(
    v.boolean(),
    'Finds what became of a submission. Without it, what is unclear stays so.',
  ),
  findsWithoutLogin: said(
    v.boolean(),
    'Finds it without signing in: it is asked with an empty form once the account is unlinked.',
  ),
  cancels: said(v.boolean(), 'Can cancel what was accepted.'),
  needsCardCode: said(v.boolean(), 'Takes a card only with its code.'),
  countsFailedLogins: said(v.boolean(), 'Companies lock accounts after failed logins.'),
  reports: said(v.boolean(), 'Sends reports to callers that have an address for them.'),
  looks: optionally(
    v.boolean(),
    'Looks at companies’ pages without a login, and tells of those that have changed.',
  ),
  sessionCostCents: optionally(
    v.pipe(v.number(), v.minValue(0)),
    'What a session costs the operator.',
  ),
  inventsFaults: optionally(
    v.boolean(),
    'Its users choose what goes wrong: that says nothing about a company. In mode `test` only.',
  ),
});

export const limits = v.object({
  sessionsAtOnce: optionally(count, 'Per company.'),
  sessionsAtOncePerLogin: optionally(count, 'Per login.'),
  sessionsPerMinute: optionally(count, 'Per company.'),
  readingsPerLoginAndDay: optionally(count, 'Per login.'),
  coolDownSeconds: optionally(
    v.pipe(v.number(), v.integer(), v.minValue(1)),
    'After a company blocked us.',
  ),
});

export const scenarios = {
  'signs-in': 'The login succeeds at the first round.',
  'wrong-password': 'The login ends with `authenticate`.',
  questions: 'The login asks questions; `answers` has the right ones.',
  code: 'The login asks for a code that was sent; `answers` has it.',
  prompt: 'The login asks to press something.',
  hold: 'The login ends with `hold`.',
  slow: 'The login is `running` at first.',
  bills: 'The login leads to at least one bill with a balance.',
  'no-bills': 'The login succeeds, and there is no bill.',
  'pays-card': 'A card pays the first bill.',
  'pays-bank': 'A bank account pays the first bill.',
  declines: 'The payment is declined, whatever it is made with.',
  accepts: 'The payment is `accepted`, and settles later: with a bank account, or with a card.',
  returns: 'The payment is paid, and comes back soon after: with either of them.',
  unclear: 'The payment is `unknown` at first, with either; `find` tells what became of it.',
  swaps: 'A card is put on file.',
} as const;

export type Scenario = keyof typeof scenarios;
export const scenarioNames = Object.keys(scenarios) as Scenario[];

const values = v.record(text(128), v.pipe(v.string(), v.maxLength(512)));

export const testLogin = v.object({
  scenario: said(v.picklist(scenarioNames), 'What this login brings about.'),
  company: said(ownId, 'At which company.'),
  form: said(values, 'Invented credentials. They open nothing real.'),
  answers: optionally(values, 'The right answers, by identifier.'),
  amount: optionally(
    v.picklist(['dollar', 'balance']),
    'What the suite pays there at a time: a dollar, or all that a bill comes to, at a company that takes nothing less. Left out: a dollar.',
  ),
});

export const manifest = v.object({
  protocols: said(
    v.pipe(v.array(v.pipe(v.number(), v.integer())), v.minLength(1), v.maxLength(10)),
    'Versions of this protocol.',
  ),
  id: said(v.pipe(v.string(), v.regex(/^[a-z][a-z0-9-]{2,39}$/)), 'The connector’s id.'),
  name: said(plainText(), 'As operators read it.'),
  version: said(identifier, 'Of the connector’s own software.'),
  mode: said(v.picklist(['test', 'live']), '`test` moves no money and opens no real account.'),
  keys: said(keySet, 'Public keys, as a JWK set.'),
  capabilities: said(capabilities, 'What it can do.'),
  limits: said(limits, 'What it must not be asked beyond. Left out: no limit.'),
  timeouts: said(
    v.object({
      login: said(seconds, 'Of a login, from its first request to its end.'),
      bills: said(seconds, 'Of reading.'),
      payment: said(seconds, 'Of submitting.'),
      swap: said(seconds, 'Of a swap.'),
    }),
    'Seconds after which an operation that is still running counts as failed, or unknown.',
  ),
  requestCertificates: optionally(
    v.boolean(),
    'Takes requests that a certified key has signed: see Certificates of requests.',
  ),
  testLogins: optionally(
    v.pipe(v.array(testLogin), v.maxLength(100)),
    'Logins that the conformance suite uses. In mode `test` only.',
  ),
});

export type Manifest = v.InferOutput<typeof manifest>;
export type Capabilities = v.InferOutput<typeof capabilities>;
export type TestLogin = v.InferOutput<typeof testLogin>;
export type PublicKey = v.InferOutput<typeof publicKey>;
export type KeySet = v.InferOutput<typeof keySet>;
