/**
 * Every text that users have agreed to, in every language and version, in a file of its own: few users
 * look at what they agreed to (`load-published.ts`).
 */
import type { Authorization } from '@billhook/core/schemas/consent';
import { texts as en } from './texts/en.ts';
import { texts as es } from './texts/es.ts';

const tables: Readonly<Record<string, Readonly<Record<string, string>>>> = { en, es };

type Names = { readonly partner: string; readonly company: string };

/**
 * The text with that hash, its names filled in; nothing where it is none of ours, such as a partner's.
 * The texts of version 1 were hashed with the company's name in them.
 */
export async function publishedText(
  { textHash, version, locale = 'en' }: Pick<Authorization, 'textHash' | 'version' | 'locale'>,
  names: Names,
): Promise<string | undefined> {
  const table = tables[locale.slice(0, 2)] ?? {};
  for (const [key, text] of Object.entries(table)) {
    if (!key.endsWith(`.${version}`)) continue;
    const filled = fill(text, names);
    const hash = table[`${key}.hash`] ?? (await sha256(filled));
    if (hash === textHash) return filled;
  }
  return undefined;
}

function fill(text: string, names: Names): string {
  return text.replace(/\{(\w+)\}/g, (_, name: keyof Names) => names[name]);
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
