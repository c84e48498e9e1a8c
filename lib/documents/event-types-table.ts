/** `docs/guide/event-types.md`, whole: the types of events as receivers read them. */
import { eventEntries } from '@billhook/core/schemas/event';

export function eventTypesDocument(): string {
  const rows = Object.entries(eventEntries).map(
    ([type, { resource, trigger }]) => `| \`${type}\` | ${resource} | ${trigger} |`,
  );
  return [
    '# Types of events',
    '',
    'For partners: what each event says. [webhooks.md](webhooks.md) says how events reach you. Generated from `layers/core/schemas/event.ts` by `npm run docs`.',
    '',
    '| Type | About | When |',
    '|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
