/**
 * What users agree to, in English: see `published.ts`. Each text is followed by its SHA-256.
 */
export const texts = {
  'consent.rule.1': 'Each bill of {company} is paid for you.',
  'consent.subscription.1':
    '{company} takes automatic payments only. By linking it, you agree to them.',
  'consent.card.2':
    'By continuing, you allow {partner}, through Billhook, to charge your card for the bills above that you chose, and for each new bill of these accounts, on its day and at its amount plus any fee shown. You can stop at any time before the day of a payment: turn off automatic payment in Bill settings.',
  'consent.card.2.hash': '3db1b7885824e0bb26a3383d61b0da5902ec881530c03ddcaf2373632008a5c1',
  'consent.bank.2':
    'By continuing, you authorize {partner}, through Billhook, to electronically debit your bank account for the bills above that you chose, and for each new bill of these accounts, on its day and for its amount plus any fee shown, and to electronically credit your account to correct an erroneous debit. If an amount is much higher than usual, you will be asked first. This authorization stays in effect until you revoke it. To revoke it, turn off automatic payment in Bill settings, or delete the account under Payment methods, before the day of a payment.',
  'consent.bank.2.hash': '321900a70662257e09902bfd8c71c11d1d0693b660e9e24ef701ea44f9e75976',
  'consent.cardOnce.2':
    'By continuing, you allow {partner}, through Billhook, to keep this card and to charge it each time you tell us to pay: on the day, for the amount and with the fee that you see then. You can delete it at any time under Payment methods.',
  'consent.cardOnce.2.hash': 'c7ca2052218e5d64ec64e3eaf8942bfa8c6a39239fb99f16369226b380d88a2b',
  'consent.bankOnce.2':
    'By continuing, you authorize {partner}, through Billhook, to keep this bank account and to electronically debit it once each time you tell us to pay, on the day and for the amount that you see then, and to electronically credit your account to correct an erroneous debit. This authorization stays in effect until you revoke it. To revoke it, cancel the payment before its day, or delete the account under Payment methods.',
  'consent.bankOnce.2.hash': '4511626620ad3130925311c433b83394c7a1c1712549e53ee786839c18050620',
  'consent.rule.2':
    'By continuing, you allow {partner}, through Billhook, to pay each new bill of this account with your payment method, on its day and at its amount plus any fee shown. You can stop at any time before the day of a payment: turn off automatic payment in Bill settings.',
  'consent.rule.2.hash': 'c6b2938ff2f6e68698a7b91ecc1d2b16377d5a99c77dfd19919881ee7368ee5e',
  'consent.subscription.2':
    '{company} takes automatic payments only. By linking it, you allow {partner}, through Billhook, to pay each bill of this account with your payment method, on its day and at its amount plus any fee. You can stop at any time before the day of a payment: unlink the account.',
  'consent.subscription.2.hash': 'aac355fce5fe2dbdfb71cbb7742ee4e9f4ae1f00418156d2db087cef06f5634e',
};

export type Texts = Readonly<Record<keyof typeof texts, string>>;
