/** The workflows, run by the interpreter that the laptop runs them with. */
import { StateMachine as Interpreter } from 'aws-local-stepfunctions';
import { expect, test } from 'vitest';
import type { StateMachine } from '../../../lib/workflows/asl.ts';
import { linkAccount, linkAccountTasks } from '../../../lib/workflows/link-account.ts';
import {
  MAX_SUBMISSIONS,
  payBill,
  payBillTasks,
  waitSeconds,
} from '../../../lib/workflows/pay-bill.ts';
import { swapCard, swapCardTasks, swapWaitSeconds } from '../../../lib/workflows/swap-card.ts';

type Answers = Readonly<Record<string, readonly unknown[]>>;

const linkInput = { linkId: 'link_1', authId: 'auth_1', clientId: 'cl_1', companyId: 'co_1' };
const swapInput = {
  swapId: 'swap_1',
  attemptId: 'swap_1_1',
  clientId: 'cl_1',
  companyId: 'co_1',
};
const payInput = { paymentId: 'pay_1', billId: 'bill_1', clientId: 'cl_1', companyId: 'co_1' };
const broken = new Error('secret detail');
const waiting = { outcome: 'waits', waitSeconds: 7 };
const running = { outcome: 'running', waitSeconds: 5 };
const carried = { outcome: 'carried', waitSeconds: 60 };
const silent = Object.assign(new Error('secret detail'), { name: 'States.HeartbeatTimeout' });
const asking = { outcome: 'mfa-required', waitSeconds: 315 };
const timedOut = Object.assign(new Error('secret detail'), { name: 'States.Timeout' });

test.each<[string, Answers, string[]]>([
  [
    'a verified login is linked',
    { 'Log in': [{ outcome: 'verified' }], 'Read bills': [{ outcome: 'recorded', pays: false }] },
    ['Log in', 'Read bills', 'Account linked'],
  ],
  [
    'a link that was asked to pay begins the payment',
    {
      'Log in': [{ outcome: 'verified' }],
      'Read bills': [{ outcome: 'recorded', pays: true }],
      'Start linked payment': [{ outcome: 'started' }],
    },
    ['Log in', 'Read bills', 'Start linked payment', 'Account linked'],
  ],
  [
    'a refused payment leaves the account linked',
    {
      'Log in': [{ outcome: 'verified' }],
      'Read bills': [{ outcome: 'recorded', pays: true }],
      'Start linked payment': [{ outcome: 'refused' }],
    },
    ['Log in', 'Read bills', 'Start linked payment', 'Account linked'],
  ],
  [
    'a link that was asked to swap begins the swap',
    {
      'Log in': [{ outcome: 'verified' }],
      'Read bills': [{ outcome: 'recorded', pays: false, swaps: true }],
      'Start linked swap': [{ outcome: 'started' }],
    },
    ['Log in', 'Read bills', 'Start linked swap', 'Account linked'],
  ],
  [
    'a swap whose card is gone puts the auth on hold',
    {
      'Log in': [{ outcome: 'verified' }],
      'Read bills': [{ outcome: 'recorded', pays: false, swaps: true }],
      'Start linked swap': [{ outcome: 'held' }],
    },
    ['Log in', 'Read bills', 'Start linked swap', 'On hold'],
  ],
  [
    'a swap that cannot be started is left to the sweep',
    {
      'Log in': [{ outcome: 'verified' }],
      'Read bills': [{ outcome: 'recorded', pays: false, swaps: true }],
      'Start linked swap': [broken],
    },
    ['Log in', 'Read bills', 'Start linked swap', 'Swap not started'],
  ],
  [
    'a link that its company lets in later waits before each session',
    {
      'Log in': [waiting, waiting, { outcome: 'verified' }],
      'Read bills': [waiting, { outcome: 'recorded', pays: false }],
    },
    ['Log in', 'Log in', 'Log in', 'Read bills', 'Read bills', 'Account linked'],
  ],
  [
    'what runs for minutes is asked about after each wait, whatever ends that',
    {
      'Log in': [running, running, running, { outcome: 'verified' }],
      'Await the login': [{}, timedOut, broken],
      'Read bills': [running, { outcome: 'recorded', pays: false }],
      'Await the bills': [{}],
    },
    [
      ...['Log in', 'Await the login', 'Log in', 'Await the login', 'Log in', 'Await the login'],
      ...['Log in', 'Read bills', 'Await the bills', 'Read bills', 'Account linked'],
    ],
  ],
  [
    'what a worker carries is asked about when it falls silent, and when it tells',
    {
      'Log in': [carried, carried, { outcome: 'verified' }],
      'Await the worker at the login': [silent, {}],
      'Read bills': [carried, { outcome: 'recorded', pays: false }],
      'Await the worker at the bills': [timedOut],
    },
    [
      ...['Log in', 'Await the worker at the login', 'Log in', 'Await the worker at the login'],
      ...['Log in', 'Read bills', 'Await the worker at the bills', 'Read bills', 'Account linked'],
    ],
  ],
  [
    'what has run for too long ends it',
    { 'Log in': [running, { outcome: 'hold' }], 'Await the login': [timedOut] },
    ['Log in', 'Await the login', 'Log in', 'On hold'],
  ],
  [
    'wrong credentials end it',
    { 'Log in': [{ outcome: 'authenticate' }] },
    ['Log in', 'Needs new credentials'],
  ],
  [
    'an answer leads back to the login, round by round',
    {
      'Log in': [asking, asking, { outcome: 'verified' }],
      'Await security answer': [{}],
      'Read bills': [{ outcome: 'recorded', pays: false }],
    },
    [
      ...['Log in', 'Await security answer', 'Log in', 'Await security answer'],
      ...['Log in', 'Read bills', 'Account linked'],
    ],
  ],
  [
    'nobody answers in time',
    {
      'Log in': [asking],
      'Await security answer': [timedOut],
      'Close challenge': [{ outcome: 'hold' }],
    },
    ['Log in', 'Await security answer', 'Close challenge', 'On hold'],
  ],
  [
    'an answer of the last moment is taken up',
    {
      'Log in': [asking, { outcome: 'authenticate' }],
      'Await security answer': [timedOut],
      'Close challenge': [{ outcome: 'answered' }],
    },
    [
      ...['Log in', 'Await security answer', 'Close challenge'],
      ...['Log in', 'Needs new credentials'],
    ],
  ],
  [
    'a newer link is found when the time is over',
    {
      'Log in': [asking],
      'Await security answer': [timedOut],
      'Close challenge': [{ outcome: 'superseded' }],
    },
    ['Log in', 'Await security answer', 'Close challenge', 'Superseded'],
  ],
  [
    'a challenge that cannot be shown is held as our own issue',
    {
      'Log in': [asking],
      'Await security answer': [broken],
      'Hold for system issue': [{ outcome: 'hold' }],
    },
    ['Log in', 'Await security answer', 'Hold for system issue', 'On hold'],
  ],
  ['a hold ends it', { 'Log in': [{ outcome: 'hold' }] }, ['Log in', 'On hold']],
  ['a newer link ends it', { 'Log in': [{ outcome: 'superseded' }] }, ['Log in', 'Superseded']],
  [
    'a login that keeps failing is held as our own issue',
    { 'Log in': [broken], 'Hold for system issue': [{ outcome: 'hold' }] },
    ['Log in', 'Hold for system issue', 'On hold'],
  ],
  [
    'an outcome that nobody knows is held as our own issue',
    { 'Log in': [{ outcome: 'new' }], 'Hold for system issue': [{ outcome: 'hold' }] },
    ['Log in', 'Hold for system issue', 'On hold'],
  ],
  [
    'a link that cannot even be held fails',
    { 'Log in': [broken], 'Hold for system issue': [broken] },
    ['Log in', 'Hold for system issue', 'Link failed'],
  ],
])('link-account: %s', async (_case, answers, path) => {
  const run = await execute(linkAccount(arnsOf(linkAccountTasks)), linkInput, answers);
  expect(run.path).toEqual(path);
  expect(run.seen).not.toContain(broken.message);
});

test.each<[string, Answers, string[]]>([
  [
    'a payment is submitted and settled',
    { 'Submit payment': [{ outcome: 'paid' }], 'Settle payment': [{ outcome: 'paid' }] },
    ['Submit payment', 'Settle payment', 'Paid'],
  ],
  [
    'a declined one is settled as declined',
    { 'Submit payment': [{ outcome: 'declined' }], 'Settle payment': [{ outcome: 'declined' }] },
    ['Submit payment', 'Settle payment', 'Declined'],
  ],
  [
    'a held one is settled as held',
    { 'Submit payment': [{ outcome: 'held' }], 'Settle payment': [{ outcome: 'held' }] },
    ['Submit payment', 'Settle payment', 'Held'],
  ],
  [
    'a closed one is left alone',
    { 'Submit payment': [{ outcome: 'closed' }] },
    ['Submit payment', 'Closed'],
  ],
  [
    'one that its company lets in later is submitted again, as often as it takes',
    {
      'Submit payment': [waiting, waiting, waiting, waiting, { outcome: 'paid' }],
      'Settle payment': [{ outcome: 'paid' }],
    },
    [...Array.from({ length: 5 }, () => 'Submit payment'), 'Settle payment', 'Paid'],
  ],
  [
    'one that runs for minutes is asked about, and not counted as unknown',
    {
      'Submit payment': [running],
      'Await the payment': [timedOut, {}, broken],
      'Ask what became of it': [running, running, { outcome: 'paid' }],
      'Settle payment': [{ outcome: 'paid' }],
    },
    [
      ...['Submit payment', 'Await the payment', 'Ask what became of it', 'Await the payment'],
      ...['Ask what became of it', 'Await the payment', 'Ask what became of it'],
      ...['Settle payment', 'Paid'],
    ],
  ],
  [
    'one whose worker falls silent is asked about, and never called failed by that',
    {
      'Submit payment': [{ outcome: 'reading-carried', waitSeconds: 60 }, carried],
      'Await the worker at the bills': [silent],
      'Await the worker at the payment': [silent],
      'Ask what became of it': [carried, { outcome: 'unknown' }, { outcome: 'paid' }],
      'Settle payment': [{ outcome: 'paid' }],
    },
    [
      ...['Submit payment', 'Await the worker at the bills', 'Submit payment'],
      ...['Await the worker at the payment', 'Ask what became of it'],
      ...['Await the worker at the payment', 'Ask what became of it', 'Ask what became of it'],
      ...['Settle payment', 'Paid'],
    ],
  ],
  [
    'one that has run for too long is unknown, and asked about as such',
    {
      'Submit payment': [running],
      'Await the payment': [timedOut],
      'Ask what became of it': [{ outcome: 'unknown' }],
      'Settle payment': [{ outcome: 'unknown' }],
    },
    [
      ...['Submit payment', 'Await the payment', 'Ask what became of it'],
      ...waitSeconds.map(() => 'Ask what became of it'),
      ...['Settle payment', 'Unresolved'],
    ],
  ],
  [
    'one whose bills take minutes to read is submitted once they are there',
    {
      'Submit payment': [{ outcome: 'reading', waitSeconds: 5 }, { outcome: 'paid' }],
      'Await the bills': [timedOut],
      'Settle payment': [{ outcome: 'paid' }],
    },
    ['Submit payment', 'Await the bills', 'Submit payment', 'Settle payment', 'Paid'],
  ],
  [
    'a paused one waits for the sweep, and its company is not asked',
    { 'Submit payment': [{ outcome: 'paused' }], 'Settle payment': [{ outcome: 'unknown' }] },
    ['Submit payment', 'Settle payment', 'Unresolved'],
  ],
  [
    'one that its company settles later waits for the sweep',
    { 'Submit payment': [{ outcome: 'accepted' }], 'Settle payment': [{ outcome: 'accepted' }] },
    ['Submit payment', 'Settle payment', 'Accepted'],
  ],
  [
    'so does one that is found to be settled later',
    {
      'Submit payment': [broken],
      'Ask what became of it': [{ outcome: 'accepted' }],
      'Settle payment': [{ outcome: 'accepted' }],
    },
    ['Submit payment', 'Ask what became of it', 'Settle payment', 'Accepted'],
  ],
  [
    'one that was returned before anybody heard that it was paid is settled as that',
    {
      'Submit payment': [broken],
      'Ask what became of it': [{ outcome: 'returned' }],
      'Settle payment': [{ outcome: 'returned' }],
    },
    ['Submit payment', 'Ask what became of it', 'Settle payment', 'Returned'],
  ],
  [
    'an unknown outcome is asked about, until it is known',
    {
      'Submit payment': [{ outcome: 'unknown' }],
      'Ask what became of it': [{ outcome: 'unknown' }, broken, { outcome: 'paid' }],
      'Settle payment': [{ outcome: 'paid' }],
    },
    [
      'Submit payment',
      ...Array.from({ length: 3 }, () => 'Ask what became of it'),
      'Settle payment',
      'Paid',
    ],
  ],
  [
    'a submission that failed is asked about, never repeated blindly',
    {
      'Submit payment': [broken],
      'Ask what became of it': [{ outcome: 'paid' }],
      'Settle payment': [{ outcome: 'paid' }],
    },
    ['Submit payment', 'Ask what became of it', 'Settle payment', 'Paid'],
  ],
  [
    'what the company never got is submitted again',
    {
      'Submit payment': [broken, { outcome: 'paid' }],
      'Ask what became of it': [{ outcome: 'never-taken' }],
      'Settle payment': [{ outcome: 'paid' }],
    },
    ['Submit payment', 'Ask what became of it', 'Submit payment', 'Settle payment', 'Paid'],
  ],
  [
    'what the company never gets is not submitted for ever',
    {
      'Submit payment': [broken],
      'Ask what became of it': [{ outcome: 'never-taken' }],
      'Settle payment': [{ outcome: 'unknown' }],
    },
    [
      ...Array.from({ length: MAX_SUBMISSIONS }, () => [
        'Submit payment',
        'Ask what became of it',
      ]).flat(),
      'Settle payment',
      'Unresolved',
    ],
  ],
  [
    'what stays unknown stays unresolved',
    {
      'Submit payment': [{ outcome: 'unknown' }],
      'Ask what became of it': [{ outcome: 'unknown' }],
      'Settle payment': [{ outcome: 'unknown' }],
    },
    [
      'Submit payment',
      ...waitSeconds.map(() => 'Ask what became of it'),
      'Settle payment',
      'Unresolved',
    ],
  ],
  [
    'an outcome that cannot be recorded fails',
    { 'Submit payment': [{ outcome: 'paid' }], 'Settle payment': [broken] },
    ['Submit payment', 'Settle payment', 'Payment not settled'],
  ],
])('pay-bill: %s', async (_case, answers, path) => {
  const run = await execute(payBill(arnsOf(payBillTasks)), payInput, answers);
  expect(run.path).toEqual(path);
  expect(run.seen).not.toContain(broken.message);
});

test.each<[string, Answers, string[]]>([
  [
    'a card is sent and the swap settled',
    { 'Submit swap': [{ outcome: 'completed' }], 'Settle swap': [{ outcome: 'completed' }] },
    ['Submit swap', 'Settle swap', 'Completed'],
  ],
  [
    'a card that the company refuses is held',
    { 'Submit swap': [{ outcome: 'held' }], 'Settle swap': [{ outcome: 'hold' }] },
    ['Submit swap', 'Settle swap', 'Held'],
  ],
  [
    'a swap that is gone is left alone',
    { 'Submit swap': [{ outcome: 'closed' }] },
    ['Submit swap', 'Closed'],
  ],
  [
    'an unknown outcome, or a failure, is asked about until it is known',
    {
      'Submit swap': [{ outcome: 'unknown' }, broken, { outcome: 'completed' }],
      'Settle swap': [{ outcome: 'completed' }],
    },
    ['Submit swap', 'Submit swap', 'Submit swap', 'Settle swap', 'Completed'],
  ],
  [
    'one that runs for minutes is asked about, and not counted as unknown',
    {
      'Submit swap': [running, running, { outcome: 'completed' }],
      'Await the swap': [{}, timedOut],
      'Settle swap': [{ outcome: 'completed' }],
    },
    [
      ...['Submit swap', 'Await the swap', 'Submit swap', 'Await the swap', 'Submit swap'],
      ...['Settle swap', 'Completed'],
    ],
  ],
  [
    'what stays unknown is held in the end',
    { 'Submit swap': [{ outcome: 'unknown' }], 'Settle swap': [{ outcome: 'hold' }] },
    ['Submit swap', ...swapWaitSeconds.map(() => 'Submit swap'), 'Settle swap', 'Held'],
  ],
  [
    'an outcome that cannot be recorded fails',
    { 'Submit swap': [{ outcome: 'completed' }], 'Settle swap': [broken] },
    ['Submit swap', 'Settle swap', 'Swap not settled'],
  ],
])('swap-card: %s', async (_case, answers, path) => {
  const run = await execute(swapCard(arnsOf(swapCardTasks)), swapInput, answers);
  expect(run.path).toEqual(path);
  expect(run.seen).not.toContain(broken.message);
});

/** Runs without waiting. A task gives its answers in turn, and its last one from then on. */
async function execute(definition: StateMachine, input: object, answers: Answers) {
  const seen: unknown[] = [];
  const turns = new Map<string, number>();
  const handlers = Object.keys(definition.States).map((name) => [
    name,
    async (given: unknown) => {
      seen.push(given);
      const list = answers[name] ?? [new Error(`No answer for ${name}`)];
      const turn = turns.get(name) ?? 0;
      turns.set(name, turn + 1);
      const answer = list[Math.min(turn, list.length - 1)];
      if (answer instanceof Error) throw answer;
      return answer;
    },
  ]);
  const tasks = namesOf(definition, 'Task');
  const interpreter = new Interpreter(withoutRetries(definition) as never, {
    validationOptions: { noValidate: true },
  });
  const execution = interpreter.run(input as never, {
    context: { Task: { Token: 'task-token' } } as never,
    overrides: {
      taskResourceLocalHandlers: Object.fromEntries(handlers) as never,
      waitTimeOverrides: Object.fromEntries(namesOf(definition, 'Wait').map((name) => [name, 0])),
    },
  });
  const ends = [...namesOf(definition, 'Succeed'), ...namesOf(definition, 'Fail')];
  const path: string[] = [];
  const result = execution.result.catch(() => undefined);
  for await (const event of execution.eventLogs) {
    if (event.type !== 'StateEntered') continue;
    const { name } = event.state;
    if (tasks.includes(name) || ends.includes(name)) path.push(name);
  }
  await result;
  return { path, seen: JSON.stringify(seen) };
}

/**
 * Retries are tested as declared; here they would only repeat the answers. The interpreter looks for
 * a path to a time limit in the task's parameters; the local service reads it before.
 */
function withoutRetries(definition: StateMachine): StateMachine {
  const states = Object.entries(definition.States).map(
    ([name, { Retry: _, TimeoutSecondsPath: path, ...state }]) => [
      name,
      path === undefined ? state : { ...state, TimeoutSeconds: 60 },
    ],
  );
  return { ...definition, States: Object.fromEntries(states) };
}

function namesOf(definition: StateMachine, type: string): string[] {
  return Object.keys(definition.States).filter((name) => definition.States[name]?.Type === type);
}

function arnsOf<Name extends string>(names: readonly Name[]): Record<Name, string> {
  const prefix = 'arn:aws:lambda:us-east-1:000000000000:function';
  return Object.fromEntries(names.map((name) => [name, `${prefix}:${name}`])) as Record<
    Name,
    string
  >;
}
