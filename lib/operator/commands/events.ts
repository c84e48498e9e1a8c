/** `billhook events` and `billhook resend`: a partner's log. */
import { type EventType, eventTypes } from '@billhook/core/events/event';
import { wantsEvent } from '@billhook/core/webhook/endpoint';
import { Option } from 'commander';
import type { ApiClient } from '../../client/api-client.ts';
import { type ApiCommandGroup, type ApiWork, withApiOptions } from '../api-group.ts';
import { columns, type Options, refusal, usageError, wholeNumber } from '../command-group.ts';
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
      .command('resend [eventId...]')
      .description('Resend events to each webhook endpoint that subscribes to them'),
  )
    .option('--endpoint <endpointId>', 'only to this endpoint, whatever types it subscribes to')
    .option('--since <when>', 'all events since then: 10m, 2h, 3d, or an instant')
    .option('--failed', 'only what was put aside for an endpoint, and only to that')
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

export const resend: ApiWork = async ({ api, remark }, names, options) => {
  const { endpoint, failed } = options;
  const createdFrom = sinceOf(options.since, Date.now());
  if (names.length > 0 === (createdFrom !== undefined))
    throw usageError('Pass ids of events, or --since');
  const to = endpoint === undefined ? undefined : String(endpoint);
  const wanted = createdFrom === undefined ? undefined : await wantedBy(api, to);
  const ids = createdFrom && wanted ? await idsSince(api, createdFrom, wanted) : names;
  if (createdFrom !== undefined) remark(`${ids.length} events since ${createdFrom}`);
  const data: { eventId: string; endpointIds: readonly string[] }[] = [];
  for (const eventId of ids) {
    const targets = failed ? await endpointsThatFailed(api, eventId, to) : [to];
    const endpointIds: string[] = [];
    for (const endpointId of targets) {
      const result = await api.event.retryEvent({ eventId, ...(endpointId && { endpointId }) });
      // One that was deleted since has nothing to be sent to.
      if (!result.ok && failed && result.problem.code === 'webhook_endpoint_not_found') continue;
      if (!result.ok) throw problemOf(result);
      endpointIds.push(...result.value.endpointIds);
    }
    if (targets.length > 0) data.push({ eventId, endpointIds });
  }
  const rows = data.map(({ eventId, endpointIds }) => [
    eventId,
    endpointIds.length > 0 ? `resent to ${endpointIds.join(', ')}` : 'no endpoint subscribes to it',
  ]);
  return { value: { data }, lines: rows.length > 0 ? columns(rows) : ['Nothing to resend.'] };
};

type Wanted = (event: { readonly type: EventType }) => boolean;

/** Named, an endpoint is sent whatever it is named with: here, what it subscribes to, and no test. */
async function wantedBy(api: ApiClient, endpointId: string | undefined): Promise<Wanted> {
  const isTest = ({ type }: { readonly type: EventType }) => type.startsWith('webhook-endpoint.');
  if (endpointId === undefined) return (event) => !isTest(event);
  const result = await api['webhook-endpoint'].getWebhookEndpoint({ endpointId });
  if (!result.ok) throw problemOf(result);
  return (event) => !isTest(event) && wantsEvent(result.value, event);
}

/** The oldest first, as they happened. @throws Refused for more than can be meant. */
async function idsSince(api: ApiClient, createdFrom: string, wanted: Wanted) {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = { createdFrom, limit: PAGE, ...(cursor && { cursor }) };
    const result = await api.event.listEvents(page);
    if (!result.ok) throw problemOf(result);
    const own = result.value.data.filter(({ event }) => wanted(event));
    ids.push(...own.map(({ event }) => event._id));
    if (ids.length > MAX_SHOWN)
      throw refusal(`There are more than ${MAX_SHOWN} events: nothing was resent. Begin later.`);
    cursor = result.value.nextCursor;
  } while (cursor !== undefined);
  return ids.toReversed();
}

/** Those that put it aside after their last attempt. */
async function endpointsThatFailed(
  api: ApiClient,
  eventId: string,
  only: string | undefined,
): Promise<readonly string[]> {
  const result = await api.event.getEvent({ eventId });
  if (!result.ok) throw problemOf(result);
  return result.value.deliveries
    .filter(({ status, endpointId }) => status === 'parked' && (only ?? endpointId) === endpointId)
    .map(({ endpointId }) => endpointId);
}
