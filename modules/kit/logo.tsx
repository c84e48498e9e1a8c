/**
 * A company's logo by the interface's three rules (decision: company-logos), and its initials while
 * it is on its way and where there is none.
 */
import type { CompanySummary } from '@billhook/core/schemas/company';
import { useState } from 'preact/hooks';
import { logoLook } from './look/logo-look.ts';

type Props = {
  readonly company: CompanySummary;
  /** 80 px, where a screen has succeeded with the company. */
  readonly large?: boolean;
};

/** The name stands beside a logo, or over one that is a background: the image itself says nothing. */
export function Logo({ company, large }: Props) {
  const { source, color, textColor, background } = logoLook(company.logo);
  const [failed, setFailed] = useState<string>();
  const [shown, setShown] = useState<string>();
  const isThere = shown === source;
  // By the page's policy: the host's own, which is not `https:` on a developer's machine.
  const isAddress = source.startsWith('https://') || source.startsWith(`${location.origin}/`);
  const kind = !isThere ? 'initials' : color ? 'glyph' : background ? 'cover' : 'white';
  return (
    <span
      class={`logo ${kind}${large ? ' large' : ''}`}
      style={{ backgroundColor: color, color: textColor }}
      aria-hidden="true"
    >
      {!isThere && <span>{initialsOf(company.name)}</span>}
      {isAddress && failed !== source && (
        <img
          src={source}
          alt=""
          loading="lazy"
          referrerpolicy="no-referrer"
          onLoad={() => setShown(source)}
          onError={() => setFailed(source)}
        />
      )}
      {isThere && background && <b style={{ fontSize: fitting(company.name) }}>{company.name}</b>}
    </span>
  );
}

/** Of a logo's size: no larger, and as small as the longest word and the number of words need. */
const MAX_SHARE = 0.2;
/** A letter is this wide and a line this high, of the size of the letters, in what is free of a logo. */
const LETTER = 0.7;
const LINE = 1.25;

/** The size of a name that stands over an image, so that all of it can be read. */
function fitting(name: string): string {
  const words = name.split(/\s+/);
  const longest = Math.max(...words.map(({ length }) => length));
  const share = Math.min(MAX_SHARE, 1 / (longest * LETTER), 1 / (words.length * LINE));
  return `calc(var(--size) * ${share.toFixed(3)})`;
}

const MAX_INITIALS = 2;

function initialsOf(name: string): string {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words
    .slice(0, MAX_INITIALS)
    .map((word) => [...word][0]?.toUpperCase())
    .join('');
}
