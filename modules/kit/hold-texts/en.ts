/** What each hold says, in English: a title and a body for each code. */
import { inSteps } from './in-steps.ts';

export const texts = {
  'hold.account_issue_wallet_pay_on_file.title': '{company} bills you through a device wallet',
  'hold.account_issue_wallet_pay_on_file.body': inSteps(
    '',
    "Open your phone's wallet.",
    'Change the card for {company} there.',
    '{company} will use it automatically.',
  ),
  'hold.account_issue_streaming_plus_third_party_on_file.title':
    'Someone else pays for this subscription',
  'hold.account_issue_streaming_plus_third_party_on_file.body': inSteps(
    '',
    'Sign in to {company}.',
    'Switch the payment to your card.',
    'Come back here.',
  ),
  'hold.account_issue_payment_details_required.title': '{company} needs a bit more information',
  'hold.account_issue_payment_details_required.body': inSteps(
    '',
    'Sign in to {company}, or contact them.',
    'Add the missing payment details.',
    'Come back here.',
  ),
  'hold.account_issue_with_swap.title': "We couldn't change your card",
  'hold.account_issue_with_swap.body': inSteps(
    'There is an issue with your {company} account.',
    'Sign in to {company} and fix it.',
    'Come back here to try again.',
  ),
  'hold.account_issue_primary_account_holder.title': "You'll need the primary account holder",
  'hold.account_issue_primary_account_holder.body':
    'Only the primary account holder can change the payment at {company}. Sign in with their details.',
  // Where this page has nothing to choose from.
  'hold.account_issue_card_not_accepted.alone': 'You can do that in {partner}.',
  'hold.account_issue_third_party_available.alone': 'You can do that in {partner}.',
  'hold.account_issue_card_not_accepted.title': "{company} doesn't take this card",
  'hold.account_issue_card_not_accepted.body': "Choose another card and we'll try again.",
  'hold.account_issue_max_cards_on_file.title': 'Your card list at {company} is full',
  'hold.account_issue_max_cards_on_file.body': inSteps(
    '',
    'Sign in to {company}.',
    'Remove a card that you no longer use.',
    'Come back here to try again.',
  ),
  'hold.account_issue_third_party_connected.title':
    'This subscription is paid through another service',
  'hold.account_issue_third_party_connected.body':
    'Change the card with the service that bills you for {company}.',
  'hold.account_issue_third_party_available.title': 'Pick the service that bills you',
  'hold.account_issue_third_party_available.body':
    '{company} is paid through another service. Choose that service from the list to change your card.',
  'hold.account_issue_no_active_subscription.title': 'No active subscription found',
  'hold.account_issue_no_active_subscription.body':
    "We signed in to {company}, but there's nothing to pay for. Start a subscription there first.",
  'hold.system_issue_with_swap.title': 'Something went wrong on our side',
  'hold.system_issue_with_swap.body':
    "We couldn't finish changing your card. Trying again usually works.",
  'hold.provider_system_issue.title': '{company} is having problems',
  'hold.provider_system_issue.body': "We couldn't finish. Please try again in a little while.",
  'hold.partner_expiration_exceeded.title': 'This request has expired',
  'hold.partner_expiration_exceeded.body':
    'It took too long to finish. Start again from {partner}.',
  'hold.account_issue_account_locked.title': 'Your {company} account is locked',
  'hold.account_issue_account_locked.body': inSteps(
    '',
    'Unlock your account at {company}.',
    'Come back here to continue.',
  ),
  'hold.authentication_unsupported.title': 'Use a {company} password',
  'hold.authentication_unsupported.body': inSteps(
    "You sign in to {company} through another service, which we can't use.",
    'Create a username and password at {company}.',
    'Come back here to sign in with them.',
  ),
  'hold.authentication_not_completed.title': "Sign-in wasn't finished",
  'hold.authentication_not_completed.body': 'Please sign in to {company} again.',
  'hold.account_set_up_online_payments.title': 'Set up online payments first',
  'hold.account_set_up_online_payments.body': inSteps(
    "Your {company} account isn't set up to pay online.",
    'Sign in to {company}.',
    'Turn on online payments.',
    'Come back here.',
  ),
  'hold.account_issue_verify_identity.title': "{company} wants to check it's you",
  'hold.account_issue_verify_identity.body': inSteps(
    '',
    'Sign in to {company}.',
    'Confirm your personal details.',
    'Come back here.',
  ),
  'hold.account_issue_accept_toc.title': '{company} has new terms',
  'hold.account_issue_accept_toc.body': inSteps(
    '',
    'Sign in to {company}.',
    'Read and accept the new terms.',
    'Come back here.',
  ),
  'hold.account_issue_no_service_account.title': 'No service account found',
  'hold.account_issue_no_service_account.body': inSteps(
    '',
    'Sign in to {company}.',
    'Add your service account number.',
    'Come back here.',
  ),
  'hold.account_issue_third_party_payments_on_file.title': "We can't see this bill",
  'hold.account_issue_third_party_payments_on_file.body': inSteps(
    'Your {company} account is connected to another payment service.',
    'Disconnect that service at {company}.',
    'Come back here to continue.',
  ),
  'hold.system_issue_with_bill.title': "We couldn't read your bill",
  'hold.system_issue_with_bill.body':
    "This is on us, not you. We'll keep trying, and you can try now, too.",
  'hold.system_issue_with_bill_payment.title': "We couldn't confirm your payment",
  'hold.system_issue_with_bill_payment.body':
    "Check your {company} account before you try again, so you don't pay twice.",
  'hold.account_paid_in_full.title': "You're all paid up",
  'hold.account_paid_in_full.body': "You don't owe anything on your {company} account.",
  'hold.account_issue_payment_restrictions.title': '{company} limits payments on this account',
  'hold.account_issue_payment_restrictions.body':
    'Sign in to {company} or contact them to lift the restriction.',
  'hold.account_issue_inactive_account.title': 'This account is inactive',
  'hold.account_issue_inactive_account.body':
    "{company} doesn't take payments on inactive accounts.",
  'hold.account_issue_no_bill.title': 'No bill yet',
  'hold.account_issue_no_bill.body': "We'll show your bill when {company} sends one.",
  'hold.no_payment_required.title': 'No payment needed',
  'hold.no_payment_required.body': "{company} isn't asking for a payment right now.",
  'hold.foreign_currency_issue.title': 'This bill is in another currency',
  'hold.foreign_currency_issue.body':
    "We can't change or pay bills in a foreign currency. Pay it at {company}.",
  'hold.stake': '{bill}: {amount} is due on {date}.',

  // Kinds of companies: the service has their English names alone.
  'category.utilities': 'Utilities',
  'category.electricity': 'Electricity',
  'category.natural-gas': 'Natural gas',
  'category.water': 'Water & sewer',
  'category.waste': 'Waste & recycling',
  'category.internet': 'Internet',
  'category.mobile-phone': 'Mobile phone',
  'category.tv-streaming': 'TV & streaming',
  'category.insurance': 'Insurance',
  'category.credit-cards': 'Credit cards',
  'category.loans': 'Loans',
  'category.mortgage': 'Mortgage',
  'category.rent': 'Rent',
  'category.subscriptions': 'Subscriptions',
  'category.fitness': 'Fitness',
  'category.tolls': 'Tolls & parking',
  'category.security': 'Home security',
  'category.medical': 'Medical',
  'category.education': 'Education',
};

export type HoldTexts = Readonly<Record<keyof typeof texts, string>>;

export { holdActions } from '../holds.ts';
