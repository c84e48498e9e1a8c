/** A font that would move what stands there is used from the next screen on (decision: fonts-move-nothing). */

/** Pixels: browsers too count no less than this as a move. */
const MOVE = 3;

export function useFont(face: FontFace | undefined): void {
  if (!face) return;
  const { fonts } = document;
  const before = places();
  // The places are asked for before the page is drawn: if the font goes again, nobody has seen it.
  fonts.add(face);
  if (!hasMoved(before, places())) return;
  fonts.delete(face);
  const observer = new MutationObserver((changes) => {
    if (!changes.some(showsScreen)) return;
    observer.disconnect();
    fonts.add(face);
  });
  const attributeFilter = ['data-screen'];
  observer.observe(document, { childList: true, subtree: true, attributeFilter });
}

/** Where each element begins. */
type Places = readonly (readonly [x: number, y: number])[];

function places(): Places {
  return [...document.getElementsByTagName('*')].map((element) => {
    const { x, y } = element.getBoundingClientRect();
    return [x, y];
  });
}

function hasMoved(before: Places, after: Places): boolean {
  return before.some(([x, y], index) => {
    const [newX = x, newY = y] = after[index] ?? [];
    return Math.abs(newX - x) >= MOVE || Math.abs(newY - y) >= MOVE;
  });
}

function showsScreen({ type, addedNodes }: MutationRecord): boolean {
  return (
    type === 'attributes' ||
    [...addedNodes].some((node) => node instanceof HTMLElement && node.dataset.screen)
  );
}
