/** What the operations of each group are about: the description's tags. */
export const groups: Readonly<Record<string, string>> = {
  auth: "Linked accounts. An auth is a user's account at one company.",
  bill: 'The bills of linked accounts, with the history of their payments.',
  company: 'The directory of companies: what can be linked, paid and swapped there.',
  payment: 'Payment methods, and the payments of bills.',
  swap: 'Putting a card on file at the company of a linked account.',
  client: 'Your users, and the tokens that stand for them.',
  partner: 'Your own settings: API keys, signing, encryption, and the look of the hosted modules.',
  event: 'The log of events, and sending them again.',
  'webhook-endpoint': 'Where events are sent.',
  module: 'What the pages of the hosted modules ask for. A partner does not need them.',
  connector: 'What those need who run a connector for this deployment. A partner does not need it.',
  sandbox: 'Only on a sandbox: the test clock, and reconciling at once.',
};
