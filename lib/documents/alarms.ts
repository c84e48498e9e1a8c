/** What to do when an alarm is raised: a section for each kind, with its alarms from the templates. */
import { type AlarmGuideName, alarmGuideNames, alarmGuides } from '../constructs/alarm-guides.ts';

/** An alarm of a template: its logical id, and what it says. */
export type DeployedAlarm = { readonly id: string; readonly description: string };

const INTRODUCTION = `# When an alarm is raised

For a person on call. Each alarm says what users notice, and links to its section here. Nothing below loses a payment or makes it twice, unless it says so.

| Severity | Output of the \`data\` stack with its topic | |
|---|---|---|
| urgent | \`AlarmTopicArn\` | wakes the person on call |
| daytime | \`DaytimeAlarmTopicArn\` | is looked at on the same day |

Both topics also get a notice when it is over. \`alarmEmail\` gets all of them. A new alarm is over as soon as it is first measured: a first deployment sends such a notice for each. With the [setting](deployments.md#settings-of-a-stage) \`runbookUrl\`, alarms link to your copy of this page.

Queries are for CloudWatch Logs Insights, over the log groups of the functions of the stage. Commands run with your own credentials: [command-line.md](command-line.md#permissions). Generated from \`lib/constructs/alarm-guides.ts\` and the stacks by \`npm run docs\`.`;

/** The alarms' page, whole. @throws Error for an alarm that links to no section of it. */
export function alarmsDocument(alarms: readonly DeployedAlarm[]): string {
  const linked = alarms.map(readAlarm);
  return `${[INTRODUCTION, ...alarmGuideNames.map((name) => section(name, linked))].join('\n\n')}\n`;
}

type LinkedAlarm = { readonly name: string; readonly says: string; readonly guide: string };

function readAlarm({ id, description }: DeployedAlarm): LinkedAlarm {
  const [, text = '', guide = ''] = /^(.*) See \S+#([\w-]+)$/.exec(description) ?? [];
  if (!Object.hasOwn(alarmGuides, guide)) throw new Error(`${id} links to no section: ${guide}`);
  const [, path, says] =
    /^(\S+\/\S+) (?:fails|has not run for \d+ minutes)\. (.*)$/.exec(text) ?? [];
  return { guide, name: path ?? id.replace(/[0-9A-F]{8}$/, ''), says: says ?? text };
}

function section(name: AlarmGuideName, alarms: readonly LinkedAlarm[]): string {
  const { severity, users, look, safe, wake } = alarmGuides[name];
  const rows = alarms
    .filter(({ guide }) => guide === name)
    .map((alarm) => `| \`${alarm.name}\` | ${alarm.says} |`);
  return [
    `## ${headingOf(name)}`,
    `**Severity:** ${severity}. **Users:** ${users}`,
    ['```', ...look, '```'].join('\n'),
    `**Safe:** ${safe}`,
    `**Wake:** ${wake}`,
    ['| Alarm | |', '|---|---|', ...rows.sort()].join('\n'),
  ].join('\n\n');
}

function headingOf(name: AlarmGuideName): string {
  return `${name[0]?.toUpperCase()}${name.slice(1).replaceAll('-', ' ').replace(' api ', ' API ')}`;
}
