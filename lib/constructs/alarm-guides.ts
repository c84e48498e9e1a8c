/**
 * What to do about each kind of alarm, for a person who is called at night: the sections of the alarms'
 * page. Names are the sections' anchors, and with spaces their headings.
 */

/** `urgent` wakes; `daytime` waits for the morning. */
export type Severity = 'urgent' | 'daytime';

export type AlarmGuide = {
  readonly severity: Severity;
  readonly users: string;
  /** Commands, and queries of Logs Insights. The first answers most. */
  readonly look: readonly string[];
  readonly safe: string;
  readonly wake: string;
};

const errorsOf =
  "filter level = 'ERROR' | fields @timestamp, message, errorName, partnerId, companyId, paymentId | sort @timestamp desc";
const countedBy = (metric: string, fields: string) =>
  `filter ${metric} = 1 | fields @timestamp, ${fields}`;

export const alarmGuides = {
  'the-api-fails': {
    severity: 'urgent',
    users:
      'Requests fail with 5xx. Partners repeat them with their idempotency keys: nothing is done twice.',
    look: [errorsOf],
    safe: 'Roll a deployment back that has just gone through. Payments that have begun go on without the API.',
    wake: 'Whoever deployed last. If functions are well, AWS support: the gateway or the firewall fails.',
  },
  'the-api-is-slow': {
    severity: 'daytime',
    users: 'Some requests take seconds. Nothing fails.',
    look: [
      'filter @type = "REPORT" | stats pct(@duration, 99), count(*) by @log | sort by @duration desc',
    ],
    safe: 'Wait: it often passes with a peak.',
    wake: 'Nobody, unless "The API fails" is raised too.',
  },
  'calls-are-refused': {
    severity: 'urgent',
    users: 'Users see 5xx, or wait: too many functions run at once in this account and region.',
    look: [
      'aws lambda get-account-settings',
      'aws service-quotas list-requested-service-quota-change-history --service-code lambda',
    ],
    safe: 'Reserve calls, or stop the service of the account that takes them all: [concurrency.md](concurrency.md).',
    wake: 'The owner of that service; AWS support, for more calls.',
  },
  'the-table-fails': {
    severity: 'urgent',
    users: 'Requests are slow, or fail with 503. What was written stays.',
    look: ['aws dynamodb describe-table --table-name <table> --query Table.TableStatus'],
    safe: 'Wait for AWS. Do not restore: a restore loses what was written since.',
    wake: 'AWS support, if AWS does not report an outage.',
  },
  'a-function-fails': {
    severity: 'daytime',
    users:
      'As the table says. One error in five minutes raises it. Partners, queues and workflows repeat what failed.',
    look: [errorsOf],
    safe: 'Wait for the notice that it is over. If it began with a deployment, roll that back.',
    wake: 'The developers, if it stays for an hour, or if payments are among what fails.',
  },
  'a-schedule-has-stopped': {
    severity: 'urgent',
    users: 'As the table says. Nothing is lost: the next run does what was left.',
    look: [
      "aws events list-rules --query 'Rules[?starts_with(Name, `billhook-<stage>-schedule`)].[Name,State]'",
      'aws lambda get-policy --function-name <function>',
    ],
    safe: 'Switch a rule on again (`aws events enable-rule`), or deploy the stack `schedule` again, which gives back what may call it.',
    wake: 'Whoever changed rules, roles or the account last: CloudTrail names them.',
  },
  'a-workflow-did-not-end': {
    severity: 'daytime',
    users:
      'As the table says. A payment stays pending and is never repeated blindly; its sweep starts the workflow again within the hour.',
    look: [
      'aws stepfunctions list-executions --state-machine-arn <machine> --status-filter FAILED',
      'npx billhook payment list --stuck',
    ],
    safe: 'Wait for the sweep. Do not start a workflow by hand.',
    wake: 'The developers, if it comes back for the same payment.',
  },
  'more-was-taken-than-owed': {
    severity: 'urgent',
    users:
      'An automatic payment took more of a statement than was owed. That should be impossible.',
    look: [
      'npx billhook payments pause',
      countedBy('TakenAboveOwed', 'paymentId, billId, companyId'),
      'npx billhook payment show <paymentId>',
    ],
    safe: 'Pausing all payments: they go on later. [Record what was given back](payments.md#money-that-is-given-back).',
    wake: 'The developers, now, and who answers for payments.',
  },
  'payments-stay-pending': {
    severity: 'daytime',
    users:
      'They do not know whether a bill is paid. No other payment of the account is made, and the company is asked again each hour.',
    look: ['npx billhook payment list --stuck', 'npx billhook payment show <paymentId>'],
    safe: 'Waiting. Settle or release only what the company has said in writing: [payments.md](payments.md).',
    wake: 'The company, in its hours, if many payments are its own. Nobody for one.',
  },
  'only-you-can-mend-a-payment': {
    severity: 'daytime',
    users:
      'Payments wait, and no card is blamed. They are tried again each hour for three days, then given up.',
    look: [
      countedBy('OperatorFaults', 'companyId, paymentId, outcome'),
      'npx billhook payment list --stuck',
    ],
    safe: 'Filling a balance, or mending what `At the step` of `payment show` names.',
    wake: 'Who holds the account at the network, if bills are due before the morning.',
  },
  'a-fee-was-higher': {
    severity: 'daytime',
    users:
      'They paid a higher fee than promised. The payment counts, and its receipt shows both fees.',
    look: [
      countedBy('FeesAbovePromise', 'companyId, paymentId'),
      'npx billhook payment show <paymentId>',
    ],
    safe: '`npx billhook payments pause --company <companyId>`, if there are several. Compare `fees` in the directory.',
    wake: 'Nobody.',
  },
  'a-company-fails': {
    severity: 'daytime',
    users:
      'Links and readings there fail, and payments wait, for no fault of theirs. After some failures the company is shown in maintenance, and one session tries again by itself.',
    look: [
      'filter Sessions = 1 | stats count(*) by connector, companyId, outcome',
      'npx billhook company show <companyId>',
    ],
    safe: 'Waiting. `company pause` and `resume`: [companies.md](companies.md).',
    wake: 'Who runs the connector, if the outcome `connector` prevails; nobody for `company`.',
  },
  'a-page-has-changed': {
    severity: 'daytime',
    users: 'Nobody can sign in at the company, until its file is mended.',
    look: [countedBy('PagesChanged', 'companyId'), 'npx billhook company show <companyId>'],
    safe: 'Waiting: nothing is lost. [What is shown, and where to mend it](companies.md#a-page-that-has-changed).',
    wake: 'Nobody.',
  },
  'a-company-makes-no-sense': {
    severity: 'daytime',
    users:
      'A payment or swap stays pending, a link fails, or a bill stays as it was. Nothing is called failed that may have been taken.',
    look: [
      countedBy('CompanyNonsense', 'companyId, member, field, authId, paymentId, attemptId'),
      'npx billhook company show <companyId>',
    ],
    safe: '`payments pause --company <companyId>`. [What it can be](command-line.md#companies-results-that-make-no-sense).',
    wake: 'The company, if amounts are wrong.',
  },
  'reconciliation-found-something': {
    severity: 'daytime',
    users:
      'Perhaps nothing yet: a payment was taken twice, came back or is missing in a report, or a connector reported nothing.',
    look: ['npx billhook reconciliation list', countedBy('MissingReports', 'connector')],
    safe: 'All of [what each finding asks for](../guide/reconciliation.md#what-is-found). A missing day is asked for again.',
    wake: 'Nobody, unless many payments were taken twice: then pause payments.',
  },
  'reconciliation-has-stopped': {
    severity: 'daytime',
    users: 'Nothing, but payments that go wrong are not noticed.',
    look: [errorsOf],
    safe: 'Waiting: the next run goes on where it was. The function is `schedule/reconcile-payments`.',
    wake: 'The developers, in the morning.',
  },
  'a-partner-locked-itself': {
    severity: 'urgent',
    users:
      'None of the partner’s users can link, add a card or pay. A key of the partner is in other hands.',
    look: [
      countedBy('PartnersLocked', 'partnerId, keyId'),
      'npx billhook partner show <partnerId>',
      'npx billhook audit <partnerId>',
    ],
    safe: 'Leaving it locked; `partner suspend`. [How to end it](command-line.md#a-partner-that-was-locked).',
    wake: 'The partner, by a way that you know; your security team.',
  },
  'keys-were-opened': {
    severity: 'urgent',
    users: 'Nothing. But somebody may be able to read cards or sign tokens.',
    look: [
      'aws cloudtrail lookup-events --lookup-attributes AttributeKey=EventName,AttributeValue=PutKeyPolicy',
    ],
    safe: 'Deploying the stage again, which puts policies back. [Who may use which key](keys.md#who-can-use-the-keys).',
    wake: 'Your security team, unless a colleague says at once that it was theirs.',
  },
  'a-key-rotation-stands-still': {
    severity: 'daytime',
    users: 'Nothing: nobody is logged out. A key that should be replaced goes on.',
    look: ['npx billhook token-key show', 'npx billhook connector-key show'],
    safe: 'Waiting. The log of `schedule/rotate-token-key` says why: [token-key.md](token-key.md).',
    wake: 'Nobody, unless you rotate because a key is stolen.',
  },
  'signals-are-late': {
    severity: 'daytime',
    users: 'After an answer to a company’s question, the page goes on a minute late.',
    look: [countedBy('UnsentSignals', 'errorName, authId')],
    safe: 'Waiting. `AccessDeniedException` means that a role lacks a permission: deploy again.',
    wake: 'The developers, if it stays.',
  },
  'webhooks-were-given-up': {
    severity: 'daytime',
    users:
      'Their partner does not know what happened: its endpoint took an event in none of its attempts.',
    look: [countedBy('WebhooksParked', 'partnerId, endpointId')],
    safe: '[Sending again](command-line.md#failed-deliveries) once the endpoint is mended: events keep their ids.',
    wake: 'The partner, in its hours.',
  },
  'events-are-late': {
    severity: 'urgent',
    users: 'Partners hear minutes late what happened. A sweep finds events that the stream missed.',
    look: ['aws sqs get-queue-attributes --queue-url <queue> --attribute-names All', errorsOf],
    safe: 'Waiting; rolling back a deployment. Never purge a queue.',
    wake: 'The developers, if the age still rises after half an hour.',
  },
  'work-waits-too-long': {
    severity: 'urgent',
    users: 'Links do not go on, readings are late, or payments stay pending for hours.',
    look: [
      'npx billhook payment list --stuck',
      'filter Sessions = 1 | stats avg(SessionTime) by companyId, outcome',
    ],
    safe: '`company pause` for one that is slow. Raise `times`, if all companies are quick: [concurrency.md](concurrency.md#when-a-company-is-slow).',
    wake: 'Nobody, if one company is slow. The developers, if all wait.',
  },
  'messages-were-given-up': {
    severity: 'daytime',
    users: 'As the table says. Messages are kept for 14 days.',
    look: ['npx billhook dead-letters list', 'npx billhook dead-letters read <queue>', errorsOf],
    safe: '[Reading them, and moving them back](command-line.md#dead-letter-queues) once the cause is mended. Never purge what is to be moved.',
    wake: 'Nobody.',
  },
} as const satisfies Readonly<Record<string, AlarmGuide>>;

export type AlarmGuideName = keyof typeof alarmGuides;

export const alarmGuideNames = Object.keys(alarmGuides) as AlarmGuideName[];
