/** The fonts, in a file of their own that the first screen does not wait for. */
import { useFont } from './still-fonts.ts';
import { FONT_FAMILY, type Theme } from './theme.ts';

/** Its address on the modules' host; the build puts it here. */
declare const FONT: string;

const MIN_WEIGHT = 100;
const MAX_WEIGHT = 900;
/** From this weight on a font of two files uses the second. */
const STRONG_FROM = 550;

/** What a page of its own has of `window`: a font belongs to the page that it was made in. */
export type FontPage = Pick<typeof globalThis, 'FontFace' | 'document'>;

/** Puts a font in use. */
type Use = (face: FontFace) => void;

/** In a preview at once: its look changes as one watches. */
const useAtOnce =
  (page: FontPage): Use =>
  (face) => {
    page.document.fonts.add(face);
  };

/** As the style sheet has it. */
const OWN_FAMILY = 'Figtree';
/** The file has all between them. */
const OWN_WEIGHTS = '400 700';

export function loadLateFonts(theme: Theme): void {
  // A partner's own stands in the place of ours.
  if (theme.font) loadFonts(theme, globalThis, useFont);
  else void loadOwnFont(globalThis, useFont);
}

/**
 * By a request of ours, since the pages' policy lets none load a font by its address. Until it has
 * come, and where it does not, the system's stands in its measures.
 */
export async function loadOwnFont(
  page: FontPage = globalThis,
  use: Use = useAtOnce(page),
): Promise<void> {
  try {
    const answer = await fetch(FONT);
    if (!answer.ok) return;
    const face = new page.FontFace(OWN_FAMILY, await answer.arrayBuffer(), { weight: OWN_WEIGHTS });
    use(await face.load());
  } catch {
    // The system's font stays.
  }
}

/**
 * Loads the partner's font. Two files are of one weight each. One file has all weights where the
 * theme names some; else the browser thickens it by itself.
 */
export function loadFonts(
  { font, weights }: Theme,
  page: FontPage = globalThis,
  use: Use = useAtOnce(page),
): void {
  if (!font) return;
  const { strongFontId: strong } = font;
  const all = weights ? `${MIN_WEIGHT} ${MAX_WEIGHT}` : 'normal';
  const load = async (fontId: string, weight: string) => {
    const face = await loadFont(page, fontId, weight);
    if (face) use(face);
  };
  void load(font.fontId, strong ? `${MIN_WEIGHT} ${STRONG_FROM - 1}` : all);
  if (strong) void load(strong, `${STRONG_FROM} ${MAX_WEIGHT}`);
}

/**
 * By our own API, so that the page needs no other origin. A font that can't be had leaves the
 * system's.
 */
async function loadFont(
  page: FontPage,
  fontId: string,
  weight: string,
): Promise<FontFace | undefined> {
  try {
    const answer = await fetch(`/v1/module/font/${encodeURIComponent(fontId)}`);
    if (!answer.ok) return undefined;
    const { woff2 } = (await answer.json()) as { woff2: string };
    const bytes = Uint8Array.from(atob(woff2), (character) => character.charCodeAt(0));
    return await new page.FontFace(FONT_FAMILY, bytes, { weight }).load();
  } catch {
    // The system's font stays.
    return undefined;
  }
}
