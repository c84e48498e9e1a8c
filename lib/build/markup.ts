/**
 * Stands in for Preact where a screen is drawn as text, when the modules are built: a component is
 * called and gives markup. What happens on a page only, effects and events, is left out.
 */

class Markup {
  readonly html: string;
  constructor(html: string) {
    this.html = html;
  }
}

type Child = Markup | string | number | boolean | null | undefined | readonly Child[];
type Props = Readonly<Record<string, unknown>>;
type Component = (props: Props) => Child;

export function h(type: string | Component, given: Props | null, ...children: Child[]): Markup {
  const props = given ?? {};
  if (typeof type === 'function') {
    const inside = children.length > 1 ? children : children[0];
    return new Markup(textOf(type({ ...props, ...(children.length > 0 && { children: inside }) })));
  }
  const { children: own, ...attributes } = props;
  const inside = children.length > 0 ? children : (own as Child);
  const opening = `<${type}${Object.entries(attributes).map(attributeOf).join('')}>`;
  return new Markup(VOID.has(type) ? opening : `${opening}${textOf(inside)}</${type}>`);
}

export const Fragment: Component = ({ children }) => children as Child;

/** The markup of what a component gives. */
export function textOf(child: Child): string {
  if (child instanceof Markup) return child.html;
  if (Array.isArray(child)) return child.map(textOf).join('');
  return typeof child === 'string' || typeof child === 'number' ? escaped(String(child)) : '';
}

const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input']);
const OTHER_NAMES: Readonly<Record<string, string>> = { className: 'class', htmlFor: 'for' };
/** What Preact keeps to itself. */
const NO_ATTRIBUTES: ReadonlySet<string> = new Set(['key', 'ref']);

function attributeOf([name, value]: readonly [string, unknown]): string {
  if (name === 'style') throw new Error('A style in markup is one that the pages’ policy forbids');
  if (NO_ATTRIBUTES.has(name) || typeof value === 'function') return '';
  const isSaid = /^(aria|data)-/.test(name);
  if (value === undefined || value === null || (value === false && !isSaid)) return '';
  const written = OTHER_NAMES[name] ?? (name === 'tabIndex' ? 'tabindex' : name);
  return value === true && !isSaid ? ` ${written}` : ` ${written}="${escaped(String(value))}"`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);
}

export const useState = <T>(first: T | (() => T)) => [
  typeof first === 'function' ? (first as () => T)() : first,
  nothing,
];
export const useMemo = <T>(make: () => T) => make();
export const useCallback = <T>(one: T) => one;
export const useRef = <T>(current: T) => ({ current });
export const useEffect = nothing;
export const useLayoutEffect = nothing;
export const createContext = <T>(standing: T) => ({ standing, Provider: Fragment });
export const useContext = <T>({ standing }: { readonly standing: T }) => standing;

function nothing(): void {}
