/** `billhook payment`: payments that nobody resolves. */
import { randomBytes } from 'node:crypto';
import { dayOf, isDay, parseInstant } from '@billhook/core/base/dates';
import { moneyText, parseMoney } from '@billhook/core/base/money';
import type { AuditDetail } from '@billhook/core/partner/audit';
import { accountOf, type PaymentRecord } from '@billhook/core/payment/payment';
import { DELAYED_MILLISECONDS, pendingSince, pendingState } from '@billhook/core/payment/pending';
import { checkRefund, type Resolution, type SeenOutcome } from '@billhook/core/payment/resolution';
import { auditEntry } from '@billhook/runtime/partners/audit';
import { findBeside } from '@billhook/runtime/payments/client-methods';
import {
  type Noted,
  refundByHand,
  releaseByHand,
  settleByHand,
} from '@billhook/runtime/payments/resolve';
import { listAccepted, listStuck } from '@billhook/runtime/payments/stuck';
import { openStores } from '@billhook/runtime/stores/open-stores';
import { writeSurely } from '@billhook/runtime/table/intended-writes';
import { momentOf } from '@billhook/runtime/table/partner-time';
import {
  type CommandGroup,
  columns,
  type Options,
  type Report,
  refusal,
  type Service,
  usageError,
  wholeNumber,
} from '../command-group.ts';
import { durationOf } from '../event-options.ts';
import { findReceipt } from '../find-receipt.ts';
import { ageText, presentPayment, showPayment } from '../show-payment.ts';

const PAGE = 50;
const MAX_EVIDENCE_LENGTH = 500;
const MAX_CONFIRMATION_LENGTH = 200;

export const paymentCommands: CommandGroup = (program, does) => {
  const group = program.command('payment').description('Payments that need an operator');
  group
    .command('list')
    .description('List pending payments that are stuck, or that their companies settle later')
    .option('--stuck', 'those alone: old ones, unknown ones, and those that only you can help')
    .option('--accepted', 'those that their companies have accepted and settle in days')
    .option('--older <duration>', 'pending for at least so long: 30m, 2h, 3d (1d)')
    .option('--limit <number>', `payments in the list (${PAGE})`)
    .option('--after <paymentId>', 'go on behind this payment')
    .action(does((service, _names, options) => list(service, options)));
  group
    .command('show <paymentId>')
    .description('Show what is known of a payment: never credentials or numbers of cards')
    .action(does((service, [paymentId = '']) => show(service, paymentId)));
  group
    .command('find <number>')
    .description('Find the payment that a user calls by its confirmation number: BH-7K4Q-29')
    .option('--client <clientId>', 'among the payments of this client')
    .option('--partner <partnerId>', 'among those of all clients of this partner who have a bill')
    .action(does(findReceipt));
  group
    .command('settle <paymentId>')
    .description('Record that the company took a payment, or declined it')
    .option('--paid', 'the company took it')
    .option('--declined', 'the company declined it')
    .option('--on <instant>', 'when it was paid (now)')
    .option('--confirmation <text>', "the company's confirmation")
    .requiredOption('--evidence <text>', 'what shows it, and who said so: for the audit')
    .option('--confirm <paymentId>', 'the payment again, where nobody can be asked')
    .action(does(settle));
  group
    .command('release <paymentId>')
    .description('Give up a payment that the company never took: its bill can be paid again')
    .requiredOption('--evidence <text>', 'what shows it, and who said so: for the audit')
    .option('--confirm <paymentId>', 'the payment again, where nobody can be asked')
    .action(does(release));
  group
    .command('refund <paymentId>')
    .description('Record that a user got the money of a payment back. It moves no money')
    .option('--owed', 'the company gave all of it back, so that the bill is owed again')
    .option('--kept', 'the company keeps it: you gave money back, or a part. For the audit alone')
    .option('--on <day>', 'when it was given back (today)')
    .option('--amount <dollars>', 'what was given back, with --kept')
    .requiredOption('--evidence <text>', 'what shows it, and who said so: for the audit')
    .option('--confirm <paymentId>', 'the payment again, where nobody can be asked')
    .action(does(refund));
};

const heads = ['PAYMENT', 'AGE', 'STATE', 'SETTLED BY', 'AMOUNT', 'COMPANY', 'PARTNER'];

const storesOf = ({ table }: Service) => openStores({ table, random: randomBytes });

async function list(service: Service, options: Options): Promise<Report> {
  const { stuck, accepted } = options;
  if (Boolean(stuck) === Boolean(accepted))
    throw usageError('Pass --stuck or --accepted: there is no list of all payments');
  const { now } = service;
  const older = durationOf('--older', options.older) ?? DELAYED_MILLISECONDS;
  if (accepted && options.older !== undefined) throw usageError('--older is of --stuck');
  const limit = wholeNumber('--limit', options.limit) ?? PAGE;
  const stores = storesOf(service);
  const all = accepted ? await listAccepted(stores, now) : await listStuck(stores, older, now);
  const after = options.after === undefined ? undefined : String(options.after);
  const start = after === undefined ? 0 : all.findIndex(({ payment }) => payment._id === after) + 1;
  if (after !== undefined && start === 0) throw refusal(`${after} is not in the list any more`);
  const page = all.slice(start, start + limit);
  const rows = page.map(({ payment, partnerNow }) => [
    payment._id,
    ageText(now - pendingSince(payment)),
    pendingState(payment, partnerNow),
    payment.accepted?.expectBy ?? '-',
    amountText(payment),
    payment.companyId,
    payment.partnerId,
  ]);
  const left = all.length - start - page.length;
  const more = left > 0 ? [`${left} more: --after ${page.at(-1)?.payment._id}`] : [];
  return {
    value: { data: page.map((one) => presentPayment(one, now)), left },
    lines:
      rows.length > 0
        ? [...columns([heads, ...rows]), ...more]
        : [accepted ? 'No payment waits for its company to settle it.' : 'No payment is stuck.'],
  };
}

async function show(service: Service, paymentId: string): Promise<Report> {
  const stores = storesOf(service);
  const payment = await stores.payments.findAny(paymentId);
  if (!payment) throw missing(paymentId);
  const [bill, ledger, pauses] = await Promise.all([
    stores.bills.findAny(payment.billId),
    payment.statement ? stores.ledgers.find(accountOf(payment)) : undefined,
    stores.pauses.find(),
  ]);
  const { partnerNow } = await momentOf(service.table, payment, service.now);
  const beside = bill && (await findBeside(stores, bill));
  const known = { payment, partnerNow, bill, ledger, beside, pauses };
  return showPayment(known, service.now);
}

async function settle(service: Service, [paymentId = '']: readonly string[], options: Options) {
  const seen = seenOutcome(options, service.now);
  const noted = notedBy(service, 'payment-settled', { outcome: seen.kind, ...evidenceOf(options) });
  const payment = await askTwice(service, paymentId, options, `${seen.kind} at its company`);
  const stores = storesOf(service);
  const done = await settleByHand(stores, { paymentId, seen, noted }, service.now);
  return report(service, payment, done);
}

async function release(service: Service, [paymentId = '']: readonly string[], options: Options) {
  const noted = notedBy(service, 'payment-released', evidenceOf(options));
  const payment = await askTwice(service, paymentId, options, 'never taken by its company');
  const done = await releaseByHand(storesOf(service), { paymentId, noted }, service.now);
  return report(service, payment, done);
}

async function refund(service: Service, [paymentId = '']: readonly string[], options: Options) {
  const { owed, kept, amount } = options;
  if (Boolean(owed) === Boolean(kept)) throw usageError('Pass --owed or --kept');
  if (owed && amount !== undefined)
    throw usageError('--amount is of --kept: what is owed is all of it');
  const cents = amount === undefined ? undefined : parseMoney(String(amount));
  if (amount !== undefined && !cents) throw usageError('--amount must be dollars, like 12.50');
  const on = options.on === undefined ? dayOf(service.now) : String(options.on);
  if (!isDay(on) || on > dayOf(service.now))
    throw usageError('--on must be a day, not after today');
  const whose = owed ? { owed: true } : { owed: false, ...(cents && { amount: moneyText(cents) }) };
  const detail = { on, ...whose, ...evidenceOf(options) };
  const noted = notedBy(service, 'payment-refunded', detail);
  const payment = await askTwice(service, paymentId, options, refundText(owed));
  const may = checkRefund(payment, on);
  if (kept && may === 'free') await writeSurely(service.table, [noted(payment)]);
  if (kept) return report(service, payment, may === 'free' ? 'resolved' : may);
  const done = await refundByHand(storesOf(service), { paymentId, on, noted }, service.now);
  return report(service, payment, done);
}

const refundText = (owed: Options[string]) =>
  owed
    ? 'given back by its company, which is owed it again'
    : 'given back, though its company keeps it';

function amountText({ submitted }: PaymentRecord): string {
  const { amountCents } = submitted ?? {};
  return amountCents === undefined ? '-' : moneyText(amountCents);
}

/** First whether, then which: what is recorded here moves money, or lets it move again. */
async function askTwice(
  service: Service,
  paymentId: string,
  { confirm }: Options,
  what: string,
): Promise<PaymentRecord> {
  const payment = await storesOf(service).payments.findAny(paymentId);
  if (!payment) throw missing(paymentId);
  const { submitted, companyId } = payment;
  const amountCents = submitted?.amountCents;
  const amount = amountCents === undefined ? '' : ` of ${moneyText(amountCents)}`;
  await service.confirm(`Record the payment${amount} to ${companyId} as ${what}?`);
  const given = confirm === undefined ? undefined : String(confirm);
  await service.retype('This cannot be taken back.', paymentId, given);
  return payment;
}

function seenOutcome(options: Options, now: number): SeenOutcome {
  const { paid, declined, on, confirmation } = options;
  if (Boolean(paid) === Boolean(declined)) throw usageError('Pass --paid or --declined');
  if (declined) {
    if (on !== undefined || confirmation !== undefined)
      throw usageError('--on and --confirmation are of a payment that was --paid');
    return { kind: 'declined' };
  }
  const paidAt = on === undefined ? now : parseInstant(String(on));
  if (paidAt === undefined || paidAt > now) throw usageError('--on must be a past instant or day');
  const text = confirmation === undefined ? undefined : String(confirmation).trim();
  if (text !== undefined && (text === '' || text.length > MAX_CONFIRMATION_LENGTH))
    throw usageError(`--confirmation must have 1 to ${MAX_CONFIRMATION_LENGTH} characters`);
  return { kind: 'paid', paidAt, ...(text !== undefined && { confirmation: text }) };
}

function evidenceOf({ evidence }: Options): { readonly evidence: string } {
  const text = String(evidence ?? '').trim();
  if (text === '' || text.length > MAX_EVIDENCE_LENGTH)
    throw usageError(`--evidence must have 1 to ${MAX_EVIDENCE_LENGTH} characters`);
  return { evidence: text };
}

function notedBy(
  { actor, now }: Service,
  action: 'payment-settled' | 'payment-released' | 'payment-refunded',
  detail: AuditDetail,
): Noted {
  return ({ _id: paymentId, partnerId }) =>
    auditEntry({ partnerId, actor, action, now, detail: { paymentId, ...detail } });
}

const refusals: Readonly<Record<Exclude<Refused, 'free' | 'done'>, string>> = {
  'not-paid': 'Nothing was taken, as far as is known: settle or release it first.',
  'before-paid': 'It was paid after that day.',
  ended: 'It has ended otherwise.',
  'outcome-known': 'The company has said something else of it since.',
  'never-asked': 'Its company was never asked for it. If it must not be paid, release it.',
  'being-asked':
    'Its company may be taking it at this moment. Try again in two minutes; if it runs at a connector, in half an hour.',
};

type Refused = Resolution | ReturnType<typeof checkRefund>;

async function report(
  service: Service,
  { _id: paymentId }: PaymentRecord,
  done: Refused | 'resolved' | 'missing',
): Promise<Report> {
  if (done === 'missing') throw missing(paymentId);
  if (done in refusals) {
    const why = refusals[done as keyof typeof refusals];
    throw refusal(`${why} See: npx billhook payment show ${paymentId}`);
  }
  const shown = await show(service, paymentId);
  return done === 'done' ? { ...shown, lines: ['Nothing to change', ...shown.lines] } : shown;
}

function missing(paymentId: string): Error {
  return refusal(`There is no payment ${paymentId}`);
}
