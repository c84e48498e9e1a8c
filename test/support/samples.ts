/** A valid body of each operation that reads one, for tests that spoil it. */
import { pemOf, rsaPair } from './signing.ts';
import { dueDate, givenBank, givenCard } from './world.ts';

export type Sample = {
  /** The operation's name, with what the sample is of where there are several. */
  readonly title: string;
  readonly name: string;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
};

/** Ids that a sample names. */
export type SampleIds = {
  readonly clientId: string;
  readonly identifier: string;
  readonly authId: string;
  readonly billId: string;
  readonly methodId: string;
  readonly companyId: string;
};

/** As much of a font as is looked at. */
export const FONT = Buffer.from('wOF2, and nothing behind it').toString('base64');

const publicKey = pemOf(rsaPair().publicKey);

export function samplesOf(ids: SampleIds): Sample[] {
  const { clientId, identifier, authId, billId, methodId, companyId } = ids;
  const { paymentType: _type, clientId: _client, ...card } = givenCard(clientId);
  const answers = [{ identifier: 'q1', answer: 'answer' }];
  const sample = (name: string, path: string, body: object, what = ''): Sample => ({
    title: what ? `${name} (${what})` : name,
    name,
    path,
    body: body as Record<string, unknown>,
  });
  return [
    sample('createAuth', '/auth', {
      clientId,
      companyId,
      items: ['bill'],
      paymentIdentifier: 'mine',
      meta: { paymentMethodId: methodId, billId },
      form: { balance: '5.00', dueDate: dueDate(9) },
    }),
    sample('answerStep', '/auth/step', { token: 'never-was', method: 'code', security: answers }),
    sample('continueAuth', `/auth/${authId}/continue`, {
      items: ['bill'],
      paymentIdentifier: 'any',
      meta: { billId: 'bill_1' },
    }),
    sample('answerQuestions', `/auth/${authId}/answer-questions`, { answers }),
    sample('searchCompanies', '/company/search', {
      query: 'Regular',
      category: 'utilities',
      geo: { lat: 37.7, lng: -122.4 },
      paginateResults: 'true',
      pageSize: '10',
      pageNumber: '1',
      products: ['bill'],
      cardPaymentsOnly: 'true',
    }),
    sample('addPaymentMethod', '/payment', givenCard(clientId), 'card'),
    sample('addPaymentMethod', '/payment', givenBank(clientId), 'bank'),
    sample('assignPaymentMethod', `/payment/${methodId}/assign`, { billId }),
    sample('updatePaymentSettings', '/payment/settings', {
      billId,
      recurring: 'disabled',
      schedule: 'on-due-date',
    }),
    sample('schedulePayment', '/payment/schedule', { billId, date: '2099-01-01' }),
    sample('setCardCode', `/payment/${methodId}/card-code`, { cardCode: '123' }),
    sample('createSwap', '/swap/create', { authId, paymentMethodId: methodId }),
    sample('cancelPayment', '/payment/cancel', { billId }),
    sample('customizeBill', `/bill/${billId}/customize`, {
      customPaymentAmount: '5.00',
      customLabel: 'Mine',
      hidden: 'true',
      notifications: 'disabled',
    }),
    sample('createClient', '/client', {
      identifier,
      meta: { firstName: 'Ada', email: 'a@b.example' },
    }),
    sample('createToken', '/client/create-token', {
      identifier,
      nonce: false,
      expiration: '2099-01-01T00:00:00.000Z',
      accessTokenExpiresIn: 3600,
    }),
    sample('createAccessToken', '/client/access-token', {
      token: 'a.b.c',
      verifier: 'v'.repeat(43),
    }),
    sample('revokeTokens', '/client/revoke-tokens', { identifier, clientToken: 'a.b.c' }),
    sample('createWebhookEndpoint', '/webhook-endpoint', {
      url: 'https://example.com/hooks',
      events: ['bill.created', 'auth.*'],
      description: 'Mine',
    }),
    sample('updateWebhookEndpoint', '/webhook-endpoint/we_00000000000000000000', {
      url: 'https://example.com/hooks',
      events: ['bill.*'],
      description: 'Mine',
      status: 'disabled',
    }),
    sample('retryEvent', `/event/evt_${'0'.repeat(20)}_c${'0'.repeat(13)}/retry`, {
      endpointId: 'we_00000000000000000000',
    }),
    sample('createApiKey', '/partner/api-keys', { expires: '2099-01-01T00:00:00.000Z' }),
    sample('updateSigning', '/partner/signing', { publicKey, overlapSeconds: 60, required: false }),
    sample(
      'updateSigning',
      '/partner/signing',
      { jwksUrl: 'https://keys.example/jwks', headers: { 'X-Key': 'mine' }, required: false },
      'an address',
    ),
    sample('updateModules', '/partner/modules', {
      origins: ['https://app.example.com', 'capacitor://localhost'],
      bridgeName: 'Acme',
      appName: 'Acme',
      theme: {
        brandColor: '#0a7f5c',
        colorScheme: 'auto',
        light: { background: '#ffffff', surface: '#f4f4f4', text: '#111111' },
        radius: 8,
        logo: { light: 'https://acme.example/logo.png' },
      },
      texts: { 'search.title': 'Find your biller' },
      links: { help: 'https://acme.example/help' },
      hideAttribution: false,
    }),
    sample('uploadFont', '/partner/modules/font', { name: 'Acme Sans', woff2: FONT }),
    sample('openModuleSession', '/module/session', {
      token: 'a.b.c',
      verifier: 'v'.repeat(43),
      sessionId: 'mine',
      module: 'account-linking',
      companyId,
      cardPaymentsOnly: 'true',
      renew: 'false',
    }),
    // Past, so that no spoilt copy of it moves the clock of the tests' own partner.
    sample('setClock', '/sandbox/clock', { now: '2001-01-01T00:00:00.000Z' }),
    sample('syncClient', '/client/sync', {
      client: { identifier, meta: { city: 'London' } },
      token: { nonce: true },
      cards: [{ ...card, cardType: 'credit', cardBrand: 'visa', setAsDefault: true }],
    }),
  ];
}

/** A place in a body: `['cards', 0, 'expMonth']`. */
export type Place = readonly (string | number)[];

/** Every place in a value that holds a plain value or a list or an object of its own. */
export function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at];
  const inner = Object.entries(value).flatMap(([name, item]) =>
    placesIn(item, [...at, Array.isArray(value) ? Number(name) : name]),
  );
  return at.length > 0 ? [at, ...inner] : inner;
}

/** The value with another in a place, or without what stands there. */
export function spoil<T>(value: T, place: Place, replacement: unknown | undefined): T {
  const copy = structuredClone(value);
  const parent = place.slice(0, -1).reduce<unknown>((one, name) => {
    return (one as Record<string | number, unknown>)[name];
  }, copy) as Record<string | number, unknown>;
  const last = place.at(-1) as string | number;
  if (replacement === undefined) delete parent[last];
  else parent[last] = replacement;
  return copy;
}

export function valueAt(value: unknown, place: Place): unknown {
  return place.reduce((one, name) => (one as Record<string | number, unknown>)[name], value);
}
