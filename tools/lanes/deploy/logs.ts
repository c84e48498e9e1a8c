/** What functions logged, and which of them ran. */
import { functionsOf } from '../../../lib/build/built-functions.ts';
import { type Stage, stackName } from '../../../lib/stacks/stage.ts';
import { rootAuthorization } from './server.ts';

export type LogEvent = {
  readonly group: string;
  readonly timestamp: number;
  readonly message: string;
};

type Page = {
  readonly nextToken?: string;
  readonly logGroups?: readonly { readonly logGroupName: string }[];
  readonly events?: readonly { readonly timestamp: number; readonly message: string }[];
};

const MAX_PAGES = 1_000;

/** Every event of every group. */
export async function readLogs(url: string): Promise<LogEvent[]> {
  const groups = await logGroups(url);
  const events: LogEvent[] = [];
  for (const group of groups) {
    for (const page of await callLogs(url, 'FilterLogEvents', { logGroupName: group })) {
      events.push(...(page.events ?? []).map((event) => ({ ...event, group })));
    }
  }
  return events;
}

/** The names of all groups. */
export async function logGroups(url: string): Promise<string[]> {
  const pages = await callLogs(url, 'DescribeLogGroups', {});
  return pages.flatMap(({ logGroups: groups = [] }) => groups.map((one) => one.logGroupName));
}

async function callLogs(url: string, operation: string, input: object): Promise<Page[]> {
  const pages: Page[] = [];
  let nextToken: string | undefined;
  do {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        ...rootAuthorization('logs'),
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `Logs_20140328.${operation}`,
      },
      body: JSON.stringify({ ...input, nextToken }),
    });
    if (!response.ok) throw new Error(`${operation} returned ${await response.text()}`);
    const page = (await response.json()) as Page;
    pages.push(page);
    nextToken = page.nextToken;
  } while (nextToken !== undefined && pages.length < MAX_PAGES);
  return pages;
}

const DENIED = /AccessDenied|is not authorized to perform/;

export function deniedEvents(events: readonly LogEvent[]): LogEvent[] {
  return events.filter(({ message }) => DENIED.test(message));
}

/** @returns the paths of the stage's functions that have logged nothing since: `workflow/fail-link`. */
export function functionsWithoutRun(
  events: readonly LogEvent[],
  stage: Stage,
  since: number,
): string[] {
  const groups = new Set(events.filter((one) => one.timestamp >= since).map((one) => one.group));
  // A group has no name of its own, and is called after its stack and its logical id.
  return functionsOf(stage)
    .filter(
      ({ group, name }) =>
        ![...groups].some((one) => one.includes(`${stackName(stage, group)}/${name}Logs`)),
    )
    .map(({ path }) => path);
}
