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
    .description('Trigger an event on a sandbox, with the calls that a partner makes')
    .addHelpText('after', `\nTypes:\n${describeRecipes().join('\n')}`);
  withApiOptions(command)
    .addOption(new Option('--move-clock', "allow moving the partner's test clock ahead"))
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
    throw usageError(
      `There is no event type with that name. The types are ${eventTypes.join(', ')}.`,
    );
  if (recipes[type].movesClock && moveClock !== true) throw usageError(clockNeeded(type));
  const clock = await api.sandbox.getClock();
  if (!clock.ok) {
    throw clock.status === 404
      ? refusal('Events can only be triggered on a sandbox, and this service is not one.')
      : problemOf(clock);
  }
  const say = (line: string) => remark(`  ${line}`);
  const event = await triggerEvent({ api, say }, type);
  return { value: { event }, lines: [eventLine(event)] };
};

function clockNeeded(type: EventType): string {
  return `${type} takes days: the partner's test clock has to be moved ahead, for all of its clients, and cannot go back. Pass --move-clock.`;
}
