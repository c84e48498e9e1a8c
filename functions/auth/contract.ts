import type { Operation } from '@billhook/core/api/operation';
import {
  auth,
  authProgress,
  givenAnswers,
  givenAuth,
  givenContinuation,
  givenStep,
} from '@billhook/core/schemas/auth';
import { id, listOf, pageQuery, success } from '@billhook/core/schemas/fields';
import * as v from 'valibot';

export const createAuth = {
  method: 'POST',
  path: '/auth',
  summary: 'Link an account: validate credentials at a company and carry out `items`.',
  description:
    'With an API key, its bills are paid automatically, unless the settings of the partner say that ' +
    'this needs `consent`. With an access token they are not, unless `consent` is sent. A company ' +
    'with `recurringRequired` can only be linked with consent. `skipCycle` leaves a first statement ' +
    'that would be paid on the day it is read to its user: nobody could agree to it before it was ' +
    'known. The next ones are paid. `dataConsent` is something else: what the user was told about ' +
    'the data that is read. It is kept with the auth, and changes nothing else. With the item ' +
    '`payment`, `meta.maxAmount` is the most that the user agrees to: if more is owed once the bill ' +
    'has been read, nothing is paid. `meta.amount` is for this payment alone, as in ' +
    '`POST /payment/schedule`.',
  callers: ['partner', 'client'],
  scope: 'service',
  body: givenAuth,
  secretFields: ['form'],
  response: v.object({ success: v.literal(true), message: v.string(), authId: id }),
  errors: [
    'client_not_found',
    'company_not_found',
    'company_in_maintenance',
    'payment_method_not_found',
    'bill_not_found',
    'swap_not_found',
    'swap_in_progress',
    'swap_not_supported',
    'payment_method_not_accepted',
    'payment_method_declined',
    'card_code_required',
    'amount_limit',
    'consent_required',
    'invalid_form',
    'link_limit_reached',
    'partner_locked',
    'request_conflict',
  ],
  uses: {
    table: ['get', 'query', 'put', 'check'],
    vault: { seal: ['login'] },
    fingerprint: true,
    starts: ['link-account'],
    signals: ['link-account'],
  },
  impact: 'Users cannot link accounts.',
} as const satisfies Operation;

export const continueAuth = {
  method: 'POST',
  path: '/auth/{authId}/continue',
  summary:
    'Link a verified auth again with the stored credentials, or with what they lack, and carry out `items`.',
  description:
    'For companies that require the user to be present: the user passes security, and enters no ' +
    'credentials. Everything else about `POST /auth` applies here too; `items` and `meta` are ' +
    'the same. If the auth has `asksFor`, its company has changed its login form: `form` then has ' +
    'these fields and no others, and they are added to the stored credentials. ' +
    'With `meta.swapId`, an auth on hold is linked again as well: a card that the company ' +
    'refused holds its auth, and the swap moves to another card.',
  callers: ['partner', 'client'],
  scope: 'service',
  body: givenContinuation,
  secretFields: ['form'],
  response: v.object({ success: v.literal(true), message: v.string(), authId: id }),
  errors: [
    'auth_not_found',
    'auth_not_verified',
    'company_in_maintenance',
    'payment_method_not_found',
    'bill_not_found',
    'swap_not_found',
    'swap_in_progress',
    'swap_not_supported',
    'payment_method_not_accepted',
    'payment_method_declined',
    'card_code_required',
    'amount_limit',
    'consent_required',
    'invalid_form',
    'request_conflict',
  ],
  uses: {
    table: ['get', 'query', 'put'],
    vault: { seal: ['given'] },
    starts: ['link-account'],
    signals: ['link-account'],
  },
  impact:
    'Users cannot pay or swap at companies that require them to be present, or give what a changed login form asks for.',
} as const satisfies Operation;

export const answerStep = {
  method: 'POST',
  path: '/auth/step',
  summary: 'Answer a security challenge for an account that is being linked.',
  description:
    '`security` is a list of `{identifier, answer}` for `questions`, the `{identifier}` of a ' +
    'choice for `code`, and absent for `prompt`. Questions that are not answered stay open, as ' +
    'another challenge. Send the code itself as the answer to the ' +
    'question that follows, or with `method: "code"` and `{identifier, answer}`. ' +
    '`didNotReceiveCode` requests another code, 30 seconds after the last one at the earliest. ' +
    'An accepted step spends its token.',
  callers: ['partner', 'client'],
  scope: 'service',
  body: givenStep,
  secretFields: ['answer'],
  response: v.object({ success: v.literal(true), message: v.string() }),
  errors: ['challenge_not_found', 'retry_too_soon', 'request_conflict'],
  uses: {
    table: ['get', 'put'],
    passing: ['put'],
    vault: { seal: ['given'] },
    signals: ['link-account'],
  },
  impact: 'Users cannot pass security challenges: their links time out.',
} as const satisfies Operation;

export const listAuths = {
  method: 'GET',
  path: '/auth/list/{clientId}',
  summary: "List a client's auths.",
  description:
    'An account that is still being linked for the first time is not in the list. Without ' +
    '`limit`, the list is returned as a whole, up to 4 MiB.',
  callers: ['partner', 'client'],
  scope: 'service',
  query: pageQuery,
  response: listOf(auth),
  errors: ['client_not_found', 'invalid_cursor'],
  uses: { table: ['query', 'get'] },
  impact: 'Partners cannot see the state of linked accounts.',
} as const satisfies Operation;

export const getAuth = {
  method: 'GET',
  path: '/auth/{authId}',
  summary: 'Retrieve an auth, whether its account is being linked, and what the user is asked.',
  description:
    'The auth has no status until its first outcome. `progress` shows how far a link has come. ' +
    '`challenge` is present while it can be answered with `POST /auth/step`; it is the data of ' +
    'its event, and `expiresIn`: the seconds until it ends.',
  callers: ['partner', 'client'],
  scope: 'service',
  response: authProgress,
  errors: ['auth_not_found'],
  uses: { table: ['get'] },
  impact: 'Partners without webhooks cannot see what a company asks their users.',
} as const satisfies Operation;

export const fixHold = {
  method: 'POST',
  path: '/auth/{authId}/fix-hold',
  summary: 'Resume an auth after the user has resolved its hold.',
  description:
    'For when the user has done what `reason` of the auth asks for. The account is linked ' +
    'again with the stored credentials; the outcome is an event.',
  callers: ['partner', 'client'],
  scope: 'service',
  response: success,
  errors: [
    'auth_not_found',
    'auth_not_on_hold',
    'payment_method_not_found',
    'payment_method_declined',
    'card_code_required',
    'request_conflict',
  ],
  uses: { table: ['get', 'put'], starts: ['link-account'] },
  impact: 'Held accounts stay held after their users have acted.',
} as const satisfies Operation;

export const answerQuestions = {
  method: 'POST',
  path: '/auth/{authId}/answer-questions',
  summary: 'Answer the security questions of an auth, or some of them: the rest stays open.',
  description:
    'Each answer has the `identifier` of its question. The link then goes on, and its outcome ' +
    'is an event.',
  callers: ['partner', 'client'],
  scope: 'service',
  body: v.object({ answers: givenAnswers }),
  secretFields: ['answer'],
  response: success,
  errors: ['auth_not_found', 'auth_not_awaiting_answers', 'request_conflict'],
  uses: {
    table: ['get', 'put'],
    passing: ['put'],
    vault: { seal: ['given'] },
    signals: ['link-account'],
  },
  impact: 'Accounts that ask security questions cannot be linked.',
} as const satisfies Operation;

export const deleteAuth = {
  method: 'DELETE',
  path: '/auth/{authId}',
  summary: 'Delete an auth with its bills, and cancel their scheduled payments.',
  description:
    'What the user had set of the bills is kept for 400 days. If the account is linked again, what ' +
    'restricts (such as disabled recurring payments) holds, and the rest is in `settings.offered`.',
  callers: ['partner', 'client'],
  scope: 'service',
  response: success,
  errors: ['auth_not_found', 'request_conflict'],
  uses: { table: ['get', 'query', 'put', 'delete'], signals: ['link-account'] },
  impact: 'Users cannot unlink accounts, and their scheduled payments continue.',
} as const satisfies Operation;
