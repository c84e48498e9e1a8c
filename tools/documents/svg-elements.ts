/** Reads the little of SVG that drawings may be made of, and refuses all else. */
export type SvgElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
};

const TAG = /^<(\/?)([a-z]+)((?: [a-zA-Z-]+="[^"<&]*")*)(\/?)>/;
const known = new Set(['svg', 'g', 'path', 'circle', 'ellipse', 'rect']);
/** No `style`, no `href`, no `on…`; what is left can only say how a shape looks. */
const attributeNames =
  /^(?:xmlns|viewBox|d|[cr]?[xy]|r|width|height|fill|fill-rule|stroke|stroke-width|stroke-linecap|stroke-linejoin|transform)$/;
/** Numbers, colors and words: nothing that names a place but the namespace. */
const harmless = /^(?:[\w\s.,#-]|(?:rotate|translate)\([\d\s.-]+\))*$/;
const NAMESPACE = 'http://www.w3.org/2000/svg';

/** All elements in their order. @throws Error for what is no drawing. */
export function readElements(text: string): SvgElement[] {
  const elements: SvgElement[] = [];
  const open: string[] = [];
  let rest = text.trimEnd();
  while (rest !== '') {
    const [tag, ends, name = '', given = '', closed] = TAG.exec(rest) ?? [];
    if (tag === undefined || !known.has(name)) throw new Error(`No shape: ${rest.slice(0, 40)}`);
    rest = rest.slice(tag.length);
    if (ends) {
      if (open.pop() !== name) throw new Error(`${name} does not end here`);
      continue;
    }
    if (elements.length > 0 && open.length === 0) throw new Error('There is more than one root');
    elements.push({ name, attributes: attributesOf(given) });
    if (!closed) open.push(name);
  }
  if (open.length > 0) throw new Error(`${open} do not end`);
  return elements;
}

function attributesOf(given: string): Record<string, string> {
  const attributes: Record<string, string> = {};
  for (const [, name = '', value = ''] of given.matchAll(/ ([a-zA-Z-]+)="([^"]*)"/g)) {
    if (Object.hasOwn(attributes, name)) throw new Error(`${name} is there twice`);
    if (!attributeNames.test(name)) throw new Error(`${name} is no attribute of a drawing`);
    if (name === 'xmlns' ? value !== NAMESPACE : !harmless.test(value)) {
      throw new Error(`${name} is ${value}`);
    }
    attributes[name] = value;
  }
  return attributes;
}
