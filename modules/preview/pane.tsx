/** A screen as a picture: in the colors of a theme, beside others, and out of reach. */
import type { ComponentChildren } from 'preact';
import { createPortal } from 'preact/compat';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { setProperties } from '../kit/theme.ts';

type Props = {
  readonly label: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly children: ComponentChildren;
};

/**
 * The screen stands in a shadow tree, so that the same ids can be on the page several times, and is
 * inert: nobody types a password into a picture.
 */
export function Pane({ label, properties, children }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [tree, setTree] = useState<HTMLElement>();
  useEffect(() => {
    if (place.current) setTree(shadowIn(place.current));
  }, []);
  useLayoutEffect(() => {
    if (place.current) setProperties(place.current, { ...properties, '--bh-height': '0' });
  }, [properties]);
  return (
    <div role="img" aria-label={label}>
      <div
        ref={place}
        aria-hidden="true"
        style={{
          background: 'var(--bh-page)',
          color: 'var(--bh-text)',
          font: '1rem / 1.5 var(--bh-font)',
          border: '1px solid #888',
          borderRadius: '12px',
          overflow: 'hidden',
        }}
      >
        {tree && createPortal(children, tree)}
      </div>
    </div>
  );
}

function shadowIn(place: HTMLElement): HTMLElement {
  place.setAttribute('inert', '');
  const shadow = place.shadowRoot ?? place.attachShadow({ mode: 'open' });
  const tree = document.createElement('div');
  const styles = [...document.querySelectorAll('link[rel="stylesheet"]')];
  shadow.replaceChildren(...styles.map((link) => link.cloneNode()), tree);
  return tree;
}
