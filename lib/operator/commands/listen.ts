/** `billhook listen`: a partner's events as they come, on the terminal and to a local receiver. */
import { eventTypes } from '@billhook/core/events/event';
import { type Command, Option } from 'commander';
import { type ApiCommandGroup, type ApiWork, type Reached, withApiOptions } from '../api-group.ts';
import { type Options, usageError } from '../command-group.ts';
import { problemOf, sinceOf } from '../event-options.ts';
import { followEvents, type ListPage } from '../listen/follow-events.ts';
import { forwardEvent, isWebhookSecret, newWebhookSecret } from '../listen/forward-event.ts';
import { listen } from '../listen/listen.ts';

const PAGE = 100;

export const listenCommands: ApiCommandGroup = (program, calls) => {
  const command: Command = program
    .command('listen')
    .description("Print a partner's events as they happen, and forward them, until Ctrl-C");
  withApiOptions(command)
    .option('--forward-to <url>', 'post each event to this URL, signed like a delivery')
    .option(
      '--secret <secret>',
      'sign with this secret (whsec_…) instead of one that is generated and printed',
    )
    .addOption(new Option('--type <type>', 'only events of this type').choices([...eventTypes]))
    .option('--client <clientId>', 'only events for this client')
    .option('--since <when>', 'start with events since then: 10m, 2h, 3d, or an instant')
    .action(calls(run));
};

const run: ApiWork = async (reached, _names, options) => {
  const { baseUrl, json, print, remark } = reached;
  const to = receiverOf(options);
  const from = sinceOf(options.since, Date.now());
  const ended = new AbortController();
  const end = () => ended.abort();
  // Twice, where the launcher hands on what the terminal has told all of its processes.
  process.on('SIGINT', end).on('SIGTERM', end);
  try {
    remark(`Events of   ${baseUrl}`);
    if (to) remark(`Forward to  ${to.url}`);
    if (to?.isNew) remark(`Secret      ${to.secret}`);
    const heard = await listen({
      follower: followEvents(listPage(reached, options, ended.signal), from),
      ...(to && { forward: (event) => forwardEvent(event, { ...to, signal: ended.signal }) }),
      json,
      print,
      remark,
      signal: ended.signal,
    });
    const accepted = to ? `, ${heard.accepted} of them accepted` : '';
    remark(`Stopped: ${heard.events} ${heard.events === 1 ? 'event' : 'events'}${accepted}.`);
    return undefined;
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end);
  }
};

function receiverOf({ forwardTo, secret }: Options) {
  if (forwardTo === undefined) {
    if (secret !== undefined) throw usageError('--secret needs --forward-to');
    return undefined;
  }
  const url = String(forwardTo);
  if (!URL.canParse(url) || !/^https?:\/\//.test(url)) {
    throw usageError('--forward-to must be an http or https URL');
  }
  if (secret === undefined) return { url, secret: newWebhookSecret(), isNew: true };
  if (!isWebhookSecret(String(secret))) {
    throw usageError('--secret must be whsec_ and the Base64 of 24 to 64 bytes');
  }
  return { url, secret: String(secret), isNew: false };
}

function listPage({ api }: Reached, { type, client }: Options, signal: AbortSignal): ListPage {
  const filters = {
    limit: PAGE,
    ...(type !== undefined && { type: type as (typeof eventTypes)[number] }),
    ...(client !== undefined && { clientId: String(client) }),
  };
  return async (given) => {
    const result = await api.event.listEvents({ ...filters, ...given }, { signal });
    if (!result.ok) throw problemOf(result);
    const { data, nextCursor } = result.value;
    return { events: data.map(({ event }) => event), ...(nextCursor && { nextCursor }) };
  };
}
