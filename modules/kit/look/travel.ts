/**
 * What goes on from one screen to the next: a company's mark from its row to the title, and what was
 * asked for from its button to what turns meanwhile, and from there to the sign of how it ended.
 */

const MARK = '.title .logo, .seal .logo';
const ASKED = '.primary[aria-busy="true"], .turning, .steps .now i';
const ANSWERED = '.turning, .steps .now i, .disc';
const TIMING = { duration: 220, easing: 'cubic-bezier(0.2, 0.8, 0.2, 1)' };

let pressed: Element | null = null;
let left: readonly (DOMRect | undefined)[] = [];

export function notePress({ target }: Event): void {
  pressed = (target as Element).closest('button');
}

/** Of a screen that goes: it still stands there. */
export function leaveBehind(screen: Element): void {
  left = [
    pressed?.querySelector('.logo') ?? screen.querySelector(MARK),
    pressed?.matches('.primary') ? pressed : screen.querySelector(ASKED),
  ].map((element) => element?.getBoundingClientRect());
  pressed = null;
}

/** On the screen that has come. */
export function carryOn(screen: Element): void {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) {
    const [mark, asked] = left;
    if (move(screen.querySelector(MARK), mark)) screen.classList.add('carries');
    move(screen.querySelector(ANSWERED), asked);
  }
  left = [];
}

function move(element: Element | null, from: DOMRect | undefined) {
  if (!element || !from) return undefined;
  const to = element.getBoundingClientRect();
  const x = from.x - to.x + (from.width - to.width) / 2;
  const y = from.y - to.y + (from.height - to.height) / 2;
  const scale = Math.min(from.width, from.height) / to.width;
  const transform = `translate(${x}px, ${y}px) scale(${scale})`;
  return element.animate([{ transform }, { transform: 'none' }], TIMING);
}
