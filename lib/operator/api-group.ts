/** What commands are made of that work as a partner does: by the API, with its key. */
import type { Command } from 'commander';
import type { ApiClient } from '../client/api-client.ts';
import type { Options, Report } from './command-group.ts';

export type Reached = {
  readonly api: ApiClient;
  /** With `/v1`. */
  readonly baseUrl: string;
  readonly json: boolean;
  /** Prints a line while the work goes on: for people, or for programs where `json` is set. */
  readonly print: (line: string) => void;
  /** Prints a line that is no result. */
  readonly remark: (line: string) => void;
};

/** Answers what is printed at the end; nothing when all was said. */
export type ApiWork = (
  reached: Reached,
  names: readonly string[],
  options: Options,
) => Promise<Report | undefined>;

/** Adds commands to the program. `calls` makes a command's action of its work. */
export type ApiCommandGroup = (
  program: Command,
  calls: (work: ApiWork) => (...given: unknown[]) => Promise<void>,
) => void;

/** The options of every command that calls the API. */
export function withApiOptions(command: Command): Command {
  return command
    .option(
      '--url <url>',
      'URL of the API, with /v1 (BILLHOOK_URL, or the service on this machine)',
    )
    .option(
      '--api-key <key>',
      "a partner's API key (BILLHOOK_API_KEY, which other users of this machine cannot see)",
    );
}
