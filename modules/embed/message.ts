/** What a module's page says to its host; anything else on the same channel is left alone. */
import type { ModuleEvent } from './types.ts';

export type Message =
  | { readonly kind: 'token-wanted' }
  | { readonly kind: 'event'; readonly event: ModuleEvent };

export function readMessage(data: unknown): Message | undefined {
  if (!isObject(data)) return undefined;
  if (data.billhook === 'token-wanted') return { kind: 'token-wanted' };
  return isEvent(data.event) ? { kind: 'event', event: data.event } : undefined;
}

/** Types that are not known yet are events too: more may be added. */
function isEvent(event: unknown): event is ModuleEvent {
  return (
    isObject(event) &&
    typeof event._id === 'string' &&
    typeof event.type === 'string' &&
    isObject(event.payload) &&
    isObject(event.payload.data)
  );
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
