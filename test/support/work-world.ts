/** Work for browsers over a table in memory: what is given out, taken and told, without any browser. */
import { newPrivateJwk, openKeyPair } from '@billhook/connector-kit';
import { openKey } from '@billhook/connector-kit/wire/keys';
import { agreementOf, decryptSecrets } from '@billhook/connector-kit/wire/secrets';
import type { SendTo } from '@billhook/runtime/aws/queues';
import type { WireCall } from '@billhook/runtime/companies/remote/exchange';
import { openWireIds, operationOfPayment } from '@billhook/runtime/companies/remote/wire-ids';
import {
  askBroker,
  type BrokerDeps,
  type BrokerSays,
  type Work,
  type WorkerAsks,
} from '@billhook/runtime/companies/worker/broker';
import { carryToWorker } from '@billhook/runtime/companies/worker/carry';
import type { WorkMessage } from '@billhook/runtime/companies/worker/given';
import { type MemoryTable, memoryTable } from './memory-table.ts';

export type WorkWorld = {
  readonly table: MemoryTable;
  /** Moves the clock. */
  readonly pass: (milliseconds: number) => void;
  readonly carry: ReturnType<typeof carryToWorker>;
  /** As the worker asks. */
  readonly ask: (asked: WorkerAsks) => Promise<BrokerSays>;
  /** Messages in the queues that nobody has taken, the oldest first. */
  readonly attended: WorkMessage[];
  readonly unattended: WorkMessage[];
  /** Every message there ever was. */
  readonly sent: WorkMessage[];
  readonly woken: string[];
  readonly clock: () => number;
  readonly send: SendTo;
  /** Operations whose workflows were told that a worker is there. */
  readonly beaten: string[];
  /** The state or the refusal, in one. */
  readonly asked: (call: WireCall) => Promise<{ readonly [member: string]: unknown }>;
  readonly poll: (operation: string) => ReturnType<WorkWorld['asked']>;
};

const COMPANY = 'marlow-valley-electric';
const ids = openWireIds(Buffer.alloc(32, 7));
/** What stands for an id of ours on the wire. */
export const wireId = (name: string) => ids('question', name);

type Surroundings = {
  readonly refuses?: () => boolean;
  readonly beat?: (operation: string) => Promise<void>;
  /** What becomes of a company's page that was seen: nothing by itself. */
  readonly note?: (world: Pick<WorkWorld, 'table' | 'clock'>) => BrokerDeps['note'];
};

export function workWorld({
  refuses = () => false,
  beat = async () => {},
  note,
}: Surroundings = {}): WorkWorld {
  let passed = 0;
  const clock = () => Date.now() + passed;
  const table = memoryTable(clock);
  const pair = openKeyPair(newPrivateJwk('enc'));
  const own = openKey(pair.publicJwk) as NonNullable<ReturnType<typeof openKey>>;
  const queues = { attended: [] as WorkMessage[], unattended: [] as WorkMessage[] };
  const sent: WorkMessage[] = [];
  const woken: string[] = [];
  const send: SendTo = async (queue, bodies) => {
    if (refuses()) return bodies;
    const messages = bodies as unknown as readonly WorkMessage[];
    queues[queue as keyof typeof queues].push(...messages);
    sent.push(...messages);
    return [];
  };
  const beaten: string[] = [];
  const carry = carryToWorker({
    ...{ table, clock, connector: 'browser', own, send },
    digest: (text) => ids('body', text),
  });
  const asked: WorkWorld['asked'] = async (call) => {
    const exchanged = await carry(call);
    return exchanged.kind === 'state' ? exchanged.state : { ...exchanged };
  };
  return {
    ...{ table, clock, send, carry, ...queues, sent, woken, beaten, asked },
    pass: (milliseconds) => {
      passed += milliseconds;
    },
    ask: (given) =>
      askBroker(
        {
          ...{ table, clock, connector: 'browser', own, agreements: [agreementOf(pair)] },
          wake: async (operation) => void woken.push(operation),
          note: note?.({ table, clock }) ?? (async () => {}),
          beat: async (operation) => {
            beaten.push(operation);
            await beat(operation);
          },
        },
        given,
      ),
    poll: (operation) => asked({ name: 'poll', operation }),
  };
}

type More = {
  readonly document?: object;
  readonly secrets?: object;
  readonly company?: string;
  readonly attended?: boolean;
};

const about = (account: string, { company = COMPANY, attended = true, document }: More) => ({
  ...{ company, auth: wireId(account), attended, at: new Date().toISOString() },
  ...document,
});

const form = (userid: string) => ({ userid, password: 'correct horse' });

export const logInCall = (account: string, round = 1, more: More = {}): WireCall => ({
  ...{ name: 'logIn', operation: wireId(`login of ${account}`) },
  document: { ...about(account, more), purpose: 'bill', round },
  secrets: { form: form(account), ...more.secrets },
});

export const billsCall = (account: string, more: More = {}): WireCall => ({
  ...{ name: 'listBills', operation: wireId(`bills of ${account}`) },
  document: about(account, more),
  secrets: { form: form(account), ...more.secrets },
});

export const card = {
  ...{ type: 'card' as const, cardNumber: '4242424242424242', cardCode: '123' },
  ...{ expMonth: '12', expYear: '2031', zipcode: '78701', name: 'Ada Pemberton' },
};

const partsOf = (payment: string, submission: number) => ({
  payment: wireId(payment),
  submission,
});

export function payCall(account: string, payment: string, more: More & { cents?: number } = {}) {
  const parts = partsOf(payment, 1);
  const amount = { cents: more.cents ?? 8_437, currency: 'USD' };
  return {
    ...{ name: 'pay', operation: operationOfPayment(parts.payment, 1), parts },
    document: { ...about(account, more), ...parts, accountKey: 'any', amount },
    secrets: { form: form(account), method: card, ...more.secrets },
  } as const satisfies WireCall;
}

let questions = 0;

export function findCall(account: string, payment: string, more: More = {}): WireCall {
  questions += 1;
  const parts = partsOf(payment, 1);
  return {
    ...{ name: 'findPayment', operation: wireId(`question ${questions}`), parts },
    document: { ...about(account, { attended: false, ...more }), ...parts },
    secrets: { form: form(account), ...more.secrets },
  };
}

/** A worker of a test: what it took, and what it may say of it. */
export async function takeWork({ ask }: Pick<WorkWorld, 'ask'>, message: WorkMessage | undefined) {
  const { id, attempt, ticket } = message as WorkMessage;
  const pair = openKeyPair(newPrivateJwk('enc'));
  const said = await ask({ do: 'take', id, attempt, ticket, key: pair.publicJwk });
  if (said.kind !== 'work') return undefined;
  return { ...toldBy({ ask }, said), key: pair.publicJwk, secretsOf: secretsOf(pair) };
}

export function toldBy({ ask }: Pick<WorkWorld, 'ask'>, work: Work) {
  const { id, lease } = work;
  return {
    work,
    beat: () => ask({ do: 'beat', id, lease }),
    trying: () => ask({ do: 'try', id, lease }),
    commit: (cents = 8_437, at = 1_795_650_000_000) =>
      ask({ do: 'commit', id, lease, committed: { cents, card: '4242', at, before: [] } }),
    end: (result: object & { readonly kind: string }, more: object = {}) =>
      ask({ do: 'end', id, lease, result: { ...result }, ...more }),
  };
}

const secretsOf = (pair: ReturnType<typeof openKeyPair>) => async (work: Work) =>
  (await decryptSecrets(work.secrets ?? '', [agreementOf(pair)], work.operation))?.value;
