/** What a rule tells a scheduled function of several parts: which of them this run is. */
import * as v from 'valibot';

const given = v.object({ part: v.number() });

/** From 0 to below the parts that the function declares. */
export function schedulePart(event: unknown): number {
  return v.parse(given, event).part;
}
