/** A screen on a device: in a frame of its own, whose width is what the screen's layout goes by. */
import type { ComponentChildren } from 'preact';
import { createPortal } from 'preact/compat';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { type FontPage, fontsOf } from '../kit/look/fonts.ts';
import { setProperties, type Theme } from '../kit/look/theme.ts';

type Props = {
  readonly kind: 'phone' | 'desktop';
  readonly label: string;
  readonly theme: Theme;
  /** What is derived of it. */
  readonly properties: Readonly<Record<string, string>>;
  readonly children: ComponentChildren;
};

/** The frame has no address: the page draws into it, and what it shows has the page's own policy. */
export function Device({ kind, label, theme, properties, children }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [place, setPlace] = useState<HTMLElement>();
  const open = () => {
    const page = frame.current?.contentDocument;
    if (!page?.defaultView || page.body.children.length > 0) return;
    setPlace(prepare(page));
    addFonts({}, page.defaultView);
    if (theme.font) addFonts(theme, page.defaultView);
  };
  useLayoutEffect(open, []);
  useLayoutEffect(() => {
    const root = place?.ownerDocument.documentElement;
    if (!root) return;
    setProperties(root, properties);
    root.dataset.scheme = properties['color-scheme'];
  }, [place, properties]);
  return (
    <div class={`device on-${kind}`}>
      {/* Firefox puts another empty page into a frame once it has loaded. */}
      <iframe ref={frame} title={label} onLoad={open} />
      {place && createPortal(children, place)}
    </div>
  );
}

/** At once: what is shown is not used. */
export function addFonts(theme: Theme, page: FontPage = globalThis): void {
  for (const font of fontsOf(theme, page)) {
    void font.then((face) => face && page.document.fonts.add(face));
  }
}

/** Gives an empty page the styles of this one. */
function prepare(page: Document): HTMLElement {
  page.documentElement.lang = document.documentElement.lang;
  const styles = [...document.querySelectorAll('link[rel="stylesheet"]')];
  page.head.append(...styles.map((link) => page.importNode(link)));
  const place = page.createElement('div');
  place.id = 'app';
  page.body.append(place);
  return place;
}
