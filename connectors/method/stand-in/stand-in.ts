/**
 * A stand-in for Method, written from its published description: for tests, and to try the connector
 * without an account there. It moves no money. Its clock, its faults and what becomes of payments are
 * handed in.
 */
import {
  type Answered,
  type Book,
  type KeptPayment,
  type Route,
  refused,
  type Step,
} from './book.ts';
import { moveDue, paymentRoutes } from './payments.ts';
import { type Invented, inventedBy } from './people.ts';
import { peopleRoutes } from './people-routes.ts';
import { reportRoutes } from './reports.ts';
import { createThrottle, type Limits, publishedLimits } from './throttle.ts';
import { createWebhooks, type WebhookOptions } from './webhooks.ts';

/** What goes wrong with a request, before or after it is carried out. */
export type Fault =
  | 'request-lost'
  | 'response-lost'
  | 'error-before'
  | 'error-after'
  | 'no-idempotency';

export type StandInOptions = {
  readonly apiKey: string;
  /** Milliseconds since the epoch. */
  readonly now?: () => number;
  /** Between two statuses of a payment, where no plan is given. */
  readonly stepMilliseconds?: number;
  readonly plan?: Book['plan'];
  readonly fault?: (method: string, path: string) => Fault | undefined;
  readonly limits?: Partial<Limits>;
  readonly listLagMilliseconds?: number;
  readonly webhooks?: WebhookOptions;
};

export type StandIn = ReturnType<typeof createStandIn>;

const routes: readonly Route[] = [...paymentRoutes, ...peopleRoutes, ...reportRoutes];
const DEFAULT_STEP_MILLISECONDS = 400;

export function createStandIn(options: StandInOptions) {
  const { now = Date.now, stepMilliseconds = DEFAULT_STEP_MILLISECONDS } = options;
  let ids = 0;
  const newId = (prefix: string) => {
    ids += 1;
    return `${prefix}_${ids.toString(36).padStart(8, '0')}`;
  };
  const webhooks = createWebhooks(options.webhooks, now, newId);
  const book: Book = {
    now,
    entities: new Map(),
    accounts: new Map(),
    payments: new Map(),
    moving: new Set(),
    nextMoveAt: Number.POSITIVE_INFINITY,
    sessions: new Map(),
    connects: new Map(),
    reports: new Map(),
    plan: options.plan ?? ((payment, owner) => planOf(payment, owner, stepMilliseconds)),
    listLagMilliseconds: options.listLagMilliseconds ?? 0,
    changed: webhooks.changed,
    newId,
  };
  const server: Server = {
    ...options,
    book,
    throttle: createThrottle({ ...publishedLimits, ...options.limits }, now),
    replies: new Map(),
  };
  return {
    payments: book.payments as ReadonlyMap<string, Readonly<KeptPayment>>,
    /** In place of `fetch`. */
    fetch: ((url: string, init?: RequestInit) => respond(server, url, init)) as typeof fetch,
    /** Does what is due by now: statuses, then webhooks. */
    async tick(): Promise<void> {
      moveDue(book);
      await webhooks.sendDue();
    },
  };
}

/** Posted after three steps. A payment that comes back does so three steps after that. */
function planOf({ createdAt }: KeptPayment, { payments }: Invented, step: number): Step[] {
  const at = (count: number) => createdAt + count * step;
  if (payments === 'fail') {
    const failed = { status: 'failed', at: at(2), errorCode: 10_001 } as const;
    return [{ status: 'processing', at: at(1) }, failed];
  }
  const posted: Step[] = [
    { status: 'processing', at: at(1) },
    { status: 'sent', at: at(2) },
    { status: 'posted', at: at(3) },
  ];
  if (payments !== 'come-back') return posted;
  return [
    ...posted,
    { status: 'reversal_required', at: at(4), errorCode: 10_001 },
    { status: 'reversal_processing', at: at(5) },
    { status: 'reversed', at: at(6) },
  ];
}

type Server = StandInOptions & {
  readonly book: Book;
  readonly throttle: ReturnType<typeof createThrottle>;
  /** The first response to each idempotency key. */
  readonly replies: Map<string, Answered>;
};

async function respond(server: Server, address: string, init: RequestInit = {}): Promise<Response> {
  const { book, replies, throttle } = server;
  const { method = 'GET' } = init;
  const { pathname, searchParams } = new URL(address);
  const headers = new Headers(init.headers);
  moveDue(book);
  if (headers.get('authorization') !== `Bearer ${server.apiKey}`) {
    return responseOf(refused(401, 'UNAUTHORIZED'));
  }
  const fault = server.fault?.(method, pathname);
  if (fault === 'request-lost') throw new TypeError('fetch failed');
  const route = routes.find((one) => one.method === method && one.pattern.test(pathname));
  if (!route) return responseOf(refused(404, 'NOT_FOUND'));
  if (!throttle.takes(route.tier)) {
    return responseOf(refused(429, 'TOO_MANY_REQUESTS'), { 'retry-after': '60' });
  }
  const key = method === 'POST' ? headers.get('idempotency-key') : null;
  if (key !== null && fault === 'no-idempotency')
    return responseOf(refused(503, 'IDEMPOTENCY_UNAVAILABLE'));
  const known = key === null ? undefined : replies.get(key);
  const body = typeof init.body === 'string' ? JSON.parse(init.body) : {};
  const answered = known ?? carryOut(server, route, { pathname, searchParams, body }, fault);
  if (key !== null && !known) replies.set(key, answered);
  if (fault === 'response-lost') throw new TypeError('fetch failed');
  return responseOf(answered, key === null ? {} : { 'idem-status': known ? 'replayed' : 'stored' });
}

type Wanted = {
  readonly pathname: string;
  readonly searchParams: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
};

/** An error is stored under the key as any other response is, whatever was done before it. */
function carryOut(
  { book }: Server,
  route: Route,
  wanted: Wanted,
  fault: Fault | undefined,
): Answered {
  if (fault === 'error-before') return refused(500, 'INTERNAL_ERROR');
  const { pathname, searchParams: query, body } = wanted;
  const parts = route.pattern.exec(pathname)?.groups ?? {};
  const answered = route.answer({ book, parts, query, body });
  const isLost = fault === 'error-after' || losesResponse(book, route, body);
  return isLost ? refused(500, 'INTERNAL_ERROR') : answered;
}

function losesResponse(book: Book, { tier }: Route, { source }: Wanted['body']): boolean {
  if (tier !== 'payments') return false;
  const phone = book.entities.get(book.accounts.get(String(source))?.holder ?? '')?.phone;
  return phone !== undefined && inventedBy(phone).payments === 'lose-response';
}

function responseOf(
  { status, data, pages, csv }: Answered,
  more: Record<string, string> = {},
): Response {
  const headers = {
    ...more,
    ...(pages !== undefined && { 'pagination-page-count': String(pages) }),
  };
  if (csv !== undefined)
    return new Response(csv, { status, headers: { ...headers, 'content-type': 'text/csv' } });
  const document = { success: status < 300, data, message: null };
  return new Response(JSON.stringify(document), {
    status,
    headers: { ...headers, 'content-type': 'application/json' },
  });
}
