/** Handlers over all that a function can reach. */
import { type Outside, openOutside } from '../table/outside.ts';
import { type Opened, openedOver } from './opened-over.ts';

export type { Opened } from './opened-over.ts';

export function opened<H extends (...given: never[]) => unknown>(
  open: (outside: Outside) => H,
): Opened<H> {
  return openedOver(openOutside, open);
}
