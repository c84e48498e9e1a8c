/** Daily report files: payments that were created, failed or came back on the day before. */
import {
  type Answered,
  type Asked,
  type Book,
  fine,
  isoOf,
  type KeptPayment,
  type Route,
  refused,
} from './book.ts';

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

export const reportRoutes: readonly Route[] = [
  { method: 'POST', pattern: /^\/reports$/, tier: 'critical', answer: create },
  { method: 'GET', pattern: /^\/reports\/(?<id>rpt_\w+)$/, tier: 'reads', answer: show },
  {
    method: 'GET',
    pattern: /^\/reports\/(?<id>rpt_\w+)\/download$/,
    tier: 'reads',
    answer: download,
  },
];

/** The status that a payment got on the day, by the type of the report. */
const wanted: Readonly<Record<string, KeptPayment['status']>> = {
  'payments.created.previous_day': 'pending',
  'payments.failed.previous_day': 'failed',
  'ach.reversals.nightly': 'reversed',
};

function create({ book, body }: Asked): Answered {
  const type = String(body.type);
  const status = wanted[type];
  if (!status) return refused(400, 'INVALID_REQUEST');
  const id = book.newId('rpt');
  book.reports.set(id, { type, csv: csvOf(book, status), looks: 1 });
  return fine({ id, type, status: 'processing', url: null });
}

function csvOf(book: Book, status: KeptPayment['status']): string {
  const day = isoOf(book.now() - DAY_MILLISECONDS).slice(0, 10);
  const rows = [...book.payments.values()].flatMap((payment) => {
    const got = payment.history.find((one) => one.status === status);
    if (!got || !isoOf(got.at).startsWith(day)) return [];
    const { id, source, destination, amount } = payment;
    return [
      [id, source, destination, amount, status, payment.errorCode ?? '', isoOf(got.at)].join(','),
    ];
  });
  return ['id,source,destination,amount,status,error_code,updated_at', ...rows, ''].join('\n');
}

function show({ book, parts }: Asked): Answered {
  const report = book.reports.get(parts.id ?? '');
  if (!report) return refused(404, 'NOT_FOUND');
  report.looks -= 1;
  const isReady = report.looks <= 0;
  return fine({ id: parts.id, type: report.type, status: isReady ? 'completed' : 'processing' });
}

function download({ book, parts }: Asked): Answered {
  const report = book.reports.get(parts.id ?? '');
  return report ? { ...fine(null), csv: report.csv } : refused(404, 'NOT_FOUND');
}
