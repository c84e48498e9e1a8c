/**
 * What the first screen does not wait for: the styles that only later screens need, and the font.
 * Both come after it was drawn.
 */
import type { Theme } from './theme.ts';

/** Addresses on the modules' host; the build puts them here. */
declare const FONT: string;
declare const LATE_STYLES: string;

/** As the style sheet has it. */
const OWN_FAMILY = 'Figtree';
/** The file has all between them. */
const OWN_WEIGHTS = '400 700';

export function loadLate({ font }: Theme): void {
  // Two frames on, what stood there has been drawn.
  requestAnimationFrame(() =>
    setTimeout(() => {
      addLateStyles();
      // A partner's own stands in its place, and is loaded with its colors.
      if (!font) void loadOwnFont();
    }),
  );
}

/** Also for the preview, whose screens are all there at once. */
export function addLateStyles(): void {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = LATE_STYLES;
  document.head.append(link);
}

/**
 * By a request of ours, since the pages' policy lets none load a font by its address. Until it has
 * come, and where it does not, the system's stands in its measures.
 */
export async function loadOwnFont(): Promise<void> {
  try {
    const answer = await fetch(FONT);
    if (!answer.ok) return;
    const face = new FontFace(OWN_FAMILY, await answer.arrayBuffer(), { weight: OWN_WEIGHTS });
    document.fonts.add(await face.load());
  } catch {
    // The system's font stays.
  }
}
