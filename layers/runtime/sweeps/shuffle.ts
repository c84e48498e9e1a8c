/** An order that nobody can foresee, and that is the same for the same random bytes. */
import type { RandomBytes } from '@billhook/core/ids';

/** One number for each item. */
const BYTES = 4;

/** The items in a random order, each order as likely as any other. */
export function shuffled<T>(items: readonly T[], random: RandomBytes): T[] {
  const bytes = random(items.length * BYTES);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const result = [...items];
  for (let last = result.length - 1; last > 0; last -= 1) {
    const other = view.getUint32(last * BYTES) % (last + 1);
    [result[last], result[other]] = [result[other] as T, result[last] as T];
  }
  return result;
}
