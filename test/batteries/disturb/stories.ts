/** Who does what in the battery: by a seed, the nth household is the same again. */
import { isByForm } from '@billhook/core/sandbox/account';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { RIGHT_ANSWER, RIGHT_CODE } from '@billhook/core/sandbox/logins';
import { type Chance, chanceOf } from '../../model/year/chance.ts';
import { type Plan, plans } from './paying.ts';

export type AccountStory = {
  /** Of all accounts of the battery; what a user types has it, so that both books lead to it. */
  readonly number: number;
  readonly companyId: string;
  readonly form: Readonly<Record<string, string>>;
  /** What the link is for. `at-link`: the bill is paid, or the card put on file, by the link itself. */
  readonly wants: 'login' | 'payment' | 'payment-at-link' | 'swap' | 'swap-at-link';
  /** How the link ends once everything that a user can do was done. */
  readonly ends: 'verified' | 'authenticate';
  readonly plan?: Plan;
};

export type Household = {
  readonly number: number;
  /** Whether its card pays. */
  readonly pays: boolean;
  /** Whether its partner sends a key with each request, so that a repetition is the same request. */
  readonly usesKeys: boolean;
  readonly accounts: readonly AccountStory[];
};

const PAYMENTS_PER_HOUSEHOLD = 5;
/** One in so many has a card that declines. */
const DECLINING_EVERY = 8;
const SEED_STEP = 104_729;

/** Statuses of a test company's form that let the user in, at once or after a challenge. */
const letIn = [
  'upcoming',
  'slow',
  'mfa-required-questions',
  'mfa-required-code',
  'mfa-required-prompt',
  'session-ended',
  'payment-request-lost',
  'payment-with-fee',
] as const;

/** Of logins alone: `hold` ends once its user says that it is fixed. */
const loginsAlone = [
  'authenticate',
  'hold',
  'mfa-required-code',
  'mfa-required-questions',
] as const;

/** The answer to whatever a company asks. */
export const answers: Readonly<Record<string, string>> = {
  'first-pet': RIGHT_ANSWER,
  'city-of-birth': RIGHT_ANSWER,
  code: RIGHT_CODE,
};

/** Companies where a login is an account with one bill, and nothing else is special. */
const ordinary = sandboxCompanies.filter(
  ({ sandbox, status, requiredPayment, userPresenceRequired, subscription, auth, ...company }) =>
    sandbox.bills === 'one' &&
    sandbox.autopay === 'off' &&
    !sandbox.needsCardCode &&
    !sandbox.faultsCount &&
    status === 'operational' &&
    !requiredPayment &&
    !userPresenceRequired &&
    !subscription &&
    company.acceptedMethods.includes('card') &&
    auth.loginFields.map(({ name }) => name).join() === 'username,password',
);
const takingSwaps = ordinary.filter(({ products }) => products.includes('swap'));
/** Those whose form says what the account is like. A client has one account at each. */
const byForm = sandboxCompanies.filter(
  (company) => isByForm(company) && !company.userPresenceRequired && !company.subscription,
);

/**
 * @param payments how many there are in all households together; the last household may have fewer.
 * @param dueDate of the bills at test companies, `mm/dd/yyyy`.
 */
export function householdsOf(seed: number, payments: number, dueDate: string): Household[] {
  return Array.from({ length: Math.ceil(payments / PAYMENTS_PER_HOUSEHOLD) }, (_, number) => {
    const chance = chanceOf(seed * SEED_STEP + number);
    const pays = number % DECLINING_EVERY !== DECLINING_EVERY - 1;
    const before = number * PAYMENTS_PER_HOUSEHOLD;
    const count = Math.min(PAYMENTS_PER_HOUSEHOLD, payments - before);
    return {
      number,
      pays,
      usesKeys: chance.happens(0.5),
      accounts: accountsOf({ seed, number, pays, count, dueDate, chance }),
    };
  });
}

type Given = {
  readonly seed: number;
  readonly number: number;
  readonly pays: boolean;
  readonly count: number;
  readonly dueDate: string;
  readonly chance: Chance;
};

/** Payments at ordinary companies and at test companies in turn, a swap, and every other time a login. */
function accountsOf({ seed, number, pays, count, dueDate, chance }: Given): AccountStory[] {
  const tests = chance.shuffled(byForm);
  const first = number * (PAYMENTS_PER_HOUSEHOLD + 2);
  const login = (account: number) => ({ username: `user-${seed}-${account}`, password: 'any' });
  const form = (account: number, status: string) => ({
    // No two accounts have the same balance.
    balance: `${100 + Math.floor(account / 100)}.${String(account % 100).padStart(2, '0')}`,
    ...{ dueDate, status },
  });
  const paying = Array.from({ length: count }, (_, index): AccountStory => {
    const account = first + index;
    const plan = plans[(number * PAYMENTS_PER_HOUSEHOLD + index) % plans.length] as Plan;
    const common = { number: account, ends: 'verified' as const };
    const test = index % 2 === 1 ? tests.shift() : undefined;
    if (!test) {
      const { _id: companyId } = chance.pick(ordinary);
      return { ...common, companyId, form: login(account), wants: 'payment', plan };
    }
    // A card that is declined while accounts are linked would be refused for what else is asked for.
    const isAtLink = pays && plan === 'once' && chance.happens(0.5);
    const wants = isAtLink ? 'payment-at-link' : 'payment';
    const given = form(account, chance.pick(letIn));
    return { ...common, companyId: test._id, form: given, wants, plan };
  });
  const swap = first + PAYMENTS_PER_HOUSEHOLD;
  const swapping: AccountStory = {
    number: swap,
    companyId: chance.pick(takingSwaps)._id,
    form: login(swap),
    wants: chance.happens(0.5) ? 'swap' : 'swap-at-link',
    ends: 'verified',
  };
  const test = tests.shift();
  if (!test || number % 2 === 1) return [...paying, swapping];
  const status = chance.pick(loginsAlone);
  const alone: AccountStory = {
    number: swap + 1,
    companyId: test._id,
    form: form(swap + 1, status),
    wants: 'login',
    ends: status === 'authenticate' ? 'authenticate' : 'verified',
  };
  return [...paying, swapping, alone];
}
