import { userActions } from '@billhook/core/module/hold-actions';
import {
  type HoldCode,
  type HoldSubcode,
  holdCodes,
  holdCodeValues,
  holdSubcodes,
  holdSubcodeValues,
} from '@billhook/core/schemas/hold-codes';
import { describe, expect, test } from 'vitest';

/** As the interface lists them, each with words of its meaning. */
const meanings: [code: string, meaning: RegExp][] = [
  ['account_issue_wallet_pay_on_file', /bills you through the wallet on your device/],
  ['account_issue_streaming_plus_third_party_on_file', /else pays .* switch .* to your card/],
  ['account_issue_payment_details_required', /needs more information/],
  ['account_issue_with_swap', /issue with your account keeps us from changing the card/],
  ['account_issue_primary_account_holder', /credentials of the primary account holder/],
  ['account_issue_card_not_accepted', /does not accept this card/],
  ['account_issue_max_cards_on_file', /no more cards/],
  ['account_issue_third_party_connected', /is connected to your account pays/],
  ['account_issue_third_party_available', /service pays .* Choose that service from the list/],
  ['account_issue_no_active_subscription', /no active subscription/],
  ['system_issue_with_swap', /could not change the card because of a technical problem/],
  ['provider_system_issue', /company has a technical problem/],
  ['partner_expiration_exceeded', /financial institution allows a limited time .* has passed/],
  ['account_issue_account_locked', /is locked/],
  ['authentication_unsupported', /log in at the company through another service/],
  ['authentication_not_completed', /login was not completed/],
  ['account_set_up_online_payments', /not set up for online payments/],
  ['account_issue_verify_identity', /verify who you are/],
  ['account_issue_accept_toc', /accept its terms and conditions/],
  ['account_issue_no_service_account', /no service account/],
  ['account_issue_third_party_payments_on_file', /cannot see your bill because another service/],
  ['system_issue_with_bill', /could not read your bill because of a technical problem/],
  ['system_issue_with_bill_payment', /could not submit your payment because of a technical/],
  ['account_paid_in_full', /paid in full/],
  ['account_issue_payment_restrictions', /Payments are restricted/],
  ['account_issue_inactive_account', /account is inactive/],
  ['account_issue_no_bill', /no bill on your account/],
  ['no_payment_required', /requires no payment/],
  ['foreign_currency_issue', /in a foreign currency/],
];
const codes = meanings.map(([code]) => code);

const loginSubcodes: [subcode: HoldSubcode, meaning: RegExp][] = [
  ['invalid-credentials', /credentials are invalid/],
  ['no-mfa-response-received', /not answered in time/],
  ['invalid-mfa', /answer .* is wrong/],
  ['unanswered-mfa-question', /questions were not answered/],
];

const systemSubcodes: [subcode: HoldSubcode, meaning: RegExp][] = [
  ['selector-not-found', /expected element was missing/],
  ['navigation-error', /page could not be reached/],
  ['job-timeout', /took too long/],
  ['captcha-failure', /captcha was not solved/],
  ['proxy-failure', /proxy failed/],
  ['known-system-error', /known error/],
  ['issue-unidentified', /cause is unknown/],
];
const subcodes = [...loginSubcodes, ...systemSubcodes].map(([subcode]) => subcode);

const entries = Object.entries(holdCodes);
const userActionOf = (code: string) => userActions[code as HoldCode];

describe('hold codes', () => {
  test('are the 29 of the interface', () => {
    expect(holdCodeValues).toHaveLength(29);
    expect([...holdCodeValues].sort()).toEqual([...codes].sort());
  });

  test.each(meanings)('%s tells the user what it means', (code, meaning) => {
    expect(holdCodes[code as HoldCode].userMessage).toMatch(meaning);
  });

  test.each(entries)('%s tells the user in whole sentences', (_, { userMessage }) => {
    expect(userMessage).toMatch(/^[A-Z].{20,200}\.$/);
    expect(userMessage).not.toMatch(/\{|undefined/);
  });

  test.each(entries)('%s says what it holds, what the user does and what helps', (code, entry) => {
    expect(entry).toEqual({
      userMessage: expect.any(String),
      holds: expect.stringMatching(/^(auth|bill|payment|swap)$/),
      retryHelps: expect.any(Boolean),
      fixHold: expect.any(Boolean),
    });
    expect(userActionOf(code)).toMatch(/^[a-z]+(-[a-z]+)*$/);
  });

  test.each(entries)('%s is one that the user acts on, or waits for', (code, entry) => {
    // What the user does at the company is followed by fix-hold, where anything is left to do.
    if (userActionOf(code) === 'wait') expect(entry.retryHelps).toBe(true);
    if (/^(log-in-again|choose-|start-over)/.test(userActionOf(code))) {
      expect(entry.fixHold).toBe(false);
    }
  });

  test('have messages of their own', () => {
    expect(new Set(entries.map(([, { userMessage }]) => userMessage)).size).toBe(29);
  });

  test.each(entries)('%s is not both fixed by nothing and resumed by fix-hold', (code, entry) => {
    if (userActionOf(code) === 'none') expect(entry.fixHold).toBe(false);
    if (entry.retryHelps) expect(entry.fixHold).toBe(true);
  });
});

describe('hold subcodes', () => {
  test('are the 11 of the interface', () => {
    expect([...holdSubcodeValues].sort()).toEqual([...subcodes].sort());
  });

  test.each(loginSubcodes)(
    '%s stands beside authentication_not_completed, and says what it means',
    (subcode, words) => {
      const { codes: beside, meaning } = holdSubcodes[subcode];
      expect(beside).toEqual(['authentication_not_completed']);
      expect(meaning).toMatch(words);
    },
  );

  test.each(systemSubcodes)(
    '%s stands beside the three system issues, and says what it means',
    (subcode, words) => {
      const { codes: beside, meaning } = holdSubcodes[subcode];
      expect(meaning).toMatch(words);
      expect([...beside].sort()).toEqual([
        'system_issue_with_bill',
        'system_issue_with_bill_payment',
        'system_issue_with_swap',
      ]);
    },
  );
});
