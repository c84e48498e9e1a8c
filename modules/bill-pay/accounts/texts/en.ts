/** What the linked accounts say, in English. */
export const texts = {
  'accounts.empty': 'No accounts are linked.',
  'accounts.linked': 'Linked',
  'account.unlinkShort': 'Unlink',
  'account.sure': 'Unlink {company}?',
  'account.means.bills': 'Its bills leave your list: {bills}.',
  'account.means.automatic': 'Automatic payments stop.',
  'account.means.scheduled': '{amount} scheduled for {date} is canceled.',
  'account.means.pending': 'A payment that is already in progress still goes through.',
  'account.done': '{company} is unlinked.',
  'account.keep': 'Keep it linked',
};

export type Texts = Readonly<Record<keyof typeof texts, string>>;
