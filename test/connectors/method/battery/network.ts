/** Method, and the way to it: what becomes of each payment, and what goes wrong on the way, by chance. */
import type { KeptPayment, Step } from '../../../../connectors/method/stand-in/book.ts';
import type { Fault, StandIn } from '../../../../connectors/method/stand-in/stand-in.ts';
import type { Chance } from '../../../model/year/chance.ts';
import { standInOf, WEBHOOK_SECRET } from '../world.ts';
import { count, type Figures } from './figures.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export type Clock = { now: number };

const paymentFaults: readonly [Fault, number][] = [
  ['request-lost', 0.03],
  ['response-lost', 0.03],
  ['error-before', 0.015],
  ['error-after', 0.015],
  ['no-idempotency', 0.02],
];
/** Everything else fails less often: it moves no money, and would only keep payments from beginning. */
const otherFaults: readonly [Fault, number][] = [
  ['request-lost', 0.01],
  ['response-lost', 0.01],
  ['error-before', 0.003],
];
const LASTING = 0.3;
const LASTS_TIMES = 6;

export function methodOf(
  clock: Clock,
  chance: Chance,
  figures: Figures,
  send: (webhook: { headers: Readonly<Record<string, string>>; body: string }) => Promise<number>,
): StandIn {
  let lasting: { fault: Fault; times: number } | undefined;
  const fault = (method: string, path: string): Fault | undefined => {
    figures.requestsToMethod += 1;
    const isPayment = method === 'POST' && path === '/payments';
    if (isPayment && lasting && lasting.times > 0) {
      lasting.times -= 1;
      return lasting.fault;
    }
    const found = (isPayment ? paymentFaults : otherFaults).find(([, rate]) =>
      chance.happens(rate),
    );
    if (!found) return undefined;
    count(figures.faults, `${isPayment ? 'payment' : 'other'} ${found[0]}`);
    const lasts = isPayment && chance.happens(LASTING);
    if (lasts) lasting = { fault: found[0], times: LASTS_TIMES };
    return found[0];
  };
  return standInOf({
    now: () => clock.now,
    fault,
    plan: (payment) => planOf(payment, chance),
    listLagMilliseconds: 20 * MINUTE,
    webhooks: { secret: WEBHOOK_SECRET, send, delays: () => delaysOf(chance, figures) },
  });
}

/** One in seven webhooks is lost, one in ten comes twice, one in twenty days late. */
function delaysOf(chance: Chance, figures: Figures): number[] {
  const late = () =>
    chance.happens(0.05) ? chance.between(0, 3 * DAY) : chance.between(0, 2 * HOUR);
  if (chance.happens(0.15)) {
    count(figures.faults, 'webhook lost');
    return [];
  }
  if (!chance.happens(0.1)) return [late()];
  count(figures.faults, 'webhook twice');
  return [late(), late()];
}

/** The codes of failures and returns that Method publishes. */
const codes = [10_001, 10_002, 10_003, 10_005, 10_007, 10_008, 10_009, 11_002, 12_003];

function planOf({ createdAt }: KeptPayment, chance: Chance): Step[] {
  let at = createdAt;
  const after = (milliseconds: number) => {
    at += milliseconds;
    return at;
  };
  const errorCode = chance.pick(codes);
  const begun: Step[] = [{ status: 'processing', at: after(chance.between(2, 12) * HOUR) }];
  if (chance.happens(0.06)) return [...begun, { status: 'failed', at: after(DAY), errorCode }];
  const sent: Step[] = [...begun, { status: 'sent', at: after(chance.between(10, 30) * HOUR) }];
  const comesBack = (): Step[] => [
    ...(chance.happens(0.5)
      ? [{ status: 'reversal_required' as const, at: after(4 * HOUR), errorCode }]
      : []),
    { status: 'reversal_processing', at: after(chance.between(6, 48) * HOUR), errorCode },
    { status: 'reversed', at: after(chance.between(6, 48) * HOUR), errorCode },
  ];
  if (chance.happens(0.03)) return [...sent, ...comesBack()];
  const status = chance.happens(0.05) ? ('cashed' as const) : ('posted' as const);
  const arrived: Step[] = [...sent, { status, at: after(chance.between(2, 7) * DAY) }];
  if (chance.happens(0.1)) {
    after(chance.between(1, 60) * DAY);
    return [...arrived, ...comesBack()];
  }
  if (status === 'cashed' || !chance.happens(0.2)) return arrived;
  return [...arrived, { status: 'settled', at: after(DAY) }];
}
