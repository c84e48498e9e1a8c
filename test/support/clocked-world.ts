/** A partner of its own whose test clock a test moves: its clock moves nobody else's bills. */
import { inject } from 'vitest';
import { until } from '../../lib/base/until.ts';
import { addPartner } from './partners.ts';
import { openWorld, valueFrom, type World } from './world.ts';

export type ClockedWorld = World & {
  readonly partnerId: string;
  /** Moves the clock to an instant, and waits until all that fell due on the way is done. */
  readonly moveTo: (instant: string) => Promise<void>;
  /** Moves it to the midnight that begins the day in `days` days from the machine's today. */
  readonly moveToDay: (days: number) => Promise<void>;
};

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;
const PATIENCE_SECONDS = 220;

export async function openClockedWorld(): Promise<ClockedWorld> {
  const service = inject('service');
  const { partnerId, apiKey } = await addPartner(service);
  const world = openWorld({ baseUrl: service.baseUrl, apiKey });
  const moveTo = async (now: string) => {
    valueFrom(await world.api.sandbox.setClock({ now }));
    await until(
      `the clock to come to ${now}`,
      async () => !valueFrom(await world.api.sandbox.getClock()).advancing,
      PATIENCE_SECONDS,
    );
  };
  const today = Date.parse(new Date().toISOString().slice(0, 10));
  return {
    ...world,
    partnerId,
    moveTo,
    moveToDay: (days) => moveTo(new Date(today + days * DAY_MILLISECONDS).toISOString()),
  };
}
