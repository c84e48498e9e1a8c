/**
 * The connector: what Billhook asks, answered by the company. The comments say what each must keep.
 *
 * What to say of a payment:
 *
 * | What you know                                              | Say             |
 * |------------------------------------------------------------|-----------------|
 * | The company says that it took the money                    | `paid`          |
 * | It took the order, and the money moves in days             | `accepted`      |
 * | It refused, and certainly took nothing                     | `declined`      |
 * | The answer was lost, or can't be read                      | throw           |
 * | `findPayment`: its list has it, by your idempotency key    | what it says    |
 * | `findPayment`: its list lacks it, and it may still come    | `not-known`     |
 * | It can't come any more: the company refuses that key now,  | `never-taken`   |
 * | or you have cancelled it there                             |                 |
 * | It was paid, and the money came back                       | `returned`      |
 *
 * `never-taken` has the next submission sent: if the first one is taken after all, the user pays twice.
 * That a list lacks a payment is no proof, unless the company promises that its list is complete at once.
 */
import {
  type Author,
  type CompaniesPage,
  type FindPaymentResult,
  type LogInResult,
  type LogInSession,
  memoryStore,
  type PaymentOrder,
  type PayResult,
  type Run,
  type Session,
  type Settlement,
  type SettlementTotal,
  type Store,
} from '@billhook/connector-kit';
import { ANSWER, type Company, inventCompany, keyOf, PASSWORD, type Payment } from './company.ts';

const USD = 'USD' as const;
const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;

/**
 * @param slowMilliseconds how long the login of the scenario `slow` takes.
 * @param store what lies between two rounds of a login is kept in it.
 */
export function createAuthor(slowMilliseconds = 3_000, store: Store = memoryStore()): Author {
  const company = inventCompany(slowMilliseconds);
  return {
    companies: () => directory,
    async logIn(session, run) {
      const { username } = session.form;
      if (username === 'slow') await company.beSlow(run.signal);
      const isCode = username === 'code' && signIn(session).kind === 'verified';
      const result = isCode ? await byCode({ company, store }, session, run) : logIn(session);
      // What a company gives to a browser that it knows. Billhook sends it with the next request.
      return result.kind === 'verified' ? { ...result, connection: { value: 'device' } } : result;
    },
    listBills: (session) => {
      const login = signIn(session);
      if (login.kind !== 'verified') return { kind: 'not-logged-in', login };
      return { kind: 'bills', bills: billsOf(company, session) };
    },
    // Called once for a submission. If it throws, the outcome is unknown and `findPayment` is asked.
    pay: (session, order, { caller }) => {
      const login = signIn(session);
      if (login.kind !== 'verified') return { kind: 'not-logged-in', login };
      return pay(company, session, { ...order, caller });
    },
    // `never-taken` is a promise: only say so of what the company will not take any more.
    findPayment: ({ form }, submission, { caller }) => {
      const found = company.find(form.username ?? '', keyOf({ ...submission, caller }));
      return found ? outcomeOf(found) : { kind: 'not-known' };
    },
    cancelPayment: ({ form }, submission, { caller }) => {
      const username = form.username ?? '';
      const key = keyOf({ ...submission, caller });
      if (company.cancel(username, key)) return { kind: 'never-taken' };
      const found = company.find(username, key);
      return found ? outcomeOf(found) : { kind: 'not-known' };
    },
    swap: (session) => {
      const login = signIn(session);
      return login.kind === 'verified' ? { kind: 'completed' } : { kind: 'not-logged-in', login };
    },
    findSwap: () => ({ kind: 'not-known' }),
    settlements: (day, _cursor, { caller }) => {
      const settlements = company.settledOn(day, caller).map(settlementOf);
      // Of the whole day. Take them from the company's own report, if it has them.
      return { settlements, totals: totalsOf(settlements) };
    },
  };
}

const directory: CompaniesPage = {
  companies: [
    {
      id: 'example-power',
      name: 'Example Power',
      status: 'operational',
      categories: ['utilities'],
      products: ['bill', 'payment', 'swap'],
      acceptedMethods: ['card', 'bank'],
      hosts: ['www.power.example'],
      links: { login: 'https://www.power.example/login' },
      login: {
        fields: [
          {
            name: 'username',
            label: 'Username',
            kind: 'text',
            characters: 'any',
            minLength: 1,
            maxLength: 64,
          },
          {
            name: 'password',
            label: 'Password',
            kind: 'password',
            characters: 'any',
            minLength: 1,
            maxLength: 64,
          },
        ],
        identifiedBy: ['username'],
      },
      currency: USD,
    },
  ],
  asOf: '2026-01-01T00:00:00.000Z',
};

/** A login, as far as it needs nobody: a session of a payment signs in again. */
function signIn({
  form,
}: Session): { readonly kind: 'verified' } | { readonly kind: 'authenticate' } {
  return { kind: form.password === PASSWORD ? 'verified' : 'authenticate' };
}

function logIn(session: LogInSession): LogInResult {
  const { form, answers = {}, round, promptPressed } = session;
  if (signIn(session).kind === 'authenticate') return { kind: 'authenticate' };
  switch (form.username) {
    case 'hold':
      return { kind: 'hold', code: 'account_issue_account_locked' };
    case 'questions': {
      if (answers.color === ANSWER) return { kind: 'verified' };
      const questions = [{ question: 'What is your favorite color?', identifier: 'color' }];
      return asked({ kind: 'questions', questions }, round);
    }
    case 'prompt':
      if (promptPressed) return { kind: 'verified' };
      return asked({ kind: 'prompt', request: 'Press Yes in the app on your phone' }, round);
    default:
      return { kind: 'verified' };
  }
}

/** For so long a company takes the code that it sent. */
const CODE_MILLISECONDS = 10 * 60 * 1000;

/** What lies between two rounds is kept in the store: the next one may come to another process. */
async function byCode(
  { company, store }: { readonly company: Company; readonly store: Store },
  { answers = {}, attended, resendCode, round }: LogInSession,
  { caller, operation }: Run,
): Promise<LogInResult> {
  const key = `between/${caller}/${operation}`;
  const kept = await store.get(key);
  const { challenge } = (kept?.value ?? {}) as { readonly challenge?: string };
  const isRight = challenge !== undefined && company.takesCode(challenge, answers.code ?? '');
  if (isRight) return { kind: 'verified' };
  // An unattended session must not send a message: there is nobody to read it.
  const sends = attended && (challenge === undefined || resendCode === true);
  if (sends) {
    const until = Date.now() + CODE_MILLISECONDS;
    await store.put(key, { challenge: company.sendCode() }, kept?.version ?? 0, until);
  }
  const question = { question: 'Enter the code that we sent you', identifier: 'code' };
  return asked({ kind: 'code-entry', question, sent: sends }, round);
}

type Challenge = Extract<LogInResult, { kind: 'mfa-required' }>['challenge'];

function asked(challenge: Challenge, round: number): LogInResult {
  return { kind: 'mfa-required', challenge, ...(round > 1 && { refused: true as const }) };
}

function billsOf(company: Company, { form }: Session) {
  const { username = '' } = form;
  if (username === 'no-bills') return [];
  const { balanceCents, payments } = company.read(username);
  return [
    {
      accountKey: `power:${username}`,
      currency: USD,
      accountNumber: 'XXXX1234',
      balanceCents,
      dueOn: '2030-12-31',
      // Leave it out where the page didn't show the list: an empty list says that nothing was paid.
      recentPayments: payments.map(listedOf),
      autopay: 'disabled' as const,
      autopaySource: 'unknown' as const,
    },
  ];
}

/** `posted` only if `balanceCents` of the same reading is lower by it: Billhook takes that as proof. */
function listedOf({ cents, at, confirmation, state }: Payment) {
  const paidOn = at.toISOString().slice(0, 'yyyy-mm-dd'.length);
  const isPosted = state === 'paid';
  return { amountCents: cents, paidOn, confirmation, ...(isPosted && { posted: true as const }) };
}

type Order = PaymentOrder & { readonly caller: string };

function pay(company: Company, { form }: Session, order: Order): PayResult {
  const { username = '' } = form;
  if (username === 'declines') return { kind: 'declined', reason: 'refused' };
  const { caller, payment, submission, amount } = order;
  const taken = company.charge(username, { caller, payment, submission, cents: amount.cents });
  if (username === 'unclear') throw new Error('The answer of the company was lost');
  return outcomeOf(taken);
}

function outcomeOf(taken: Payment): PayResult & FindPaymentResult {
  const { cents, at, confirmation, state } = taken;
  if (state === 'accepted') {
    const later = new Date(at.getTime() + DAY_MILLISECONDS).toISOString();
    const expectBy = later.slice(0, 'yyyy-mm-dd'.length);
    return { kind: 'accepted', reference: confirmation, expectBy, askAgainAt: later };
  }
  if (state === 'returned') {
    return { kind: 'returned', reason: 'insufficient_funds', on: at.toISOString().slice(0, 10) };
  }
  return {
    kind: 'paid',
    amount: { cents, currency: USD },
    paidAt: at.toISOString(),
    confirmation,
  };
}

function settlementOf(taken: Payment): Settlement {
  const { payment, submission, cents, at, confirmation, state } = taken;
  const kind = state === 'returned' ? ('returned' as const) : ('paid' as const);
  const amount = { cents, currency: USD };
  return { payment, submission, kind, amount, at: at.toISOString(), confirmation };
}

function totalsOf(settlements: readonly Settlement[]): SettlementTotal[] {
  return (['paid', 'returned'] as const).map((kind) => {
    const own = settlements.filter((settlement) => settlement.kind === kind);
    const cents = own.reduce((sum, { amount }) => sum + amount.cents, 0);
    return { kind, count: own.length, amount: { cents, currency: USD } };
  });
}
