/**
 * Keeps a page true that its browser translates. A translator puts nodes of its own in the place of texts:
 * what is written into the old ones is seen by no one. So a text that changes is replaced with its element,
 * and stands in one of its own beside others. Amounts and days are not to be translated.
 */
import { Fragment, h, options, type VNode } from 'preact';
import { dayPattern } from './text.ts';

/** These stay: they have the focus, or are read out when their text changes. */
const staying = /^(a|button|label|legend|output|summary)$/;

/** An element without a look, for a part of a text. */
const PART = 'bh-t';

let marks: RegExp | undefined;

function withMarks(text: string) {
  marks ??= new RegExp(`(-?\\$[\\d,]+\\.\\d\\d|${dayPattern()})`);
  return text.split(marks).map((part, index) => {
    return index % 2 === 1 ? h(PART, { translate: false }, part) : part;
  });
}

const isText = (child: unknown) => typeof child === 'string' || typeof child === 'number';

function keepWhole(vnode: VNode<Record<string, unknown>>): void {
  const { type, props } = vnode;
  const isElement = typeof type === 'string';
  if (!props || props.translate === false || !(isElement || type === Fragment)) return;
  const children: unknown[] = [props.children].flat();
  if (!children.some(isText)) return;
  const parts: unknown[] = children.flatMap((child) =>
    isText(child) ? withMarks(String(child)) : child,
  );
  if (isElement && !staying.test(type) && !props.role && parts.every(isText)) {
    vnode.key = `${vnode.key ?? ''} ${parts.join('')}`;
    return;
  }
  props.children = parts.map((part) =>
    typeof part === 'string' && part.trim() ? h(PART, null, part) : part,
  );
}

/** From then on, of all that is drawn. */
export function keepTexts(): void {
  options.vnode = (vnode) => keepWhole(vnode as VNode<Record<string, unknown>>);
}
