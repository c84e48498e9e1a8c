/** Places in a body, and what stands there: for tests that spoil valid bodies one place at a time. */

/** A place in a body: `['cards', 0, 'expMonth']`. */
export type Place = readonly (string | number)[];

/** Every place in a value that holds a plain value or a list or an object of its own. */
export function placesIn(value: unknown, at: Place = []): Place[] {
  if (typeof value !== 'object' || value === null) return [at];
  const inner = Object.entries(value).flatMap(([name, item]) =>
    placesIn(item, [...at, Array.isArray(value) ? Number(name) : name]),
  );
  return at.length > 0 ? [at, ...inner] : inner;
}

/** The value with another in a place, or without what stands there. */
export function spoil<T>(value: T, place: Place, replacement: unknown | undefined): T {
  const copy = structuredClone(value);
  const parent = place.slice(0, -1).reduce<unknown>((one, name) => {
    return (one as Record<string | number, unknown>)[name];
  }, copy) as Record<string | number, unknown>;
  const last = place.at(-1) as string | number;
  if (replacement === undefined) delete parent[last];
  else parent[last] = replacement;
  return copy;
}

export function valueAt(value: unknown, place: Place): unknown {
  return place.reduce((one, name) => (one as Record<string | number, unknown>)[name], value);
}
