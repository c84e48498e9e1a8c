/**
 * The companies of a walk: the sandbox's connector, whose answers can be lost, and a ledger of what
 * was really charged, kept by nobody else. What the service was shown and told stands in `seen`, for
 * the model: what a company says is not the service's doing.
 */
import type { CompanyRecord } from '@billhook/core/company/company';
import {
  type CompanyBill,
  type Connector,
  type FoundPayment,
  isNotLoggedIn,
  isRunning,
  type LoginOutcome,
  type NotLoggedIn,
  type PaymentRequest,
  type RefusedLogin,
  type Running,
  type Session,
  type SubmittedPayment,
  shownBills,
} from '@billhook/core/company/connector';
import { NothingTried } from '@billhook/core/company/nothing-tried';
import { largestBalance } from '@billhook/core/payment/balances';
import { accountIdOf, isByForm } from '@billhook/core/sandbox/account';
import { createSandboxConnector, type SandboxMemory } from '@billhook/core/sandbox/connector';
import type { Fingerprint } from '@billhook/runtime/aws/fingerprint';
import { sandboxMemory } from '@billhook/runtime/stores/sandbox-memory';
import type { Table } from '@billhook/runtime/table/types';
import type { Faults } from './faults.ts';
import type { Limits } from './limits.ts';

export type Charge = {
  readonly paymentId: string;
  readonly submissionId: string;
  readonly companyId: string;
  readonly accountKey: string;
  readonly amountCents: number;
  /** The most that the account owed before; without limit where its company takes any amount. */
  readonly owedCents: number;
};

export type Asked = { readonly request: PaymentRequest; readonly outcome: SubmittedPayment };

/** What the companies said during one task. */
export type Seen = {
  login?: { readonly session: Session; readonly outcome: LoginOutcome };
  shown?: readonly CompanyBill[];
  /** What a session that was not let in was told. */
  refused?: RefusedLogin;
  found?: FoundPayment;
  /** By the number of the submission. */
  paid?: Readonly<Record<number, Asked>>;
};

export type Companies = {
  readonly connectorOf: (company: CompanyRecord) => Connector;
  readonly charges: readonly Charge[];
  readonly declines: () => number;
  /** Times that a network's balance was empty. */
  readonly withoutBalance: () => number;
  /** What was seen since the last call of it. */
  readonly takeSeen: () => Seen;
  /** The same of logins and bills by auth, for what reads several. */
  readonly takeSeenByAuth: () => ReadonlyMap<string, Seen>;
};

const unknown = { kind: 'unknown' } as const;

type OnCharge = (charge: Charge, earlier: readonly Charge[]) => void;

type Surroundings = {
  readonly table: Table;
  readonly fingerprint: Fingerprint;
  readonly limits: Limits;
};

export function newCompanies(
  { table, fingerprint, limits }: Surroundings,
  faults: Faults,
  onCharge: OnCharge,
  earlier: readonly Charge[] = [],
): Companies {
  const memory = sandboxMemory(table, fingerprint, Date.now);
  const real = createSandboxConnector({ memory, clock: Date.now });
  const charges = [...earlier];
  const declined = new Set<string>();
  let emptied = 0;
  let seen: Seen = {};
  let seenByAuth = new Map<string, Seen>();
  const unclearOutcome = newUnclearOutcomes();
  const readsNonsense = newBadReadings(faults, limits);
  const charging = newCharging(charges, onCharge, memory);
  const connector: Connector = {
    ...real,
    async logIn(session) {
      if (readsNonsense(session)) return { kind: 'nonsense' } as never;
      const login = real.logIn(session);
      if (neverEnds(session)) limits.end(session.signal);
      const outcome = ended(await login);
      // A session that was given up has seen nothing.
      if (session.signal?.aborted) return outcome;
      // Of two readings at once, the one that comes second logs in and has nothing left to read.
      seen.login = { session, outcome };
      seenByAuth.set(session.authId, { ...seenByAuth.get(session.authId), login: seen.login });
      return outcome;
    },
    async listBills(session) {
      if (readsNonsense(session)) return [{ balanceCents: 0.5 }] as never;
      const shown = ended(await real.listBills(session));
      if (session.signal?.aborted) return shown;
      const saw = isNotLoggedIn(shown) ? { refused: shown.login } : { shown };
      Object.assign(seen, saw);
      Object.assign(seenByAuth.get(session.authId) ?? {}, saw);
      return shown;
    },
    async pay(session, request) {
      const fault = faults.nextCompany('pay');
      if (fault === 'unreachable') throw new Error('The company cannot be reached');
      const before = shownBills(letIn(ended(await real.listBills(session)))).bills;
      const paid = charging(real.pay(session, request), session, request, before);
      const outcome = letIn(ended(await paid));
      if (outcome.kind === 'never-taken' && outcome.fault === 'operator') emptied += 1;
      if (outcome.kind === 'declined') declined.add(request.paymentId);
      if (fault === 'answer-lost') throw new Error('The answer was lost');
      const said = fault === 'unknown' ? unknown : outcome;
      seen.paid = { ...seen.paid, [request.number]: { request, outcome: said } };
      return fault === 'unknown'
        ? unclearOutcome(request.amountCents, session.partnerNow)
        : outcome;
    },
    async findPayment(session, submission) {
      const fault = faults.nextCompany('find');
      if (fault === 'unreachable') throw new Error('The company cannot be reached');
      if (fault === 'unknown') {
        seen.found = { kind: 'not-known' };
        const { submissionId } = submission;
        const charged = charges.find((one) => one.submissionId === submissionId);
        const unclear = unclearOutcome(charged?.amountCents ?? 0, session.partnerNow);
        return unclear.kind === 'unknown' ? { kind: 'not-known' } : (unclear as FoundPayment);
      }
      const found = ended(await real.findPayment(session, submission));
      Object.assign(seen, isNotLoggedIn(found) ? { refused: found.login } : { found });
      return found;
    },
  };
  return {
    connectorOf: () => connector,
    charges,
    declines: () => declined.size,
    withoutBalance: () => emptied,
    takeSeen() {
      const taken = seen;
      seen = {};
      return taken;
    },
    takeSeenByAuth() {
      const taken = seenByAuth;
      seenByAuth = new Map();
      return taken;
    },
  };
}

/** Its bills were read in this very session. */
function letIn<T>(result: T | NotLoggedIn): T {
  if (isNotLoggedIn(result)) throw new Error('A session that was let in is so no more');
  return result;
}

/** No login of a walk is slow. */
function ended<T>(result: T | Running): T {
  if (isRunning(result)) throw new Error('Something is running at a company of a walk');
  return result;
}

/** Keeps what is charged, each submission once, with what the account owed before. */
function newCharging(charges: Charge[], onCharge: OnCharge, { find }: SandboxMemory) {
  const charge = (session: Session, request: PaymentRequest, before: readonly CompanyBill[]) => {
    const { paymentId, submissionId, accountKey, amountCents } = request;
    if (charges.some((one) => one.submissionId === submissionId)) return;
    const bill = before.find((one) => one.accountKey === accountKey);
    const options = session.company.additionalPaymentOptions ?? [];
    const any = options.some(({ settings }) => settings.canExceedBalance);
    const owedCents = any ? Number.POSITIVE_INFINITY : largestBalance(bill ?? {});
    const companyId = session.company._id;
    const made = { paymentId, submissionId, companyId, accountKey, amountCents, owedCents };
    onCharge(made, charges);
    charges.push(made);
  };
  return async <T extends object>(answer: Promise<T>, ...asked: Parameters<typeof charge>) => {
    const came = await answer.catch(async (error) => {
      // A company whose answer is lost may have taken what it was asked for: it knows.
      const [session, { submissionId }] = asked;
      const { attempts = [] } = (await find(accountIdOf(session))) ?? {};
      const attempt = attempts.find((one) => one.paymentId === submissionId);
      if (attempt?.outcome.kind === 'paid' || attempt?.acceptedAt !== undefined) charge(...asked);
      throw error;
    });
    if ('kind' in came && (came.kind === 'paid' || came.kind === 'accepted')) charge(...asked);
    return came;
  };
}

/**
 * What a company says that leaves the outcome open: that it does not know, or in turn what makes no
 * sense. The service must take both for the same.
 */
function newUnclearOutcomes(): (amountCents: number, paidAt: number) => SubmittedPayment {
  let turn = 0;
  return (amountCents, paidAt) => {
    turn += 1;
    const nonsense = [amountCents + 1, amountCents + 0.5, 5e14][turn % 4];
    return nonsense === undefined ? unknown : { kind: 'paid', amountCents: nonsense, paidAt };
  };
}

/**
 * Whether what is read makes no sense. The service must take that for a company that cannot be reached,
 * which it is every other time. A session without a time limit, such as that of a link, cannot reach a
 * company that would be late.
 */
function newBadReadings(faults: Faults, limits: Limits): (session: Session) => boolean {
  let turn = 0;
  return ({ signal }) => {
    const fault = faults.nextCompany('read');
    if (!fault) return false;
    if (fault === 'late' && signal) {
      limits.end(signal);
      return false;
    }
    turn += 1;
    if (turn % 3 === 0) throw new Error('The connection to the company was lost');
    if (turn % 3 === 1) throw new NothingTried();
    return true;
  };
}

function neverEnds({ attended, company, form }: Session): boolean {
  return !attended && isByForm(company) && form.status === 'no-response-later';
}
