/** How a function's handler comes to what it works with. */
import { untilAnswered } from '../aws/late-writes.ts';
import type { Outside } from '../table/outside.ts';

/** A handler over AWS, and the same over whatever a test hands down. */
export type Opened<H> = H & { readonly over: (given: Partial<Outside>) => H };

/** @param given what a test puts in place of the real thing. */
export type OpenOutside = (given: Partial<Outside>) => Outside;

/** Opens what the handler needs once, when its function starts. */
export function openedOver<H extends (...given: never[]) => unknown>(
  openOutside: OpenOutside,
  open: (outside: Outside) => H,
): Opened<H> {
  const over = (given: Partial<Outside>) => {
    const handler = open(openOutside(given));
    return ((...event: Parameters<H>) => untilAnswered(() => handler(...event))) as unknown as H;
  };
  return Object.assign(over({}), { over });
}

/** For what needs nothing but its request. */
export function openNothing(): void {}
