/** Brings an event about, and finds it in the log. */
import type { EventType } from '@billhook/core/events/event';
import type { AnyEvent } from '@billhook/core/schemas/event';
import { until } from '../base/until.ts';
import { accepted } from '../client/accepted.ts';
import { recipes } from './recipes.ts';
import type { Scene } from './scene.ts';

/** From the recipe's last call until the event is in the log: what it began may take a while. */
const EVENT_SECONDS = 60;
/** It is among the newest of all when it is looked for. */
const LOOKED_AT = 100;

/** @throws Error when a call is refused, or the event does not come. */
export async function triggerEvent(scene: Scene, type: EventType): Promise<AnyEvent> {
  const before = new Set((await eventsOf(scene, type)).map(({ _id }) => _id));
  const clientId = await recipes[type].run(scene);
  return until(
    `an event of type ${type}`,
    async () => {
      const events = await eventsOf(scene, type, clientId);
      return events.find(({ _id }) => !before.has(_id));
    },
    EVENT_SECONDS,
  );
}

async function eventsOf({ api }: Scene, type: EventType, clientId?: string) {
  const whose = clientId !== undefined && { clientId };
  const { data } = accepted(await api.event.listEvents({ type, limit: LOOKED_AT, ...whose }));
  return data.map(({ event }) => event);
}
