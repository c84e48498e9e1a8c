import { userActions } from '@billhook/core/module/hold-actions';
import {
  type HoldCode,
  holdCodes,
  holdCodeValues,
  holdSubcodes,
  holdSubcodeValues,
} from '@billhook/core/schemas/hold-codes';
import { describe, expect, test } from 'vitest';

// As the interface lists them.
const codes = `
account_issue_wallet_pay_on_file account_issue_streaming_plus_third_party_on_file
account_issue_payment_details_required account_issue_with_swap
account_issue_primary_account_holder account_issue_card_not_accepted
account_issue_max_cards_on_file account_issue_third_party_connected
account_issue_third_party_available account_issue_no_active_subscription
system_issue_with_swap provider_system_issue partner_expiration_exceeded
account_issue_account_locked authentication_unsupported authentication_not_completed
account_set_up_online_payments account_issue_verify_identity account_issue_accept_toc
account_issue_no_service_account account_issue_third_party_payments_on_file
system_issue_with_bill system_issue_with_bill_payment account_paid_in_full
account_issue_payment_restrictions account_issue_inactive_account account_issue_no_bill
no_payment_required foreign_currency_issue`
  .trim()
  .split(/\s+/);

const loginSubcodes = [
  'invalid-credentials',
  'no-mfa-response-received',
  'invalid-mfa',
  'unanswered-mfa-question',
];

const systemSubcodes = [
  'selector-not-found',
  'navigation-error',
  'job-timeout',
  'captcha-failure',
  'proxy-failure',
  'known-system-error',
  'issue-unidentified',
];

const entries = Object.entries(holdCodes);
const userActionOf = (code: string) => userActions[code as HoldCode];

describe('hold codes', () => {
  test('are the 29 of the interface', () => {
    expect(holdCodeValues).toHaveLength(29);
    expect([...holdCodeValues].sort()).toEqual([...codes].sort());
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
    expect([...holdSubcodeValues].sort()).toEqual([...loginSubcodes, ...systemSubcodes].sort());
  });

  test.each(loginSubcodes)('%s stands beside authentication_not_completed', (subcode) => {
    expect(holdSubcodes[subcode as keyof typeof holdSubcodes].codes).toEqual([
      'authentication_not_completed',
    ]);
  });

  test.each(systemSubcodes)('%s stands beside the three system issues', (subcode) => {
    expect([...holdSubcodes[subcode as keyof typeof holdSubcodes].codes].sort()).toEqual([
      'system_issue_with_bill',
      'system_issue_with_bill_payment',
      'system_issue_with_swap',
    ]);
  });
});
