/**
 * What a page is made of, for whoever mends a company's file: tags, roles, the names of its fields'
 * attributes, and how long its texts are. No value and no word of it: the page may show anything.
 */
import { createHash } from 'node:crypto';
import type { Page } from 'playwright-core';

export type Structure = {
  /** An element a line, as deep as it is indented: `input[type=password,name] short`. */
  readonly lines: readonly string[];
  /** Of all lines, also those that were left out: the same page has the same. */
  readonly hash: string;
  /** Elements that were left out. */
  readonly more: number;
};

const MOST_LINES = 400;
const MOST_DEPTH = 24;

/** @throws Error when the page is gone. */
export async function structureOf(page: Page): Promise<Structure> {
  const lines = await page.evaluate(linesOf, MOST_DEPTH);
  return {
    lines: lines.slice(0, MOST_LINES),
    hash: createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16),
    more: Math.max(0, lines.length - MOST_LINES),
  };
}

/** Runs within the page, and so has nothing but what is in it. */
function linesOf(mostDepth: number): string[] {
  const MOST_ELEMENTS = 5_000;
  // Names alone are told of these; of `type` and `role` the value too, if it is one that HTML knows.
  const named = [
    'name',
    'id',
    'for',
    'href',
    'action',
    'placeholder',
    'aria-label',
    'autocomplete',
  ];
  const types =
    /^(text|password|email|tel|number|submit|button|radio|checkbox|hidden|search|date|url|image|file|reset)$/;
  const roles =
    /^(alert|button|cell|checkbox|columnheader|dialog|form|grid|heading|img|link|list|listitem|main|menu|menuitem|navigation|presentation|radio|region|row|status|tab|table|tablist|textbox)$/;
  const silent = /^(script|style|noscript|template|svg|path|meta|link)$/;
  const lines: string[] = [];
  const lengthOf = (element: Element) => {
    let length = 0;
    for (const child of element.childNodes)
      if (child.nodeType === Node.TEXT_NODE) length += (child.textContent ?? '').trim().length;
    if (length === 0) return '';
    if (length <= 20) return ' short';
    return length <= 100 ? ' medium' : ' long';
  };
  const visit = (element: Element, depth: number) => {
    const tag = element.localName;
    if (silent.test(tag) || lines.length >= MOST_ELEMENTS) return;
    const type = element.getAttribute('type')?.toLowerCase() ?? '';
    const role = element.getAttribute('role')?.toLowerCase() ?? '';
    const said = [
      ...(types.test(type) ? [`type=${type}`] : []),
      ...(roles.test(role) ? [`role=${role}`] : []),
      ...named.filter((name) => element.hasAttribute(name)),
      ...(element.shadowRoot ? ['shadow'] : []),
    ];
    // A tag of the company's own making may say anything.
    const shown = tag.includes('-') || !/^[a-z][a-z0-9]{0,15}$/.test(tag) ? 'custom' : tag;
    const attributes = said.length > 0 ? `[${said.join(',')}]` : '';
    lines.push(
      `${' '.repeat(Math.min(depth, mostDepth))}${shown}${attributes}${lengthOf(element)}`,
    );
    for (const child of element.shadowRoot?.children ?? []) visit(child, depth + 1);
    for (const child of element.children) visit(child, depth + 1);
  };
  if (document.body) visit(document.body, 0);
  return lines;
}
