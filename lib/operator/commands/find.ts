/** `billhook find`: the whole story of anything. */
import {
  type CommandGroup,
  columns,
  type Options,
  type Report,
  type Service,
  usageError,
  wholeNumber,
} from '../command-group.ts';
import { find } from '../find/find.ts';
import type { Happening, Story } from '../find/story.ts';

/** Events are kept for so long. */
const MOST_DAYS = 90;
const USUAL_DAYS = 30;
const MAX_TEXT_LENGTH = 256;

export const findCommands: CommandGroup = (program, does) => {
  program
    .command('find <anything>')
    .description(
      'Show the whole story of a payment, bill, client, event, finding, confirmation, request, or id of a connector’s log',
    )
    .option('--partner <partnerId>', 'look only there for a number, a confirmation or a request')
    .option('--client <clientId>', 'look only among the payments of this client for a number')
    .option(
      '--days <number>',
      `how far back to look for a confirmation or a request (${USUAL_DAYS})`,
    )
    // One of 64 ids of a connector's log begins with a hyphen, and companies' confirmations may.
    .allowUnknownOption()
    .action(does((service, [text = ''], options) => tell(service, text, options)));
};

async function tell(service: Service, given: string, options: Options): Promise<Report> {
  const text = given.trim();
  if (text === '' || text.length > MAX_TEXT_LENGTH)
    throw usageError(`Pass 1 to ${MAX_TEXT_LENGTH} characters`);
  const days = wholeNumber('--days', options.days) ?? USUAL_DAYS;
  if (days > MOST_DAYS) throw usageError(`--days must be at most ${MOST_DAYS}`);
  const { partner, client } = options;
  const stories = await find(service, text, {
    days,
    ...(partner !== undefined && { partner: String(partner) }),
    ...(client !== undefined && { client: String(client) }),
  });
  if (stories.length === 0) return { value: { data: [] }, lines: [`Nothing found for ${text}.`] };
  return { value: { data: stories }, lines: stories.flatMap(linesOf) };
}

function linesOf({ kind, id, now, happened }: Story, index: number): string[] {
  return [
    ...(index > 0 ? [''] : []),
    `${kind} ${id}`,
    ...columns(Object.entries(now).map(([name, value]) => [`  ${name}`, value])),
    ...columns(happened.map(rowOf)),
  ];
}

function rowOf({ at, what, facts }: Happening): string[] {
  const more = Object.entries(facts).map(([name, value]) => `${name}=${value}`);
  return [`  ${at}`, what, more.join(' ')];
}
