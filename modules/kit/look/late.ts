/**
 * What the first screen does not wait for: the styles that only later screens need, and the fonts.
 * They come after it was drawn.
 */
import { FONT_FAMILY, type Theme } from './theme.ts';

/** Addresses on the modules' host; the build puts them here. */
declare const FONT: string;
declare const LATE_STYLES: string;

const MIN_WEIGHT = 100;
const MAX_WEIGHT = 900;
/** From this weight on a font of two files uses the second. */
const STRONG_FROM = 550;

/** What a page of its own has of `window`: a font belongs to the page that it was made in. */
export type FontPage = Pick<typeof globalThis, 'FontFace' | 'document'>;

/** As the style sheet has it. */
const OWN_FAMILY = 'Figtree';
/** The file has all between them. */
const OWN_WEIGHTS = '400 700';

export function loadLate(theme: Theme): void {
  // Two frames on, what stood there has been drawn.
  requestAnimationFrame(() =>
    setTimeout(() => {
      addLateStyles();
      // A partner's own stands in the place of ours.
      if (theme.font) loadFonts(theme);
      else void loadOwnFont();
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
export async function loadOwnFont(page: FontPage = globalThis): Promise<void> {
  try {
    const answer = await fetch(FONT);
    if (!answer.ok) return;
    const face = new page.FontFace(OWN_FAMILY, await answer.arrayBuffer(), { weight: OWN_WEIGHTS });
    page.document.fonts.add(await face.load());
  } catch {
    // The system's font stays.
  }
}

/**
 * Loads the partner's font. Two files are of one weight each. One file has all weights where the
 * theme names some; else the browser thickens it by itself.
 */
export function loadFonts({ font, weights }: Theme, page: FontPage = globalThis): void {
  if (!font) return;
  const { strongFontId: strong } = font;
  const all = weights ? `${MIN_WEIGHT} ${MAX_WEIGHT}` : 'normal';
  void loadFont(page, font.fontId, strong ? `${MIN_WEIGHT} ${STRONG_FROM - 1}` : all);
  if (strong) void loadFont(page, strong, `${STRONG_FROM} ${MAX_WEIGHT}`);
}

/**
 * By our own API, so that the page needs no other origin. A font that can't be had leaves the
 * system's.
 */
async function loadFont(page: FontPage, fontId: string, weight: string): Promise<void> {
  try {
    const answer = await fetch(`/v1/module/font/${encodeURIComponent(fontId)}`);
    if (!answer.ok) return;
    const { woff2 } = (await answer.json()) as { woff2: string };
    const bytes = Uint8Array.from(atob(woff2), (character) => character.charCodeAt(0));
    page.document.fonts.add(await new page.FontFace(FONT_FAMILY, bytes, { weight }).load());
  } catch {
    // The system's font stays.
  }
}
