/** Payments in their eleven statuses, of which each leads only to some others. */
import {
  type Answered,
  type Asked,
  type Book,
  fine,
  isoOf,
  type KeptPayment,
  paged,
  type Route,
  refused,
  type Status,
  type Step,
} from './book.ts';
import { inventedBy } from './people.ts';

const returning = ['reversal_required', 'reversal_processing'] as const;

export const leadsTo: Readonly<Record<Status, readonly Status[]>> = {
  pending: ['processing', 'canceled'],
  processing: ['sent', 'failed'],
  sent: ['posted', 'cashed', 'settled', ...returning],
  posted: ['settled', ...returning],
  cashed: returning,
  settled: returning,
  reversal_required: ['reversal_processing'],
  reversal_processing: ['reversed'],
  reversed: [],
  failed: [],
  canceled: [],
};

/** @returns whether the payment may get this status from the one that it has. */
function move(book: Book, payment: KeptPayment, { status, at, errorCode }: Step): boolean {
  if (!leadsTo[payment.status].includes(status)) return false;
  payment.status = status;
  payment.updatedAt = at;
  if (errorCode !== undefined) payment.errorCode = errorCode;
  payment.history.push({ status, at: payment.updatedAt });
  book.changed(payment, 'update');
  return true;
}

/** Gives every payment the statuses whose time has come. @throws Error when a plan is not legal. */
export function moveDue(book: Book): void {
  if (book.now() < book.nextMoveAt) return;
  book.nextMoveAt = Number.POSITIVE_INFINITY;
  for (const payment of book.moving) {
    while (payment.steps[0] && payment.steps[0].at <= book.now()) {
      const step = payment.steps.shift() as Step;
      if (move(book, payment, step)) continue;
      throw new Error(`A payment can't become ${step.status} after ${payment.status}`);
    }
    const [next] = payment.steps;
    if (next) book.nextMoveAt = Math.min(book.nextMoveAt, next.at);
    else book.moving.delete(payment);
  }
}

export const paymentRoutes: readonly Route[] = [
  { method: 'POST', pattern: /^\/payments$/, tier: 'payments', answer: create },
  { method: 'GET', pattern: /^\/payments$/, tier: 'reads', answer: list },
  {
    method: 'GET',
    pattern: /^\/payments\/(?<id>pmt_\w+)$/,
    tier: 'reads',
    answer: (asked) => withPayment(asked, (payment) => fine(shown(payment))),
  },
  {
    method: 'DELETE',
    pattern: /^\/payments\/(?<id>pmt_\w+)$/,
    tier: 'critical',
    answer: (asked) => withPayment(asked, (payment) => cancel(asked.book, payment)),
  },
  {
    method: 'POST',
    pattern: /^\/simulate\/payments\/(?<id>pmt_\w+)$/,
    tier: 'writes',
    answer: (asked) => withPayment(asked, (payment) => simulate(asked, payment)),
  },
];

function withPayment({ book, parts }: Asked, then: (payment: KeptPayment) => Answered): Answered {
  const payment = book.payments.get(parts.id ?? '');
  return payment ? then(payment) : refused(404, 'NOT_FOUND');
}

const MIN_CENTS = 100;
const MAX_CENTS = 100_000_000;

function create({ book, body }: Asked): Answered {
  const { source, destination, amount, metadata } = body;
  const from = book.accounts.get(String(source));
  const to = book.accounts.get(String(destination));
  if (typeof amount !== 'number' || !Number.isInteger(amount))
    return refused(400, 'INVALID_AMOUNT_TYPE');
  if (amount < MIN_CENTS || amount > MAX_CENTS) return refused(400, 'INVALID_AMOUNT');
  if (from?.type !== 'ach') return refused(400, 'INVALID_SOURCE');
  if (to?.type !== 'liability') return refused(400, 'INVALID_DESTINATION');
  if (JSON.stringify(metadata ?? null).length > 1024) return refused(400, 'INVALID_REQUEST');
  const createdAt = book.now();
  const payment: KeptPayment = {
    id: book.newId('pmt'),
    source: from.id,
    destination: to.id,
    amount,
    metadata: (metadata as KeptPayment['metadata']) ?? null,
    createdAt,
    status: 'pending',
    updatedAt: createdAt,
    steps: [],
    history: [{ status: 'pending', at: createdAt }],
  };
  if (body.dry_run === true) return fine(shown(payment));
  const phone = book.entities.get(from.holder)?.phone ?? '';
  payment.steps = book.plan(payment, inventedBy(phone));
  book.payments.set(payment.id, payment);
  book.moving.add(payment);
  book.nextMoveAt = Math.min(book.nextMoveAt, payment.steps[0]?.at ?? book.nextMoveAt);
  book.changed(payment, 'create');
  return fine(shown(payment));
}

function list({ book, query }: Asked): Answered {
  const wants = (name: string, value: string) => (query.get(name) ?? value) === value;
  const from = query.get('from_date') ?? '';
  const before = book.now() - book.listLagMilliseconds;
  const found: unknown[] = [];
  for (const payment of book.payments.values()) {
    const { source, destination, status, createdAt } = payment;
    if (!wants('source', source) || !wants('destination', destination)) continue;
    if (!wants('status', status) || createdAt > before || isoOf(createdAt) < from) continue;
    found.push(shown(payment));
  }
  return paged(found, query);
}

function cancel(book: Book, payment: KeptPayment): Answered {
  const step: Step = { status: 'canceled', at: book.now() };
  if (!move(book, payment, step)) return refused(400, 'PAYMENT_NOT_PENDING');
  stop(book, payment);
  return fine(shown(payment));
}

/** Nothing more happens to it by itself. */
function stop(book: Book, payment: KeptPayment): void {
  payment.steps = [];
  book.moving.delete(payment);
}

function simulate({ book, body }: Asked, payment: KeptPayment): Answered {
  const errorCode = body.error_code === undefined ? undefined : Number(body.error_code);
  const step: Step = { status: body.status as Status, at: book.now(), errorCode };
  if (!move(book, payment, step)) return refused(400, 'INVALID_STATUS_TRANSITION');
  stop(book, payment);
  return fine(shown(payment));
}

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;
const EXPECTED_DAYS = 7;

function shown({
  id,
  source,
  destination,
  amount,
  status,
  metadata,
  createdAt,
  updatedAt,
  errorCode,
}: KeptPayment) {
  return {
    id,
    source,
    destination,
    amount,
    status,
    description: 'Bill pay',
    type: 'standard',
    fee: null,
    error:
      errorCode === undefined ? null : { type: 'PAYMENT_FAILED', code: errorCode, message: '' },
    metadata,
    estimated_completion_date: isoOf(createdAt + EXPECTED_DAYS * DAY_MILLISECONDS).slice(0, 10),
    created_at: isoOf(createdAt),
    updated_at: isoOf(updatedAt),
  };
}
