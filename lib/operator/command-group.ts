/** What a group of the operator's commands is made of: one file a group in `commands/`. */
import type { Failure } from '@billhook/core/base/errors';
import type { Actor } from '@billhook/core/partner/audit';
import type { AwsClients } from '@billhook/runtime/aws/clients';
import type { Table } from '@billhook/runtime/table/types';
import type { Command } from 'commander';

/** What a command works with, once the service is reached. */
export type Service = {
  readonly table: Table;
  readonly aws: AwsClients;
  /** The operator, as audit entries name him. */
  readonly actor: Actor;
  readonly stage: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** Returns when the operator agrees. @throws UsageError when nobody can be asked. */
  readonly confirm: (question: string) => Promise<void>;
  /**
   * Returns when the operator has typed what is expected, or gave it on the command line. @throws
   * UsageError when nobody can be asked.
   */
  readonly retype: (what: string, expected: string, given?: string) => Promise<void>;
  /** Says how far it has come, for people alone. */
  readonly remark: (line: string) => void;
};

/** What a command returns: the value that `--json` prints, and the lines for people. */
export type Report = {
  readonly value: unknown;
  readonly lines: readonly string[];
  /** Something is left to do, or isn't as it should be: exit code 1. */
  readonly failed?: boolean;
};

/** One that may be repeated is a list. */
export type Options = Readonly<Record<string, string | boolean | readonly string[] | undefined>>;

/** A command's work: what the command line named in order, and its own options. */
export type Work = (
  service: Service,
  names: readonly string[],
  options: Options,
) => Promise<Report | Failure>;

/** Adds a group's commands to the program. `does` makes a command's action of its work. */
export type CommandGroup = (
  program: Command,
  does: (work: Work) => (...given: unknown[]) => Promise<void>,
) => void;

/** The command line is wrong, or lacks something: exit code 2. */
export function usageError(message: string): Error {
  return Object.assign(new Error(message), { code: 'USAGE' });
}

/** What was asked for cannot be done: exit code 1, without a stack. */
export function refusal(message: string): Error {
  return Object.assign(new Error(message), { code: 'REFUSED' });
}

/** @throws UsageError */
export function wholeNumber(option: string, given: Options[string]): number | undefined {
  if (given === undefined) return undefined;
  if (!/^\d{1,9}$/.test(String(given))) throw usageError(`${option} must be a whole number`);
  return Number(given);
}

/** Columns of even width, the first row their heads. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, index) =>
    Math.max(...rows.map((row) => (row[index] ?? '').length)),
  );
  return rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}
