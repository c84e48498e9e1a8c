/** `billhook trigger`: an event of any type, brought about on a sandbox as a partner would. */
import { type EventType, eventTypes } from '@billhook/core/events/event';
import { type Command, Option } from 'commander';
import { recipes } from '../../trigger/recipes.ts';
import { triggerEvent } from '../../trigger/trigger-event.ts';
import { type ApiCommandGroup, type ApiWork, withApiOptions } from '../api-group.ts';
import { columns, refusal, usageError } from '../command-group.ts';
import { problemOf } from '../event-options.ts';
import { eventLine } from '../listen/event-line.ts';

export const triggerCommands: ApiCommandGroup = (program, calls) => {
  const command: Command = program
    .command('trigger <type>')
    .description('Bring an event about on a sandbox, by the calls that a partner makes')
    .addHelpText('after', `\nTypes:\n${describeRecipes().join('\n')}`);
  withApiOptions(command)
    .addOption(new Option('--move-clock', "the partner's test clock may be moved ahead"))
    .action(calls(run));
};

function describeRecipes(): string[] {
  return columns(
    Object.entries(recipes).map(([type, { does, movesClock }]) => [
      `  ${type}`,
      `${does}${movesClock ? ' Needs --move-clock.' : ''}`,
    ]),
  );
}

const run: ApiWork = async ({ api, remark }, [given = ''], { moveClock }) => {
  const type = eventTypes.find((one) => one === given);
  if (!type)
    throw usageError(`There is no event of that type. Types are ${eventTypes.join(', ')}.`);
  if (recipes[type].movesClock && moveClock !== true) throw usageError(clockNeeded(type));
  const clock = await api.sandbox.getClock();
  if (!clock.ok) {
    throw clock.status === 404
      ? refusal('Events are brought about on a sandbox only: this service is none.')
      : problemOf(clock);
  }
  const say = (line: string) => remark(`  ${line}`);
  const event = await triggerEvent({ api, say }, type);
  return { value: { event }, lines: [eventLine(event)] };
};

function clockNeeded(type: EventType): string {
  return `${type} takes days: its partner's test clock has to be moved ahead, for all of its clients, and does not go back. Say --move-clock.`;
}
