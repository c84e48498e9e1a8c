/** Sessions: what every request about an account says, and how a login ends. */
import * as v from 'valibot';
import {
  connection,
  identifier,
  instant,
  jwe,
  optionally,
  ownId,
  plainText,
  said,
  text,
  wireId,
  withAnyResult,
} from './fields.ts';
import { holdCodes, holdSubcodes } from './holds.ts';
import {
  MAX_FORM_FIELDS,
  MAX_IDENTIFIER_LENGTH,
  MAX_QUESTION_LENGTH,
  MAX_QUESTIONS,
  MAX_ROUNDS,
  MAX_VALUE_LENGTH,
} from './limits.ts';

export const sessionFields = {
  company: said(ownId, 'The id of the company, as a row of the directory has it.'),
  auth: said(wireId, 'The linked account. The same account of the same user has the same id.'),
  attended: said(
    v.boolean(),
    'Whether the user is there to answer. An unattended session must send nobody a message.',
  ),
  at: said(instant, 'The time that counts for the user. A test clock may be years ahead.'),
  live: optionally(ownId, 'The session of an earlier result, if it may still be open.'),
};

export const needsSecrets = {
  secrets: said(jwe, 'The secrets of this request, encrypted to the connector.'),
};

/** What a session signs in with. */
export const loginSecrets = v.object({
  form: said(
    v.pipe(
      v.record(text(64), v.pipe(v.string(), v.maxLength(MAX_VALUE_LENGTH))),
      v.maxEntries(MAX_FORM_FIELDS),
    ),
    'Login fields as the user gave them, by the names of the row. Others are to be ignored.',
  ),
  answers: optionally(
    v.pipe(
      v.record(text(MAX_IDENTIFIER_LENGTH), v.pipe(v.string(), v.maxLength(MAX_VALUE_LENGTH))),
      v.maxEntries(MAX_QUESTIONS * MAX_ROUNDS),
    ),
    'All answers given in this link, over all rounds, by identifier; the latest of each.',
  ),
  connection: optionally(
    connection.entries.value,
    'The value that this connector returned the last time.',
  ),
});

export const logInRequest = v.object({
  ...sessionFields,
  round: said(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_ROUNDS)),
    'From 1. One more each time that the user has answered.',
  ),
  purpose: said(v.picklist(['bill', 'payment', 'swap']), 'What the login is for.'),
  verifiedBefore: optionally(v.boolean(), 'A login with these very credentials succeeded before.'),
  holdFixed: optionally(v.boolean(), 'The user says that what the hold asked for is done.'),
  codeChoice: optionally(identifier, 'The choice of where to send a code.'),
  resendCode: optionally(v.boolean(), 'The code never came: send another to the same place.'),
  promptPressed: optionally(v.boolean(), 'The user says that the prompt was answered.'),
  ...needsSecrets,
});

const question = v.object({
  question: said(plainText(MAX_QUESTION_LENGTH), 'As the user reads it.'),
  identifier: said(identifier, 'What its answer is named by.'),
});

const codeChoice = v.object({
  type: said(v.picklist(['text', 'email']), 'How the code is sent.'),
  mask: said(plainText(), 'Where to, masked.'),
  identifier: said(identifier, 'What the choice is named by.'),
  label: said(plainText(), 'As the user reads it.'),
});

export const challenge = v.variant('kind', [
  v.object({
    kind: v.literal('questions'),
    questions: v.pipe(v.array(question), v.minLength(1), v.maxLength(MAX_QUESTIONS)),
  }),
  v.object({
    kind: v.literal('code-choice'),
    choices: v.pipe(v.array(codeChoice), v.minLength(1), v.maxLength(MAX_QUESTIONS)),
  }),
  v.object({
    kind: v.literal('code-entry'),
    question,
    sent: said(v.boolean(), 'Whether the code was sent in this session, and not in one before.'),
  }),
  v.object({
    kind: v.literal('prompt'),
    request: said(plainText(MAX_QUESTION_LENGTH), 'What to press, and where.'),
  }),
]);

export const holdReason = {
  code: said(v.picklist(holdCodes), 'Why, in Billhook’s codes.'),
  subcode: optionally(v.picklist(holdSubcodes), 'More exactly, for operators.'),
};

const mfaRequired = v.object({
  kind: v.literal('mfa-required'),
  challenge: said(challenge, 'What the user is asked.'),
  refused: optionally(v.literal(true), 'The last answers were wrong; the company asks once more.'),
  ...withAnyResult,
});

const authenticate = v.object({ kind: v.literal('authenticate'), ...withAnyResult });
const hold = v.object({ kind: v.literal('hold'), ...holdReason, ...withAnyResult });

/** Nothing was found out. It is tried again, unless the company was given the credentials. */
export const failed = v.object({
  kind: v.literal('failed'),
  tried: said(
    v.boolean(),
    'Whether the company may have been given the credentials. If so, nobody repeats it by itself.',
  ),
  retryAfterSeconds: optionally(
    v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(86_400)),
    'When it makes sense to try again.',
  ),
  ...withAnyResult,
});

export const logInResult = v.variant('kind', [
  v.object({ kind: v.literal('verified'), ...withAnyResult }),
  authenticate,
  hold,
  mfaRequired,
  failed,
]);

/** What a session that could not sign in says instead of its result. */
export const notLoggedIn = v.object({
  kind: v.literal('not-logged-in'),
  login: said(
    v.variant('kind', [authenticate, hold, mfaRequired]),
    'What the login said: `authenticate`, `hold` or `mfa-required`.',
  ),
  ...withAnyResult,
});

/** What results carry in secret. */
export const resultSecrets = v.object({
  connection: optionally(connection, 'What to send the next time, in place of the last one.'),
});

export type LogInRequest = v.InferOutput<typeof logInRequest>;
export type LogInSecrets = v.InferOutput<typeof loginSecrets>;
export type LogInResult = v.InferOutput<typeof logInResult>;
export type NotLoggedIn = v.InferOutput<typeof notLoggedIn>;
export type Failed = v.InferOutput<typeof failed>;
export type Challenge = v.InferOutput<typeof challenge>;
