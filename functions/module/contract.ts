/** What the pages of the hosted modules ask for before they have an access token. */
import type { Operation } from '@billhook/core/operation';
import { font, givenModuleSession, moduleLook, moduleSession } from '@billhook/core/schemas/module';

/** Seconds. A change of a partner's settings shows this long after it at the latest. */
const LOOK_CACHE_SECONDS = 60;
/** Seconds: a year. Under one id are always the same bytes. */
const FONT_CACHE_SECONDS = 31_536_000;

export const openModuleSession = {
  method: 'POST',
  path: '/module/session',
  summary: 'Open a hosted module: exchange the token and answer all that its first screen shows.',
  description:
    'Needs no API key: `token` is the credential. An SSO token is exchanged as ' +
    '`POST /client/access-token` does it. An access token that is alive is answered as it is, so that ' +
    'a page that is loaded again goes on, or with `renew` in exchange for a new one of the same ' +
    'client, session and length, which ends when the last access token of its SSO token may end. ' +
    '`company` is that of `companyId`; without it, `companies` are some to begin with. `open` are ' +
    'the links that are under way or wait for the user. Bodies can be encrypted with ' +
    '`encryptionKey` where the partner has one.',
  callers: ['anyone'],
  body: givenModuleSession,
  response: moduleSession,
  showsSecret: true,
  errors: ['token_invalid', 'request_conflict'],
  uses: { table: ['get', 'query', 'update'], tokenKey: ['sign', 'verify'] },
  impact: 'No hosted module opens: users can neither link, pay nor swap in them.',
  memoryMebibytes: 1024,
} as const satisfies Operation;

export const getModuleLook = {
  method: 'GET',
  path: '/module/look/{partnerId}',
  summary: "Retrieve how the hosted modules look for a partner's users, and where they may stand.",
  callers: ['anyone'],
  cacheSeconds: LOOK_CACHE_SECONDS,
  response: moduleLook,
  errors: ['partner_not_found'],
  uses: { table: ['get'] },
  impact: 'Modules that wait for a token from their host do not open, and none is in its colors.',
} as const satisfies Operation;

export const getModuleFont = {
  method: 'GET',
  path: '/module/font/{fontId}',
  summary: 'Retrieve a font that a partner uploaded, in Base64.',
  callers: ['anyone'],
  cacheSeconds: FONT_CACHE_SECONDS,
  response: font,
  errors: ['font_not_found'],
  uses: { table: ['get'] },
  impact: "The hosted modules show a font of the user's machine instead of the partner's.",
} as const satisfies Operation;
