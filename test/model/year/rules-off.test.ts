/** The battery notices when a rule is missing: with any one switched off, a year goes wrong. */
import * as results from '@billhook/core/company/connector-results';
import * as ledgers from '@billhook/core/payment/account-ledger';
import * as agreements from '@billhook/core/payment/agreed-amount';
import { amountToPay } from '@billhook/core/payment/amount';
import * as bounds from '@billhook/core/payment/bound';
import * as refusals from '@billhook/core/payment/order-refusal';
import * as proofs from '@billhook/core/payment/proof';
import * as statements from '@billhook/core/payment/statement';
import * as submissions from '@billhook/core/payment/submissions';
import { afterEach, expect, test, vi } from 'vitest';
import { takeOverProcess } from '../service.ts';
import { openYearDirectory } from './household.ts';
import { Violation } from './violation.ts';
import { runYear, type YearOptions } from './year.ts';

/** More than any of them needs: the first that goes wrong ends the run. With all rules on, none does. */
const HOUSEHOLDS = 60;
const DAYS = 150;

const { readLedger } = proofs;
const { automaticAmount } = bounds;

const switches: Readonly<Record<string, () => YearOptions['rules']>> = {
  'what is taken and not proven is taken off': () =>
    void vi.spyOn(ledgers, 'factsOf').mockReturnValue({ takenCents: 0, unproven: [] }),
  'no more of a statement is paid than was owed of it': () =>
    void vi
      .spyOn(bounds, 'automaticAmount')
      .mockImplementation((bill) =>
        automaticAmount({ ...bill, account: undefined, unposted: undefined }),
      ),
  'a listed payment stands for one of ours, and may not be posted yet': () =>
    void vi.spyOn(proofs, 'readLedger').mockImplementation((ledger, reading, ...rest) => {
      const { recentPayments, lastPaidAmountCents: amountCents, lastPaidOn: paidOn } = reading;
      const last = amountCents !== undefined && paidOn ? [{ amountCents, paidOn }] : [];
      const marked = (recentPayments ?? last).map((one) => ({ ...one, posted: true as const }));
      const forgetful = ledger && { ...ledger, listed: [] };
      return readLedger(forgetful, { ...reading, recentPayments: marked }, ...rest);
    }),
  'a promise never to take a submission is kept': () => ({ keepsPromises: false }),
  'a submission is looked for before the next one': () =>
    void vi.spyOn(submissions, 'openSubmission').mockReturnValue(undefined),
  'a payment that its user stopped is not submitted again': () =>
    void vi.spyOn(submissions, 'maySubmit').mockReturnValue(true),
  'no more is paid than was agreed to': () =>
    void vi
      .spyOn(agreements, 'amountPlanned')
      .mockImplementation((_payment, bill) => amountToPay(bill, bill.reported)),
  'one payment of an account is under way': () =>
    void vi.spyOn(refusals, 'checkOwed').mockReturnValue(undefined),
  'a cycle stays skipped when its due date moves': () =>
    void vi
      .spyOn(statements, 'isSameStatement')
      .mockImplementation((one, other) => one.dueOn === other.dueOn),
  'a payment of another amount is not believed': () =>
    void vi
      .spyOn(results, 'parsePayment')
      .mockImplementation((returned) => ({ result: returned as never })),
};

afterEach(() => vi.restoreAllMocks());

async function firstWrong(rules: YearOptions['rules'], households: number): Promise<string> {
  const giveBack = takeOverProcess();
  try {
    const directory = await openYearDirectory();
    for (let seed = 1; seed <= households; seed += 1)
      await runYear(directory, seed, { days: DAYS, rules });
    return 'nothing';
  } catch (error) {
    if (!(error instanceof Violation)) throw error;
    return error.message;
  } finally {
    giveBack();
  }
}

test.each(Object.entries(switches))(
  'It notices a year in which it does not hold that %s',
  async (_rule, off) => {
    const rules = off() ?? {};
    const wrong = await firstWrong(rules, HOUSEHOLDS);
    expect(wrong).toContain('Household');
  },
);
