/**
 * Invented people. Method verifies them and finds their accounts as each of them says; the telephone
 * numbers are kept for inventions (555-01xx). The conformance suite logs in as them.
 */
import type { TestLogin } from '@billhook/connector-kit';

export type Invented = {
  /** Ten digits. */
  readonly phone: string;
  /** What Method wants proven. Nothing: it calls the person verified at once. */
  readonly proofs?: readonly ('sms' | 'kba')[];
  /** Method knows nobody like this. */
  readonly isUnknown?: true;
  /** Method is reviewing who this is. */
  readonly isHeld?: true;
  /** Finding the accounts takes this many looks. */
  readonly looks?: number;
  readonly owesNothing?: true;
  /** What becomes of payments. Without it they are posted, and stay so. */
  readonly payments?: 'fail' | 'come-back' | 'lose-response';
};

export const SMS_CODE = '424242';
export const QUESTION = 'qtn_street';
export const RIGHT_ANSWER = '21st Street';
export const MERCHANT = 'mch_example_card';

const people: readonly (readonly [TestLogin['scenario'], Invented])[] = [
  ['signs-in', { phone: '2025550101' }],
  ['wrong-password', { phone: '2025550102', isUnknown: true }],
  ['wrong-password', { phone: '2025550114', isUnknown: true }],
  ['wrong-password', { phone: '2025550115', isUnknown: true }],
  ['questions', { phone: '2025550103', proofs: ['kba'] }],
  ['code', { phone: '2025550104', proofs: ['sms'] }],
  ['hold', { phone: '2025550105', isHeld: true }],
  ['slow', { phone: '2025550106', looks: 3 }],
  ['bills', { phone: '2025550107' }],
  ['no-bills', { phone: '2025550108', owesNothing: true }],
  ['pays-bank', { phone: '2025550109' }],
  ['declines', { phone: '2025550110', payments: 'fail' }],
  ['accepts', { phone: '2025550111' }],
  ['returns', { phone: '2025550112', payments: 'come-back' }],
  ['unclear', { phone: '2025550113', payments: 'lose-response' }],
];

const byPhone = new Map(people.map(([, one]) => [one.phone, one]));

/** Everybody with this area code is verified at once: for tests that only pay. */
const VERIFIED_AREA = '303';

/** Whoever is not invented here is verified with a code and questions. All of them owe something. */
export function inventedBy(phone: string): Invented {
  const digits = phone.replace(/\D/g, '').slice(-10);
  const proofs = digits.startsWith(VERIFIED_AREA) ? [] : (['sms', 'kba'] as const);
  return byPhone.get(digits) ?? { phone: digits, proofs };
}

const answers: Partial<Record<TestLogin['scenario'], Record<string, string>>> = {
  questions: { [QUESTION]: RIGHT_ANSWER },
  code: { code: SMS_CODE },
};

/** Of the manifest, in test mode. */
export const testLogins: readonly TestLogin[] = people.map(([scenario, { phone }]) => {
  const form = { firstName: 'Ada', lastName: 'Tester', phone, dateOfBirth: '01/31/1980' };
  const right = answers[scenario];
  return { scenario, company: MERCHANT, form, ...(right && { answers: right }) };
});
