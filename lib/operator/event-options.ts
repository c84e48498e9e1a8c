/** What commands about events read of their command lines, and of refusals. */
import { instantText, parseInstant } from '@billhook/core/base/dates';
import type { Problem } from '@billhook/core/base/errors';
import { type Options, refusal, usageError } from './command-group.ts';

const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
const DURATION = /^(\d{1,4})([smhd])$/;

/** `30m`, `2h`, `3d`, in milliseconds. @throws UsageError */
export function durationOf(option: string, given: Options[string]): number | undefined {
  if (given === undefined) return undefined;
  const parts = DURATION.exec(String(given));
  if (!parts) throw usageError(`${option} must be a duration like 30m, 2h or 3d`);
  return Number(parts[1]) * UNITS[parts[2] as keyof typeof UNITS];
}

/** `10m`, `2h`, `3d`, or an instant, as an instant. @throws UsageError */
export function sinceOf(given: Options[string], now: number): string | undefined {
  if (given === undefined) return undefined;
  const text = String(given);
  const ago = DURATION.exec(text);
  if (ago) {
    const unit = UNITS[ago[2] as keyof typeof UNITS];
    return new Date(now - Number(ago[1]) * unit).toISOString();
  }
  const at = parseInstant(text);
  if (at === undefined) throw usageError('--since must be 10m, 2h, 3d, or an ISO 8601 instant');
  return instantText(at);
}

/** A refusal of the API, as this command's own. */
export function problemOf({ problem }: { readonly problem: Problem }): Error {
  const fields = problem.errors ?? [];
  const lines = fields.map(({ field, message }) => `  ${field}: ${message}`);
  return refusal([`${problem.code}: ${problem.detail}`, ...lines].join('\n'));
}
