/** A brand's mark, drawn small by our own hand, where its name is said beside it. */

const words: Readonly<Record<string, readonly [text: string, ground: string]>> = {
  visa: ['VISA', '#1a2b8c'],
  'american express': ['AMEX', '#0a66a8'],
  discover: ['DISC', '#b84a00'],
};

export function BrandMark({ brand }: { readonly brand: string }) {
  const [text, ground] = words[brand] ?? [];
  if (!text && brand !== 'mastercard') return null;
  return (
    <svg class="brand" viewBox="0 0 36 24" aria-hidden="true" focusable="false">
      {text ? (
        <>
          <rect width="36" height="24" rx="4" fill={ground} />
          <text x="4" y="16.5" textLength="28" lengthAdjust="spacingAndGlyphs" fill="#fff">
            {text}
          </text>
        </>
      ) : (
        <>
          <circle cx="13" cy="12" r="9" fill="#e0301e" />
          <circle cx="23" cy="12" r="9" fill="#f2a024" />
          <path d="M18 4.500a9 9 0 0 1 0 15a9 9 0 0 1 0-15Z" fill="#f0641f" />
        </>
      )}
    </svg>
  );
}
