/**
 * A company's logo by the interface's three rules (decision: company-logos), and its initials where
 * it does not load.
 */
import type { CompanySummary } from '@billhook/core/schemas/company';
import { useState } from 'preact/hooks';
import { logoLook } from './logo-look.ts';

/** The name stands beside a logo, or over one that is a background: the image itself says nothing. */
export function Logo({ company }: { readonly company: CompanySummary }) {
  const { source, color, background } = logoLook(company.logo);
  const [failed, setFailed] = useState<string>();
  if (failed === source || !isAllowed(source)) {
    return (
      <span class="logo initials" aria-hidden="true">
        {initialsOf(company.name)}
      </span>
    );
  }
  const image = (
    <img
      src={source}
      alt=""
      loading="lazy"
      referrerpolicy="no-referrer"
      onError={() => setFailed(source)}
    />
  );
  if (background) {
    return (
      <span class="logo cover" aria-hidden="true">
        {image}
        <b>{company.name}</b>
      </span>
    );
  }
  return (
    <span class={color ? 'logo' : 'logo white'} style={{ backgroundColor: color }}>
      {image}
    </span>
  );
}

/** By the page's policy: the host's own, which is not `https:` on a developer's machine. */
function isAllowed(source: string): boolean {
  return source.startsWith('https://') || source.startsWith(`${location.origin}/`);
}

const MAX_INITIALS = 2;

function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words
    .slice(0, MAX_INITIALS)
    .map((word) => [...word][0]?.toUpperCase())
    .join('');
}
