/** The deployments that a connector of this machine serves. */
import { readFileSync } from 'node:fs';
import type { Caller } from '@billhook/connector-kit';
import { keySet } from '@billhook/connector-kit/protocol/manifest';
import * as v from 'valibot';

const callersFile = v.array(
  v.object({ name: v.string(), keys: keySet, reportsTo: v.optional(v.string()) }),
);

/**
 * The deployments that may call: a file of `[{ "name", "keys", "reportsTo"? }]`, with the key set of each.
 * @param report where reports are sent of callers that name no address of their own.
 * @throws Error when it is no such file, or a report would leave this machine.
 */
export function readCallers(file: string, report?: string): Caller[] {
  const parsed = v.safeParse(callersFile, JSON.parse(readFileSync(file, 'utf8')));
  if (!parsed.success) throw new Error(`${file} is no list of {"name", "keys", "reportsTo"}`);
  return parsed.output.map(({ reportsTo = report, ...caller }) => {
    if (reportsTo !== undefined && !isLoopback(reportsTo)) {
      throw new Error(`Reports to ${caller.name} would leave this machine`);
    }
    return { ...caller, ...(reportsTo !== undefined && { reportsTo }) };
  });
}

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

function isLoopback(address: string): boolean {
  return URL.canParse(address) && loopback.has(new URL(address).hostname);
}
