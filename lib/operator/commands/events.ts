/** `billhook events` and `billhook resend`: a partner's log. */
import { eventTypes } from '@billhook/core/events/event';
import { Option } from 'commander';
import { type ApiCommandGroup, type ApiWork, withApiOptions } from '../api-group.ts';
import { columns, type Options, usageError, wholeNumber } from '../command-group.ts';
import { problemOf, sinceOf } from '../event-options.ts';

const SHOWN = 20;
const MAX_SHOWN = 10_000;
const PAGE = 100;

export const eventCommands: ApiCommandGroup = (program, calls) => {
  withApiOptions(program.command('events').description("List a partner's events, newest first"))
    .addOption(new Option('--type <type>', 'only events of this type').choices([...eventTypes]))
    .option('--client <clientId>', 'only events for this client')
    .option('--since <when>', 'only events since then: 10m, 2h, 3d, or an instant')
    .option('--limit <number>', `how many (${SHOWN})`)
    .action(calls(list));
  withApiOptions(
    program
      .command('resend <eventId...>')
      .description('Resend events to each webhook endpoint that subscribes to them'),
  )
    .option('--endpoint <endpointId>', 'only to this endpoint, whatever types it subscribes to')
    .action(calls(resend));
};

const list: ApiWork = async ({ api }, _names, options) => {
  const wanted = limitOf(options);
  const createdFrom = sinceOf(options.since, Date.now());
  const filters = {
    ...(options.type !== undefined && { type: options.type as (typeof eventTypes)[number] }),
    ...(options.client !== undefined && { clientId: String(options.client) }),
    ...(createdFrom !== undefined && { createdFrom }),
  };
  const found = [];
  let cursor: string | undefined;
  do {
    // By type, a page may hold none and still name the next.
    const limit = Math.min(PAGE, wanted);
    const result = await api.event.listEvents({ ...filters, limit, ...(cursor && { cursor }) });
    if (!result.ok) throw problemOf(result);
    found.push(...result.value.data);
    cursor = result.value.nextCursor;
  } while (cursor !== undefined && found.length < wanted);
  const data = found.slice(0, wanted);
  const rows = data.map(({ event: { _id, type, created, sequence, subject } }) => [
    created,
    type,
    `${subject} #${sequence}`,
    _id,
  ]);
  const more = cursor !== undefined || found.length > wanted;
  return {
    value: { data },
    lines: [
      ...(rows.length > 0
        ? columns([['CREATED', 'TYPE', 'ABOUT', 'EVENT'], ...rows])
        : ['No events.']),
      ...(more
        ? [`There are more events. Use --limit, --since, --type or --client to select them.`]
        : []),
    ],
  };
};

function limitOf({ limit }: Options): number {
  const wanted = wholeNumber('--limit', limit) ?? SHOWN;
  if (wanted < 1 || wanted > MAX_SHOWN) throw usageError(`--limit must be from 1 to ${MAX_SHOWN}`);
  return wanted;
}

const resend: ApiWork = async ({ api }, names, { endpoint }) => {
  const to = endpoint === undefined ? {} : { endpointId: String(endpoint) };
  const data: { eventId: string; endpointIds: readonly string[] }[] = [];
  for (const eventId of names) {
    const result = await api.event.retryEvent({ eventId, ...to });
    if (!result.ok) throw problemOf(result);
    data.push({ eventId, endpointIds: result.value.endpointIds });
  }
  const rows = data.map(({ eventId, endpointIds }) => [
    eventId,
    endpointIds.length > 0 ? `resent to ${endpointIds.join(', ')}` : 'no endpoint subscribes to it',
  ]);
  return { value: { data }, lines: columns(rows) };
};
