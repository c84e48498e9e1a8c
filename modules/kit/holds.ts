/** What the user can do about each hold: the screen's words stand in the tables of texts. */

import { type UserAction, userActions } from '@billhook/core/module/hold-actions';
import type { HoldCode } from '@billhook/core/schemas/hold-codes';

/**
 * - `open`: the company's own page. - `check`: the same, where trying again at once could pay twice.
 * - `fix`: the user has done it, go on with what is stored. - `retry`: the same without the user.
 * - `relogin`: sign in again. - `other`: another company. - `card`: another card.
 * - `wallet`: the device's wallet, which only a native app can open. - `later`, `done`: leave.
 */
export type HoldAction =
  | 'open'
  | 'check'
  | 'fix'
  | 'retry'
  | 'relogin'
  | 'other'
  | 'card'
  | 'wallet'
  | 'later'
  | 'done';

/** By what the user has to do. */
const offered: Readonly<Record<UserAction, readonly HoldAction[]>> = {
  'act-at-company': ['open', 'fix'],
  'act-elsewhere': ['other', 'done'],
  'log-in-again': ['relogin', 'other'],
  'choose-method': ['card', 'other'],
  'choose-company': ['other', 'done'],
  'start-over': ['done'],
  wait: ['retry', 'later'],
  none: ['done'],
};

/** Codes whose screen has something else to offer. */
const exceptions: Readonly<Partial<Record<HoldCode, readonly HoldAction[]>>> = {
  account_issue_wallet_pay_on_file: ['wallet', 'done'],
  account_issue_no_active_subscription: ['open', 'fix', 'other'],
  provider_system_issue: ['later', 'other'],
  authentication_unsupported: ['open', 'relogin'],
  system_issue_with_bill_payment: ['check', 'later'],
  account_issue_inactive_account: ['other', 'done'],
  account_issue_no_bill: ['done'],
  foreign_currency_issue: ['open', 'done'],
};

/**
 * A code that is newer than this page is shown with the message that came with it: as most are, which the
 * user settles at the company.
 */
export function holdActions(code: string): readonly HoldAction[] {
  const userAction = userActions[code as HoldCode] ?? 'act-at-company';
  return exceptions[code as HoldCode] ?? offered[userAction];
}
