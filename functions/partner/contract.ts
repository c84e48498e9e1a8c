import type { Operation } from '@billhook/core/api/operation';
import { LOCK_ROUTE } from '@billhook/core/partner/lock';
import { reportCsv } from '@billhook/core/reconciliation/report';
import { createdEncryptionKey, publishedKey } from '@billhook/core/schemas/encryption-key';
import { success } from '@billhook/core/schemas/fields';
import {
  givenFont,
  givenModuleSettings,
  moduleSettings,
  shownFont,
} from '@billhook/core/schemas/module';
import {
  apiKey,
  createdApiKey,
  givenApiKey,
  partnerSettings,
} from '@billhook/core/schemas/partner';
import { reconciliationQuery, reconciliationReport } from '@billhook/core/schemas/reconciliation';
import { givenSigning, signing } from '@billhook/core/schemas/signing';
import type { InferOutput } from 'valibot';
import * as v from 'valibot';

export const getPartner = {
  method: 'GET',
  path: '/partner',
  summary: "Retrieve the partner's own settings.",
  description:
    'Includes the limits that the operator has set, and how requests have to be signed and ' +
    'encrypted.',
  callers: ['partner'],
  scope: 'service',
  response: partnerSettings,
  errors: [],
  uses: { table: ['get'] },
  impact: 'Partners cannot see their settings.',
} as const satisfies Operation;

export const listApiKeys = {
  method: 'GET',
  path: '/partner/api-keys',
  summary: "List the partner's API keys, without their secrets.",
  description: '`expires` is present if a key expires by itself, and `revoked` if it was revoked.',
  callers: ['partner'],
  scope: 'admin',
  response: v.object({ data: v.array(apiKey) }),
  errors: [],
  uses: { table: ['get'] },
  impact: 'Partners cannot see which keys are live.',
} as const satisfies Operation;

export const createApiKey = {
  method: 'POST',
  path: '/partner/api-keys',
  summary: 'Create an API key. Its secret is shown only once.',
  description:
    '`scope` is what the key can do: `service` everything but keys, signing, encryption, endpoints, ' +
    'modules and erasing; `admin` everything, which is also what a key gets if it is omitted. A ' +
    'partner can have two live keys of each scope, so that one can be rotated: create the second, ' +
    'use it everywhere, and revoke the first. A key with `expires` expires by itself.',
  callers: ['partner'],
  scope: 'admin',
  body: givenApiKey,
  response: createdApiKey,
  showsSecret: true,
  errors: ['key_limit_reached', 'request_conflict'],
  uses: { table: ['get', 'put'], pepper: true },
  impact: 'Partners cannot rotate their keys.',
} as const satisfies Operation;

export const revokeApiKey = {
  method: 'DELETE',
  path: '/partner/api-keys/{keyId}',
  summary: 'Revoke an API key. It is rejected from the next request on.',
  description:
    'The last live key with the scope `admin` cannot be revoked, so that partners cannot lock ' +
    'themselves out. For an hour, the revoked key can still call `POST /partner/lock`.',
  callers: ['partner'],
  scope: 'admin',
  response: success,
  errors: ['api_key_not_found', 'last_live_key', 'request_conflict'],
  uses: { table: ['get', 'put'] },
  impact: 'Partners cannot revoke a stolen key.',
} as const satisfies Operation;

export const lockSettings = {
  ...LOCK_ROUTE,
  summary: 'Stop changes of settings, payments, and new tokens, cards and links.',
  description:
    'For a partner that finds that somebody else uses one of its keys. It undoes nothing, and only ' +
    'the operator can end it. A key that was revoked over the API can call this, and only this, for ' +
    'an hour. No signature is needed. While it holds, changes of settings are 403 `settings_locked`, ' +
    'and new tokens, cards and links 403 `partner_locked`. Payments are paused, scheduled and ' +
    'automatic ones too; with `pausePayments: false` they go on. Everything can be read, and a ' +
    'payment that a company is asked about already ends as usual.',
  callers: ['partner'],
  scope: 'lock',
  body: v.object({ pausePayments: v.optional(v.boolean(), true) }),
  response: success,
  errors: ['request_conflict'],
  uses: { table: ['get', 'put', 'update'] },
  impact: 'Partners cannot stop a thief of a key from changing their settings and paying.',
} as const satisfies Operation;

export const getReconciliation = {
  method: 'GET',
  path: '/partner/reconciliation',
  summary: "Retrieve the day's report on your payments, held against what companies report.",
  description:
    'Each day, the payments of the last seven days are held against what companies and networks ' +
    'report, and accounts against their payments. `data` are the findings of that day, the loudest ' +
    'first; those with `settled` were settled by what was reported, all others are open. A finding ' +
    'has the same `_id` each day. With `Accept: text/csv`, the findings are returned as CSV: the ' +
    'header alone where there are none.',
  callers: ['partner'],
  scope: 'service',
  query: reconciliationQuery,
  response: reconciliationReport,
  csv: ({ report, data }: InferOutput<typeof reconciliationReport>) => reportCsv(report.day, data),
  errors: ['report_not_found', 'invalid_cursor'],
  uses: { table: ['get', 'query'] },
  impact: 'Partners cannot see what reconciliation found. It goes on.',
} as const satisfies Operation;

export const updateSigning = {
  method: 'PUT',
  path: '/partner/signing',
  summary: 'Set the key that requests are signed with, or the URL of the keys.',
  description:
    'Either `publicKey` (PEM, RSA 2048) or `jwksUrl` with extra `headers`; the keys at a URL are ' +
    'fetched immediately, and then daily. `null` removes them. `required` rejects all requests ' +
    'that are not signed, and cannot itself be set while the partner has no valid key. ' +
    '`requireDigest` also rejects a POST or PUT whose signature does not cover the body, and with ' +
    'it `refuseReplays` lets each signature count once; they end with what they rest on. ' +
    '`overlapSeconds` is how long the previous key stays valid. A `jwksUrl` can be set once a second, ' +
    'with bursts of 20; refreshing the keys and naming webhook addresses count as well.',
  callers: ['partner'],
  scope: 'admin',
  body: givenSigning,
  response: signing,
  errors: ['no_valid_key', 'request_conflict'],
  uses: { table: ['get', 'put', 'update'], vault: { seal: ['headers'], open: ['headers'] } },
  impact: 'Partners cannot rotate their request signing keys.',
  timeoutSeconds: 25,
} as const satisfies Operation;

export const refreshSigning = {
  method: 'POST',
  path: '/partner/signing/refresh',
  summary: 'Fetch the signing keys from their URL now.',
  description:
    'The keys are also fetched daily. Call this after you have changed them; `lastRefresh` ' +
    'says whether it worked. At most once a second, with bursts of 20, as for a new `jwksUrl`.',
  callers: ['partner'],
  scope: 'admin',
  response: signing,
  errors: ['jwks_url_missing', 'request_conflict'],
  uses: { table: ['get', 'put', 'update'], vault: { open: ['headers'] } },
  impact: 'A rotated signing key takes effect only at the daily refresh.',
  timeoutSeconds: 25,
} as const satisfies Operation;

export const createEncryptionKey = {
  method: 'POST',
  path: '/partner/public-keys',
  summary: 'Create a key pair for encrypting bodies.',
  description:
    'The private key never leaves KMS. A partner can have two live keys, so that one can be ' +
    'rotated: create the second, encrypt with it, and delete the first. At most ten can be ' +
    'created in a day (UTC).',
  callers: ['partner'],
  scope: 'admin',
  response: createdEncryptionKey,
  errors: ['key_limit_reached', 'daily_key_limit_reached', 'request_conflict'],
  uses: { table: ['get', 'put', 'delete'], encryptionKeys: ['create', 'delete'] },
  impact: 'Partners cannot rotate their encryption keys.',
  timeoutSeconds: 20,
} as const satisfies Operation;

export const updateEncryption = {
  method: 'PUT',
  path: '/partner/encryption',
  summary: 'Set whether bodies with a card, a code, a login or an answer must be encrypted.',
  description:
    'With `required`, such a body in the clear is 400 `encryption_required`, whoever sends it, and ' +
    'the hosted modules send none. It cannot be set while the partner has no encryption key, and ' +
    'then the last key cannot be deleted.',
  callers: ['partner'],
  scope: 'admin',
  body: v.object({ required: v.boolean() }),
  response: v.object({ required: v.boolean() }),
  errors: ['no_encryption_key', 'request_conflict'],
  uses: { table: ['get', 'put'] },
  impact: 'Partners cannot demand that bodies are encrypted, or stop demanding it.',
} as const satisfies Operation;

export const listEncryptionKeys = {
  method: 'GET',
  path: '/partner/public-keys',
  summary: "List the partner's live encryption keys as a JWK set, oldest first.",
  description: 'Encrypt with the last one, which is the newest.',
  callers: ['partner'],
  scope: 'service',
  response: v.object({ keys: v.array(publishedKey) }),
  errors: [],
  uses: { table: ['get'] },
  impact: 'Partners cannot read their public encryption keys.',
} as const satisfies Operation;

export const getLatestEncryptionKey = {
  method: 'GET',
  path: '/partner/public-keys/latest',
  summary: "Retrieve the newest of the partner's live encryption keys.",
  description: 'It is the one to encrypt bodies with.',
  callers: ['partner'],
  scope: 'service',
  response: publishedKey,
  errors: ['encryption_key_not_found'],
  uses: { table: ['get'] },
  impact: 'Partners cannot find the newest key to encrypt bodies with.',
} as const satisfies Operation;

export const getEncryptionKey = {
  method: 'GET',
  path: '/partner/public-keys/{keyId}',
  summary: "Retrieve one of the partner's live encryption keys.",
  description: 'A key that was deleted is not found.',
  callers: ['partner'],
  scope: 'service',
  response: publishedKey,
  errors: ['encryption_key_not_found'],
  uses: { table: ['get'] },
  impact: 'Partners cannot read one of their public encryption keys.',
} as const satisfies Operation;

export const deleteEncryptionKey = {
  method: 'DELETE',
  path: '/partner/public-keys/{keyId}',
  summary:
    'Delete an encryption key. Bodies encrypted with it are rejected from the next request on.',
  description: 'The last key cannot be deleted while encryption is required.',
  callers: ['partner'],
  scope: 'admin',
  response: success,
  errors: ['encryption_key_not_found', 'no_encryption_key', 'request_conflict'],
  uses: { table: ['get', 'put', 'delete'], encryptionKeys: ['delete'] },
  impact: 'Partners cannot retire their encryption keys.',
} as const satisfies Operation;

export const getModules = {
  method: 'GET',
  path: '/partner/modules',
  summary:
    'Retrieve which origins can embed the hosted modules, what the modules say and how they look.',
  description: '`fonts` are the uploaded fonts that are still stored, newest first.',
  callers: ['partner'],
  scope: 'admin',
  response: moduleSettings,
  errors: [],
  uses: { table: ['get'] },
  impact: 'Partners cannot see how their hosted modules are set up.',
} as const satisfies Operation;

export const updateModules = {
  method: 'PUT',
  path: '/partner/modules',
  summary:
    'Set which origins can embed the hosted modules, what the modules say and how they look.',
  description:
    'Omitted fields stay unchanged; `null` unsets a field. `theme`, `texts`, `links` and ' +
    '`origins` are each replaced as a whole. `origins` are those of the pages and apps that ' +
    'embed a module: `https` origins (`https://localhost` only without a port), ' +
    '`capacitor://localhost` or `ionic://localhost`, at most 20; a module does not open in any ' +
    'other frame. `bridgeName` is the name that native apps use for the channel that events ' +
    'arrive on. With `opensIn`, modules open in a `frame` of one of the origins, or in your `app` ' +
    '(a web view that has the channel), and by no plain link. `texts` are your own texts in place of ours, with the same names in braces. Open ' +
    'pages show a change when they are opened again, after a minute at most.',
  callers: ['partner'],
  scope: 'admin',
  body: givenModuleSettings,
  response: moduleSettings,
  errors: ['request_conflict'],
  uses: { table: ['get', 'put'] },
  impact: 'Partners cannot change where their hosted modules are embedded and how they look.',
} as const satisfies Operation;

export const uploadFont = {
  method: 'POST',
  path: '/partner/modules/font',
  summary: 'Upload a font for the hosted modules, which the theme can then name.',
  description:
    '`woff2` is the file in Base64, at most 256 KiB. The same file is the same font, however ' +
    'often it is uploaded. Five are kept: when there are more, the oldest that the theme does ' +
    'not name is removed.',
  callers: ['partner'],
  scope: 'admin',
  body: givenFont,
  response: shownFont,
  errors: ['request_conflict'],
  uses: { table: ['get', 'put', 'delete'] },
  impact: 'Partners cannot use their own font in the hosted modules.',
} as const satisfies Operation;
