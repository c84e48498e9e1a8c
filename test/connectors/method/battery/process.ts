/** The connector's process: it may end at any moment, and its store may fail. What is stored stays. */
import { type Author, memoryStore, type Store } from '@billhook/connector-kit';
import type { WireRequest } from '@billhook/connector-kit/wire/message';
import { createAuthor } from '../../../../connectors/method/author.ts';
import { readDaily } from '../../../../connectors/method/news.ts';
import type { StandIn } from '../../../../connectors/method/stand-in/stand-in.ts';
import { answerWebhook } from '../../../../connectors/method/webhook-server.ts';
import type { Chance } from '../../../model/year/chance.ts';
import { connectorOver, depsOver, suiteCaller, WEBHOOK_SECRET } from '../world.ts';
import { count, type Figures } from './figures.ts';
import type { Clock } from './network.ts';

const STORE_FAILS = 0.001;
const DIES = 0.004;

export type Running = ReturnType<typeof startProcess>;

/** A store that now and then fails, before or after it has stored something. */
export function failingStore(clock: Clock, chance: Chance, figures: Figures): Store {
  const store = memoryStore(() => clock.now);
  return {
    get: (key) => store.get(key),
    async put(...given) {
      if (chance.happens(STORE_FAILS)) {
        count(figures.faults, 'store fails');
        if (chance.happens(0.5)) await store.put(...given);
        throw new Error('The store failed');
      }
      return store.put(...given);
    },
  };
}

export type Tamper = {
  readonly fetch?: (send: typeof fetch) => typeof fetch;
  readonly author?: (author: Author) => Author;
};

type Start = {
  readonly tamper: Tamper;
  readonly standIn: StandIn;
  readonly store: Store;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly figures: Figures;
  readonly takeReport: (body: Uint8Array) => void;
  /** Told when the process has ended: somebody starts another. */
  readonly died: () => void;
};

export function startProcess({ standIn, store, clock, takeReport, ...rest }: Start) {
  const { chance, figures, tamper } = rest;
  const send = tamper.fetch?.(standIn.fetch) ?? standIn.fetch;
  const end = Promise.withResolvers<never>();
  end.promise.catch(() => undefined);
  /** The process ends before or after Method has carried out its request. */
  const dying: typeof fetch = async (...given) => {
    const [address, init] = given;
    const isPayment = init?.method === 'POST' && String(address).endsWith('/payments');
    if (!isPayment || !chance.happens(DIES)) {
      const response = await send(...given);
      if (response.status === 429) count(figures.faults, 'throttled');
      return response;
    }
    count(figures.faults, 'process ends');
    if (chance.happens(0.5)) await send(...given).catch(() => undefined);
    rest.died();
    end.reject(new Error('The process has ended'));
    return new Promise<never>(() => {});
  };
  const wait = async (milliseconds: number) => {
    clock.now += milliseconds;
  };
  const deps = depsOver({ fetch: dying }, { store, now: () => clock.now }, { wait });
  const author = createAuthor(deps);
  const connector = connectorOver(deps, {
    author: tamper.author?.(author) ?? author,
    callers: [{ ...suiteCaller, reportsTo: 'https://billhook.example' }],
    fetch: (async (_url: string, { body }: RequestInit) => {
      takeReport(body as Uint8Array);
      return new Response(null, { status: 204 });
    }) as typeof fetch,
  });
  /** Whoever waits for a process that ends gets no response. */
  const orNothing = <T>(work: Promise<T>): Promise<T> => Promise.race([work, end.promise]);
  return {
    handle: (request: WireRequest) => orNothing(connector.handle(request)),
    webhook: (webhook: Parameters<typeof answerWebhook>[3]) =>
      orNothing(answerWebhook(deps, connector, WEBHOOK_SECRET, webhook)),
    daily: () => orNothing(readDaily(deps, connector)),
  };
}
