/** The table of event types in `docs/guide/webhooks.md`, as receivers read it. */
import { eventEntries } from '@billhook/core/schemas/event';

const START = '<!-- event types: npm run docs -->';
const END = '<!-- end of event types -->';

/** The document with its table drawn anew. @throws Error when it has no place for one. */
export function withEventTypes(document: string): string {
  const [before, rest] = document.split(START);
  const after = rest?.split(END)[1];
  if (before === undefined || after === undefined) throw new Error(`Expected ${START} and ${END}`);
  return [before, START, '\n', eventTypesTable(), '\n', END, after].join('');
}

function eventTypesTable(): string {
  const rows = Object.entries(eventEntries).map(
    ([type, { resource, trigger }]) => `| \`${type}\` | ${resource} | ${trigger} |`,
  );
  return ['| Type | About | When |', '|---|---|---|', ...rows].join('\n');
}
