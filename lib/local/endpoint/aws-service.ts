import type { AccessRequest } from '../access/policies.ts';

/** One AWS service, as thin as the calls that functions make. */
export type AwsService = {
  /** What the call needs permission for; every entry must be allowed. */
  readonly access: (operation: string, input: Input) => readonly AccessRequest[];
  /**
   * Runs the call; `partly` refuses some of a batch's entries, where a service does such things.
   * @throws AwsFailure, which the endpoint answers in the service's wire shape.
   */
  readonly run: (operation: string, input: Input, partly?: boolean) => Promise<unknown> | unknown;
};

/** A call's parameters as they came over the wire: to be read with care. */
export type Input = Readonly<Record<string, unknown>>;

/** Reads a text parameter; an absent or other one is undefined. */
export function textOf(input: Input, name: string): string | undefined {
  const value = input[name];
  return typeof value === 'string' ? value : undefined;
}

/** Which entries of a batch are refused where some are: every other one, the first included. */
export function isRefused(index: number, partly = false): boolean {
  return partly && index % 2 === 0;
}
