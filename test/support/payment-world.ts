/**
 * A client with a linked account, a bill and a card in a table, and a company that the test
 * decides about: for what happens when a payment is interrupted between two of its steps.
 */
import { createHash, randomBytes } from 'node:crypto';
import type { AuthRecord } from '@billhook/core/auth/auth';
import { instantText } from '@billhook/core/base/dates';
import { derivedOwnedId, newOwnedId } from '@billhook/core/base/ids';
import { clientKey } from '@billhook/core/base/table-keys';
import type { BillRecord, IdleBill, StoredBill } from '@billhook/core/bill/bill';
import { newClient } from '@billhook/core/client/client';
import type { Capabilities } from '@billhook/core/company/capabilities';
import type { CompanyRecord } from '@billhook/core/company/company';
import type {
  CompanyBill,
  Connector,
  FoundPayment,
  SubmittedPayment,
  SwapOutcome,
} from '@billhook/core/company/connector';
import type { PaymentMethodRecord } from '@billhook/core/method/payment-method';
import type { PaymentRecord } from '@billhook/core/payment/payment';
import { newPayment } from '@billhook/core/payment/transitions';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { accountFingerprint } from '@billhook/runtime/companies/account-fingerprint';
import { openRuntime, type Runtime } from '@billhook/runtime/companies/runtime';
import { writeBeginning } from '@billhook/runtime/payments/begin';
import { openOutside } from '@billhook/runtime/table/outside';
import { afterAll, afterEach, beforeEach, vi } from 'vitest';
import { fakeKms } from './kms.ts';
import { memoryTable } from './memory-table.ts';
import {
  authRecord,
  billRecord,
  clientId,
  methodRecord,
  NOW,
  partnerId,
  TODAY,
  unnoticed,
} from './records.ts';
import { openServerTable, type ServerTable } from './server-table.ts';

/** What the company shows and does; a test changes it as it goes. */
export type FakeCompany = {
  account: CompanyBill | undefined;
  outcome: SubmittedPayment;
  /** By submission: what the company took, or refused. */
  readonly taken: Map<string, SubmittedPayment>;
  /** Charges made, one for each payment that it took. */
  charges: number;
  swapOutcome: SwapOutcome;
  /** By attempt id: what became of each card that was sent. */
  readonly swaps: Map<string, SwapOutcome>;
  /** Takes the payment or the card, and loses the answer. */
  losesAnswers: boolean;
  needsCardCode: boolean;
};

export const company: FakeCompany = {
  account: undefined,
  outcome: { kind: 'unknown' },
  taken: new Map(),
  swapOutcome: { kind: 'completed' },
  swaps: new Map(),
  charges: 0,
  losesAnswers: false,
  needsCardCode: false,
};

export const fakeConnector = {
  capabilities: (): Capabilities => ({
    postingDays: 5,
    namesStatements: false,
    needsCardCode: company.needsCardCode,
    countsFailedLogins: true,
    // A test says what goes wrong: that opens no breaker, which tests of gates bring about themselves.
    inventsFaults: true,
  }),
  checkForm: () => [],
  loginOf: () => '',
  logIn: async () => ({ kind: 'verified' }),
  listBills: async () => (company.account ? [company.account] : []),
  pay: async (_session, { submissionId }) => {
    const known = company.taken.get(submissionId) ?? company.outcome;
    if (!company.taken.has(submissionId) && known.kind === 'paid') company.charges += 1;
    company.taken.set(submissionId, known);
    if (company.losesAnswers) throw new Error('The answer was lost');
    return known;
  },
  findPayment: async (_session, { submissionId }): Promise<FoundPayment> => {
    const known = company.taken.get(submissionId) ?? { kind: 'never-taken' };
    company.taken.set(submissionId, known);
    return known.kind === 'unknown' ? { kind: 'not-known' } : known;
  },
  swap: async (_session, { attemptId }) => {
    const known = company.swaps.get(attemptId) ?? company.swapOutcome;
    company.swaps.set(attemptId, known);
    if (company.losesAnswers) throw new Error('The answer was lost');
    return known;
  },
  findSwap: async (_session, attemptId) => company.swaps.get(attemptId),
} satisfies Connector;

export const account = {
  accountKey: 'account-1',
  balanceCents: 10_000,
  dueOn: '2026-12-05',
  autopay: 'disabled',
  autopaySource: 'unknown',
} as const satisfies CompanyBill;

export const paid = { kind: 'paid', amountCents: 10_000, paidAt: NOW } as const;

let others = 0;

/** Another one each time: one statement is paid once. */
export function anotherAccount(): CompanyBill {
  others += 1;
  return { ...account, accountKey: `another-${others}` };
}

/** Has the company show another account, of which it has taken nothing yet. */
export function showAnother(outcome: SubmittedPayment = paid): CompanyBill {
  const shown = anotherAccount();
  Object.assign(company, { account: shown, outcome, charges: 0, losesAnswers: false });
  company.taken.clear();
  return shown;
}

let server: ServerTable | undefined;

export type PaymentWorld = {
  readonly runtime: Runtime;
  /** The executions that were started, by their names. */
  readonly started: string[];
};

type Options = {
  /** What starting an execution leads to. */
  readonly onStart?: (execution: { readonly name: string; readonly input: string }) => unknown;
  /** Over a table server: for races. */
  readonly overServer?: true;
};

export async function openPaymentWorld({
  onStart,
  overServer,
}: Options = {}): Promise<PaymentWorld> {
  server = overServer && (await openServerTable());
  const variables = {
    VAULT_KEY_ARN: 'arn:vault',
    FINGERPRINT_KEY_ARN: 'arn:fingerprint',
    PAY_BILL_ARN: 'arn:pay-bill',
    LINK_ACCOUNT_ARN: 'arn:link-account',
    SWAP_CARD_ARN: 'arn:swap-card',
    STAGE: 'sandbox',
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const started: string[] = [];
  const stepFunctions = {
    send: async ({ input }: Started) => {
      started.push(input.name);
      await onStart?.(input);
      return {};
    },
  } as never;
  const aws = { kms: fakeKms().kms, stepFunctions };
  const table = server?.table ?? memoryTable();
  const outside = openOutside({ table, aws, connectorOf: () => fakeConnector });
  return { runtime: openRuntime(outside), started };
}

/** At the top of a file: a world for all its tests, each of which is shown another account. */
export async function paymentScene(options: Options = {}): Promise<PaymentWorld> {
  const world = await openPaymentWorld(options);
  afterAll(closePaymentWorld);
  beforeEach(() => {
    showAnother();
    world.started.length = 0;
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });
  return world;
}

type Started = { readonly input: { readonly name: string; readonly input: string } };

export async function closePaymentWorld(): Promise<void> {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await server?.stop();
}

export type Standing = {
  readonly payment: PaymentRecord;
  readonly bill: BillRecord;
  readonly method: PaymentMethodRecord;
};

const directory: CompanyRecord[] = sandboxCompanies
  .filter(({ name }) => name === 'Regular Company 1')
  .map((one) => ({ ...one }));

/** The company's status as the directory has it, and the connector that reaches it. */
export async function setMaintenance(
  runtime: Runtime,
  on: boolean,
  connector = directory[0]?.connector ?? '',
): Promise<void> {
  const status = on ? ('maintenance' as const) : ('operational' as const);
  await runtime.companies.merge(directory.map((one) => ({ ...one, status, connector })));
}

type Change = {
  readonly accountKey?: string;
  readonly bill?: Partial<StoredBill>;
  readonly method?: PaymentMethodRecord;
};

/** A bill as a reading of the account left it. */
export function asShown(
  bill: Partial<StoredBill> = {},
  shown: CompanyBill = company.account ?? account,
): Required<Omit<Change, 'method'>> {
  const { accountKey, ...reported } = shown;
  return { accountKey, bill: { reported, ...bill } };
}

/** Records of a table by their ids, which have to be there. */
export function recordsOf(runtime: () => Pick<Runtime, 'bills' | 'payments'>) {
  const there = async <R>(found: Promise<R | undefined>): Promise<R> => {
    const record = await found;
    if (!record) throw new Error('The record is gone');
    return record;
  };
  return {
    billOf: (id: string) => there(runtime().bills.findAny(id)),
    paymentOf: (id = '') => there(runtime().payments.findAny(id)),
  };
}

/** An auth with one bill, and the method that is to pay it, as they stand in the table. */
export async function linkOne(
  runtime: Runtime,
  change: Change = {},
): Promise<Pick<Standing, 'method'> & { readonly bill: IdleBill; readonly auth: AuthRecord }> {
  const { accountKey = account.accountKey } = change;
  const { table, auths, bills, methods, vault, fingerprint } = runtime;
  const [companyRecord] = directory;
  if (!companyRecord) throw new Error('The directory lacks the company');
  await setMaintenance(runtime, false);
  const summary = { ...authRecord().company, _id: companyRecord._id };
  const drafted = authRecord({ company: summary });
  const credentials = await vault.seal({ clientId, recordId: drafted._id }, { username: 'ada' });
  const mac = await accountFingerprint(fingerprint, companyRecord._id, accountKey);
  const digest = createHash('sha256').update(drafted._id).update(mac).digest();
  const bill = billRecord({
    // As a reading of the account would name it.
    _id: derivedOwnedId('bill', clientId, digest),
    companyId: companyRecord._id,
    accountFingerprint: mac,
    ...change.bill,
  });
  const auth = { ...drafted, credentials, billIds: [bill._id] };
  const own = { ...bill, auth: { ...bill.auth, _id: auth._id } };
  const given = methodRecord();
  const sealed = await vault.seal(
    { clientId, recordId: given._id },
    { cardNumber: '4111111111111111' },
  );
  const method = change.method ?? { ...given, sealed };
  const client = newClient({ identifier: 'u' }, { clientId, partnerId, now: instantText(NOW) });
  await table.write([{ put: { ...clientKey(clientId), ...client } }]);
  await table.write([auths.save(...unnoticed(auth)), bills.save(...unnoticed(own))]);
  if (!change.method) await table.write([methods.save(...unnoticed(method))]);
  return { auth, bill: own, method };
}

/** A payment that has begun and was not submitted yet; ordered for today, unless `asked` says otherwise. */
export async function beginOne(
  runtime: Runtime,
  change: Change = {},
  asked: Partial<Parameters<typeof newPayment>[1]> = {},
): Promise<Standing> {
  const { bill: own, method } = await linkOne(runtime, change);
  const paymentId = newOwnedId('pay', clientId, randomBytes);
  const payment = newPayment(own, { paymentId, payOn: TODAY, partnerNow: NOW, ...asked });
  const begun = await writeBeginning(runtime, { bill: own, method, payment }, NOW);
  if (typeof begun === 'symbol' || 'failure' in begun) throw new Error('The payment did not begin');
  return readAll(runtime, { payment: begun, bill: own, method });
}

/** All three as they stand in the table. */
export async function readAll(runtime: Runtime, standing: Standing): Promise<Standing> {
  const [payment, bill, method] = await Promise.all([
    runtime.payments.findAny(standing.payment._id),
    runtime.bills.findAny(standing.bill._id),
    runtime.methods.findAny(standing.method._id),
  ]);
  if (!payment || !bill || !method) throw new Error('A record is gone');
  return { payment, bill, method };
}
