/** The fonts: the modules' own, or the partner's in its place. */
import { FONT_FAMILY, type Theme } from './theme.ts';

/** Its address on the modules' host; the build puts it here. */
declare const FONT: string;

const MIN_WEIGHT = 100;
const MAX_WEIGHT = 900;
/** From this weight on a font of two files uses the second. */
const STRONG_FROM = 550;
/** As the style sheet has it. */
const OWN_FAMILY = 'Figtree';
/** The file has all between them. */
const OWN_WEIGHTS = '400 700';

/** What a page of its own has of `window`: a font belongs to the page that it was made in. */
export type FontPage = Pick<typeof globalThis, 'FontFace' | 'document'>;

/**
 * Two files of a partner's are of one weight each. One file has all weights where the theme names
 * some; else the browser thickens it by itself. Where one does not come, the system's font stays.
 */
export function fontsOf(
  { font, weights }: Theme,
  page: FontPage = globalThis,
): Promise<FontFace | undefined>[] {
  if (!font) return [load(page, [OWN_FAMILY, OWN_WEIGHTS], ownBytes)];
  const { fontId, strongFontId: strong } = font;
  const all = weights ? `${MIN_WEIGHT} ${MAX_WEIGHT}` : 'normal';
  const partners = (id: string, weight: string) =>
    load(page, [FONT_FAMILY, weight], () => partnerBytes(id));
  return [
    partners(fontId, strong ? `${MIN_WEIGHT} ${STRONG_FROM - 1}` : all),
    ...(strong ? [partners(strong, `${STRONG_FROM} ${MAX_WEIGHT}`)] : []),
  ];
}

async function load(
  page: FontPage,
  [family, weight]: readonly [string, string],
  bytes: () => Promise<BufferSource>,
): Promise<FontFace | undefined> {
  try {
    return await new page.FontFace(family, await bytes(), { weight }).load();
  } catch {
    return undefined;
  }
}

/** By a request of ours, since the pages' policy lets none load a font by its address. */
async function ownBytes(): Promise<ArrayBuffer> {
  return (await fetch(FONT)).arrayBuffer();
}

/** By our own API, so that the page needs no other origin. */
async function partnerBytes(fontId: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(`/v1/module/font/${encodeURIComponent(fontId)}`);
  const { woff2 } = (await answer.json()) as { woff2: string };
  return Uint8Array.from(atob(woff2), (character) => character.charCodeAt(0));
}
