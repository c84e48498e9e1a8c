/** One fault for each check of the suite: what a wrong implementation does. */
import type { Author, Bill, SettlementsPage } from '@billhook/connector-kit';
import { problemOf } from '@billhook/connector-kit/protocol/problems';
import { openKeySet } from '@billhook/connector-kit/wire/keys';
import type { WireRequest, WireResponse } from '@billhook/connector-kit/wire/message';
import { encryptSecrets } from '@billhook/connector-kit/wire/secrets';
import { digestOf, newNonce } from '@billhook/connector-kit/wire/signature';
import { manifest } from '../../../connectors/kit/template/manifest.ts';
import {
  accepts,
  bodyOf,
  type Fault,
  forgetful,
  nonceOf,
  resigned,
  responds,
  rewrites,
  says,
  signAgain,
} from './bad-connector.ts';
import { fullManifest, suite, suiteKeys } from './good-connector.ts';

const isCertified = ({ headers }: WireRequest) => headers['billhook-certificate'] !== undefined;
const withoutCertificate = (request: WireRequest): WireRequest => ({
  ...request,
  headers: { ...request.headers, 'billhook-certificate': undefined },
});

const inputOf = ({ headers }: WireRequest) => headers['signature-input'] ?? '';
const createdOf = (request: WireRequest) => Number(/created=(\d+)/.exec(inputOf(request))?.[1]);
const now = () => Date.now() / 1000;

/** Every manifest but the first, without which nothing is checked. */
function laterManifest(change: (text: string) => string, created = 0): Fault {
  let readings = 0;
  return {
    response: (response, request) => {
      if (!request.url.includes('/.well-known/')) return response;
      readings += 1;
      if (readings === 1) return response;
      const body = Buffer.from(change(Buffer.from(response.body).toString()));
      return signAgain({ ...response, body }, request, Math.floor(now()) + created);
    },
  };
}

/** Another name than its thumbprint for the first key: one thumbprint in 64 begins with `-` already. */
export function withOtherKid(text: string): string {
  return text.replace(/(?<="kid":")./, (first) => (first === '-' ? '_' : '-'));
}

const withoutSignature = ({ headers, ...rest }: WireResponse): WireResponse => ({
  ...rest,
  headers: { ...headers, signature: undefined, 'signature-input': undefined },
});

/** Keeps the first of something, and brings it back. */
function keepsFirst<T>(): (value: T) => T {
  let first: { readonly value: T } | undefined;
  return (value) => {
    first ??= { value };
    return first.value;
  };
}

function directory(change: (row: Record<string, unknown>) => readonly object[]): Fault {
  return says('/v1/companies', ({ companies, ...rest }) => ({
    ...rest,
    companies: (companies as Record<string, unknown>[]).flatMap(change),
  }));
}

function replays(): Fault {
  const first = keepsFirst<WireResponse>();
  return {
    response: (response, { url }) => (url.includes('/v1/echo') ? first(response) : response),
  };
}

/** Whatever the secrets are, it takes them for good ones. */
const opensAnything: Fault = {
  request: (request) => {
    if (!request.url.includes('/v1/echo')) return request;
    const operation = request.headers['billhook-operation'] ?? '';
    const key = openKeySet(fullManifest().keys)?.find(({ use }) => use === 'enc');
    if (!key) return request;
    const secrets = encryptSecrets({ text: 'anything' }, key, operation);
    return resigned({ ...request, body: Buffer.from(JSON.stringify({ secrets })) });
  },
};

function toSuite(value: unknown, operation: string): string {
  const key = openKeySet(suite.keys)?.find(({ use }) => use === 'enc');
  return key ? encryptSecrets(value, key, operation) : '';
}

/** Counts each repetition as something new. */
function countsOn(part: string): Fault {
  let count = 10;
  return says(part, (body) => {
    count += 1;
    return { ...body, sequence: count };
  });
}

const anyState = (_: unknown, request: WireRequest) => ({
  operation: request.headers['billhook-operation'],
  sequence: 1,
  state: 'done',
  result: { kind: 'verified' },
});

const logsIn = (result: Awaited<ReturnType<Author['logIn']>>): Fault => ({
  author: () => ({ logIn: () => result }),
});

const pays = (change: (paid: object) => object): Fault => ({
  author: ({ pay }) => ({
    pay: async (...given) => change((await pay?.(...given)) ?? {}) as never,
  }),
});

const finds = (change: (found: object) => object): Fault => ({
  author: ({ findPayment }) => ({
    findPayment: async (...given) => change((await findPayment?.(...given)) ?? {}) as never,
  }),
});

/** Bills that say something else. */
const shows = (change: (bill: Bill) => Bill): Fault => ({
  author: ({ listBills }) => ({
    listBills: async (...given) => {
      const read = await listBills?.(...given);
      if (read?.kind !== 'bills') return read ?? failedLogin;
      return { ...read, bills: read.bills.map(change) };
    },
  }),
});

const paidIn = (days: number) => ({
  amountCents: 1_234,
  paidOn: new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
});

const failedLogin = { kind: 'failed', tried: false } as const;
const question = { question: 'Which color?', identifier: 'color' };
const code = (sent: boolean) =>
  logsIn({ kind: 'mfa-required', challenge: { kind: 'code-entry', question, sent } });

let seen: string[] = [];

export const faults: Readonly<Record<string, Fault>> = {
  'manifest.document': laterManifest((text) =>
    text.replace('"My connector"', '"See https://power.example"'),
  ),
  'manifest.signed': {
    response: (response, { url }) =>
      url.includes('/.well-known/') ? withoutSignature(response) : response,
  },
  'manifest.fresh': laterManifest((text) => text, -120),
  'manifest.keys': laterManifest(withOtherKid),
  'manifest.public': laterManifest((text) => text.replace('"kty":', '"d":"x","kty":')),
  'manifest.cards': {
    options: {
      manifest: { ...manifest, capabilities: { ...manifest.capabilities, handlesCards: false } },
    },
  },
  'directory.pages': says('/v1/companies', ({ asOf: _, ...page }) => page),
  'directory.rows': directory((row) => [row, { ...row, name: 'Pay at www.power.example' }]),
  'directory.unique': directory((row) => [row, row]),
  'directory.products': {
    options: {
      manifest: { ...manifest, capabilities: { ...manifest.capabilities, swaps: false } },
    },
  },
  'directory.narrower': directory((row) => [
    { ...row, capabilities: { limits: { sessionsAtOnce: 1_000 } } },
  ]),
  'directory.test-logins': directory((row) => [{ ...row, id: 'another-company' }]),

  'wire.health': {
    response: (response, { url }) =>
      url.includes('/v1/health') ? withoutSignature(response) : response,
  },
  'wire.clock': says('/v1/health', (body) => ({
    ...body,
    time: new Date(Date.now() - 300_000).toISOString(),
  })),
  'wire.response-bound': replays(),
  'wire.response-headers': responds('/v1/health', (response) => ({
    ...response,
    headers: { ...response.headers, 'billhook-operation': newNonce() },
  })),
  'wire.problem-signed': {
    response: (response) => (response.status >= 400 ? withoutSignature(response) : response),
  },
  'wire.problem-document': responds('/v1/echo', (response) => ({
    ...response,
    headers: { ...response.headers, 'content-type': 'application/json' },
  })),
  'wire.unsigned': accepts(({ headers }) => !headers.signature),
  'wire.other-body': accepts(({ headers, body }) => headers['content-digest'] !== digestOf(body)),
  'wire.other-digest': accepts(({ body }) => Buffer.from(body).includes('other')),
  'wire.other-target': accepts(({ url }) => url.endsWith('?x=1')),
  'wire.other-method': accepts(({ url }) => url.includes('/v1/echo')),
  'wire.other-operation': accepts(
    ({ headers }) => headers['billhook-operation'] === 'another-operation-0001',
  ),
  'wire.stranger': accepts((request) => !inputOf(request).includes(suiteKeys.signing.kid)),
  'wire.stolen-name': accepts(({ url }) => url.includes('/v1/echo')),
  'wire.other-tag': accepts((request) => inputOf(request).includes('billhook-report')),
  'wire.fewer-components': accepts((request) => !inputOf(request).includes('content-digest')),
  'wire.old': accepts((request) => createdOf(request) < now() - 60),
  'wire.future': accepts((request) => createdOf(request) > now() + 60),
  'wire.replay': accepts((request) => {
    const nonce = nonceOf(request);
    const isSeen = seen.includes(nonce);
    seen = [...seen, nonce];
    return isSeen;
  }),
  'wire.other-connector': accepts(
    ({ headers }) => headers['billhook-connector'] === 'another-connector',
    (request) => ({
      ...request,
      headers: { ...request.headers, 'billhook-connector': manifest.id },
    }),
  ),
  'wire.other-protocol': accepts(
    ({ headers }) => headers['billhook-protocol'] === '99',
    (request) => ({ ...request, headers: { ...request.headers, 'billhook-protocol': '1' } }),
  ),
  'wire.unknown-path': responds('/v1/nothing-here', (response) => ({ ...response, status: 200 })),
  'wire.too-large': accepts(
    ({ body }) => body.length > 262_144,
    (request) => ({ ...request, body: Buffer.from('{}') }),
  ),
  'wire.media-type': accepts(
    ({ headers }) => headers['content-type'] === 'text/plain',
    (request) => ({
      ...request,
      headers: { ...request.headers, 'content-type': 'application/json' },
    }),
  ),
  'wire.not-json': responds('/v1/echo', (response) =>
    response.status === 400 ? { ...response, status: 500 } : response,
  ),
  'wire.unknown-members': responds('/v1/echo', (response, request) =>
    'later' in bodyOf(request) ? { ...response, status: 400 } : response,
  ),

  'certificate.counts': accepts(isCertified, (request) => ({
    ...request,
    headers: { ...request.headers, 'billhook-certificate': 'none' },
  })),
  'certificate.over': accepts(isCertified, withoutCertificate),
  'certificate.other-connector': accepts(isCertified, withoutCertificate),
  'certificate.other-key': accepts(isCertified, withoutCertificate),
  'certificate.stranger': accepts(isCertified, withoutCertificate),
  'certificate.chain': accepts(isCertified, withoutCertificate),

  'secrets.both-ways': says('/v1/echo', (body, { headers }) => ({
    ...body,
    secrets: toSuite({ text: 'something else' }, headers['billhook-operation'] ?? ''),
  })),
  'secrets.fresh': (() => {
    const first = keepsFirst<unknown>();
    return says('/v1/echo', (body) => ({ ...body, secrets: first(body.secrets) }));
  })(),
  'secrets.other-operation': opensAnything,
  'secrets.other-key': opensAnything,
  'secrets.altered': opensAnything,
  'secrets.in-clear': opensAnything,
  'secrets.not-shown': {
    author: () => ({
      logIn: ({ form }) => {
        const shown = { question: `Is ${form.password} right?`, identifier: 'password' };
        return { kind: 'mfa-required', challenge: { kind: 'questions', questions: [shown] } };
      },
    }),
  },

  'login.verified': logsIn({ kind: 'authenticate' }),
  'login.wrong-password': logsIn(failedLogin),
  'login.repeated': countsOn('/v1/logins/'),
  'login.another-body': says('/v1/logins/', anyState, 200),
  'login.unknown-field': {
    author: ({ logIn }) => ({
      logIn: (session, run) =>
        'no_such_field' in session.form ? { kind: 'authenticate' } : logIn(session, run),
    }),
  },
  'login.missing-member': rewrites('/v1/logins/', (body) => ({ attended: true, ...body })),
  'login.questions': logsIn({ kind: 'verified' }),
  'login.wrong-answers': {
    author: ({ logIn }) => ({
      logIn: (session, run) => (session.round > 1 ? { kind: 'verified' } : logIn(session, run)),
    }),
  },
  'login.stale-round': says('/v1/logins/', anyState, 200),
  'login.code': code(false),
  'login.unattended-code': code(true),
  'login.prompt': logsIn({
    kind: 'mfa-required',
    challenge: { kind: 'questions', questions: [question] },
  }),
  'login.hold': logsIn({ kind: 'authenticate' }),
  'login.running': { options: { answerSeconds: Number.POSITIVE_INFINITY } },
  'login.running-repeated': countsOn('/v1/operations/'),
  'poll.same': responds('/v1/operations/', (response) => ({ ...response, status: 404 })),
  'poll.unknown': says('/v1/operations/', anyState, 200),
  'report.arrives': {},

  'bills.read': { author: () => ({ listBills: () => ({ kind: 'bills', bills: [] }) }) },
  'bills.account-keys': says('/v1/bills/', (body) => {
    const { bills, ...result } = body.result as { bills: object[] };
    const other = bills.map((bill) => ({ ...bill, accountKey: newNonce() }));
    return { ...body, result: { ...result, bills: other } };
  }),
  'bills.none': { author: () => ({ listBills: () => failedLogin }) },
  'bills.not-logged-in': { author: () => ({ listBills: () => failedLogin }) },
  'bills.repeated': countsOn('/v1/bills/'),
  'bills.payment-days': shows((bill) => ({ ...bill, recentPayments: [paidIn(3)] })),
  'bills.payments-stay': (() => {
    let readings = 0;
    return shows((bill) => {
      readings += 1;
      return {
        ...bill,
        recentPayments: readings % 2 === 1 ? [paidIn(0), paidIn(-1)] : [paidIn(0)],
      };
    });
  })(),
  'bills.no-payments': {
    options: {
      manifest: { ...manifest, capabilities: { ...manifest.capabilities, showsPayments: false } },
    },
  },

  'pay.card': says('/submissions/', (body) => ({
    ...body,
    result: { ...(body.result as object), amount: { cents: 99, currency: 'USD' } },
  })),
  'pay.bank': pays(() => ({ kind: 'declined' })),
  'pay.repeated': forgetful('payment'),
  'pay.at-once': forgetful('payment'),
  'pay.other-amount': forgetful('payment'),
  'pay.other-method': forgetful('payment'),
  'pay.path': says('/submissions/', anyState, 200),
  'pay.whole-cents': rewrites('/submissions/', (body) => ({
    ...body,
    amount: { cents: 101, currency: 'USD' },
  })),
  'pay.found': says('/find', (body) => ({ ...body, result: { kind: 'never-taken' } })),
  'pay.survives': forgetful('payment'),
  'pay.posted': shows((bill) => ({ ...bill, balanceCents: 100_000 })),
  'pay.declined': pays(() => ({ kind: 'unknown' })),
  'pay.accepted': finds(() => ({ kind: 'not-known' })),
  'pay.returned': finds(() => ({ kind: 'not-known' })),
  'pay.unclear': {
    author: ({ pay }) => ({
      pay: async (...given) => {
        await (async () => pay?.(...given))().catch(() => undefined);
        return { kind: 'declined' };
      },
    }),
  },
  'pay.never-taken': says('/find', (body) => ({ ...body, result: { kind: 'not-known' } })),
  'pay.fenced': forgetful('payment'),
  'pay.not-logged-in': pays(() => ({ kind: 'held', code: 'account_issue_account_locked' })),
  'pay.confirmation': pays((paid) => ({ ...paid, confirmation: undefined })),
  'pay.cancelled': { author: () => ({ cancelPayment: () => ({ kind: 'not-known' }) }) },
  'pay.settled': {
    author: ({ settlements }) => ({
      settlements: async (...given) => {
        const page = (await settlements?.(...given)) as SettlementsPage;
        return { ...page, settlements: [...page.settlements, ...page.settlements] };
      },
    }),
  },
  'pay.totals': {
    author: ({ settlements }) => ({
      settlements: async (...given) => {
        const page = (await settlements?.(...given)) as SettlementsPage;
        const [paid, ...rest] = page.totals ?? [];
        return {
          ...page,
          totals: [...(paid ? [{ ...paid, count: paid.count + 1 }] : []), ...rest],
        };
      },
    }),
  },

  'pay.settled-day': says('/v1/settlements', (body) => ({
    ...body,
    settlements: [
      {
        ...{ payment: newNonce(), submission: 1, kind: 'paid' },
        ...{ amount: { cents: 100, currency: 'USD' }, at: '2026-01-31T23:00:00-05:00' },
      },
    ],
  })),
  'pay.not-yet': says('/v1/settlements', () => problemOf('unavailable'), 503),

  'swap.completed': { author: () => ({ swap: () => ({ kind: 'unknown' }) }) },
  'swap.repeated': countsOn('/v1/swaps/'),
  'swap.fenced': forgetful('swap'),
  'session.ended': responds('/v1/sessions/', (response) => ({ ...response, status: 404 })),
  'connection.forgotten': {
    author: () => ({
      forget: () => {
        throw new Error('No such connection');
      },
    }),
  },
};
