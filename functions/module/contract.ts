/** What the pages of the hosted modules ask for before they have an access token. */
import type { Operation } from '@billhook/core/api/operation';
import { font, givenModuleSession, moduleLook, moduleSession } from '@billhook/core/schemas/module';

/** Seconds. A change of a partner's settings shows this long after it at the latest. */
const LOOK_CACHE_SECONDS = 60;
/** Seconds: a year. Under one id are always the same bytes. */
const FONT_CACHE_SECONDS = 31_536_000;

export const openModuleSession = {
  method: 'POST',
  path: '/module/session',
  summary:
    'Open a hosted module: exchange the token and return everything that its first screen shows.',
  description:
    'Needs no API key: `token` is the credential. An SSO token is exchanged in the same way as ' +
    'in `POST /client/access-token`. A live access token is returned as it is, so that a ' +
    'reloaded page can continue, or with `renew` and the `verifier` of its exchange is exchanged ' +
    'for a new one of the same client, session and length, which ends when the last access token ' +
    'of its SSO token can end. `user` is your name for the user, masked. ' +
    '`company` is the one with `companyId`; without it, `companies` are some to start with. ' +
    '`dataConsent` is what the user last agreed to about the data of linked accounts. ' +
    '`open` are the links that are in progress or waiting for the user. With `lists`, `lists` has ' +
    "the first page of each of the client's lists, as `GET /bill/list/{clientId}`, `GET " +
    '/auth/list/{clientId}` and `GET /payment/list/{clientId}` return it, and `companies` is ' +
    'empty if there is an auth. Bodies can be encrypted with `encryptionKey` if the partner has one.',
  callers: ['anyone'],
  scope: 'none',
  body: givenModuleSession,
  response: moduleSession,
  showsSecret: true,
  errors: [
    'token_invalid',
    'origin_not_registered',
    'verifier_required',
    'partner_locked',
    'request_conflict',
  ],
  uses: { table: ['get', 'get-many', 'query', 'update'], tokenKey: ['sign', 'verify'] },
  impact: 'Hosted modules do not open: users cannot link, pay or swap in them.',
  memoryMebibytes: 1024,
} as const satisfies Operation;

export const getModuleLook = {
  method: 'GET',
  path: '/module/look/{partnerId}',
  summary:
    "Retrieve how the hosted modules look for a partner's users, and which origins can embed them.",
  description:
    'Needs no credential: all of it can be seen on a page. A change is visible after a minute ' +
    'at most.',
  callers: ['anyone'],
  scope: 'none',
  cacheSeconds: LOOK_CACHE_SECONDS,
  response: moduleLook,
  errors: ['partner_not_found'],
  uses: { table: ['get'] },
  impact:
    "Modules that wait for a token from their host do not open, and no module has the partner's " +
    'colors.',
} as const satisfies Operation;

export const getModuleFont = {
  method: 'GET',
  path: '/module/font/{fontId}',
  summary: 'Retrieve a font that a partner uploaded, in Base64.',
  description:
    '`woff2` is the file. It is always the same for an id, and can be cached for a year.',
  callers: ['anyone'],
  scope: 'none',
  cacheSeconds: FONT_CACHE_SECONDS,
  response: font,
  errors: ['font_not_found'],
  uses: { table: ['get'] },
  impact: "The hosted modules use a system font instead of the partner's.",
} as const satisfies Operation;
