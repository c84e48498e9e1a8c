/** How a function's handler comes to what it works with. */
import { type Outside, openOutside } from '../table/outside.ts';

/** A handler over AWS, and the same over whatever a test hands down. */
export type Opened<H> = H & { readonly over: (given: Partial<Outside>) => H };

/** Opens what the handler needs once, when its function starts. */
export function opened<H extends (...given: never[]) => unknown>(
  open: (outside: Outside) => H,
): Opened<H> {
  const over = (given: Partial<Outside>) => open(openOutside(given));
  return Object.assign(over({}), { over });
}
