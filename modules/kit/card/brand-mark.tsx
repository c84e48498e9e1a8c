/** A brand's mark, drawn small by our own hand, where its name is said beside it. */
import type { JSX } from 'preact';

const words: Readonly<Record<string, readonly [text: string, ground: string, ink: string]>> = {
  visa: ['VISA', '#1a2b8c', '#fff'],
  'american express': ['AMEX', '#0b6fb8', '#fff'],
  uatp: ['UATP', '#0d5c46', '#fff'],
};

const circles: Readonly<Record<string, readonly [left: string, right: string, both: string]>> = {
  mastercard: ['#e0301e', '#f2a024', '#f0641f'],
  maestro: ['#e0301e', '#1b8fd6', '#6f6cb5'],
};

export function BrandMark({ brand }: { readonly brand: string }): JSX.Element | null {
  const drawing = drawingOf(brand);
  return (
    drawing && (
      <svg class="brand" viewBox="0 0 36 24" aria-hidden="true" focusable="false">
        {drawing}
      </svg>
    )
  );
}

function drawingOf(brand: string) {
  const [text, ground, ink] = words[brand] ?? [];
  if (text) {
    return (
      <>
        <rect width="36" height="24" rx="4" fill={ground} />
        <text x="18" y="16" text-anchor="middle" fill={ink}>
          {text}
        </text>
      </>
    );
  }
  const [left, right, both] = circles[brand] ?? [];
  if (left) {
    return (
      <>
        <circle cx="13" cy="12" r="9" fill={left} />
        <circle cx="23" cy="12" r="9" fill={right} />
        <path d="M18 4.520a9 9 0 0 1 0 14.960a9 9 0 0 1 0-14.960Z" fill={both} />
      </>
    );
  }
  if (brand !== 'discover') return null;
  return (
    <>
      <rect x=".5" y=".5" width="35" height="23" rx="4" fill="#fff" stroke="#c9ccd2" />
      <path d="M36 13v7a4 4 0 0 1-4 4H10c11-1.500 20-5 26-11Z" fill="#f08a24" />
      <circle cx="20" cy="10" r="5" fill="#f08a24" />
    </>
  );
}
