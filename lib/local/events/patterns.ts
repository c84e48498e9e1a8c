/** Patterns of events, as EventBridge's rules and Lambda's filters are written: as far as templates use them. */
import { localFailure } from '../failures.ts';

/** Whether something matches. */
export type Pattern = (value: unknown) => boolean;

/** @throws LocalFailure, at the start, for a matcher that is not run here. */
export function readPattern(pattern: unknown, where: string): Pattern {
  if (!isObject(pattern)) throw localFailure(`${where}: a pattern must be an object.`);
  const fields = Object.entries(pattern).map(([name, wanted]) => {
    const matches = Array.isArray(wanted)
      ? readMatchers(wanted, where)
      : readPattern(wanted, where);
    return (value: unknown) => matches(isObject(value) ? value[name] : undefined);
  });
  return (value) => fields.every((matches) => matches(value));
}

/** Any of the matchers is enough, and of several values any. */
function readMatchers(matchers: readonly unknown[], where: string): Pattern {
  const read = matchers.map((matcher) => readMatcher(matcher, where));
  return (value) => {
    const values = Array.isArray(value) ? value : [value];
    return values.some((one) => read.some((matches) => matches(one)));
  };
}

function readMatcher(matcher: unknown, where: string): Pattern {
  if (!isObject(matcher)) return (value) => value === matcher;
  const { prefix, ...others } = matcher;
  if (typeof prefix !== 'string' || Object.keys(others).length > 0) {
    const names = Object.keys(matcher).join(', ');
    throw localFailure(
      `${where}: the local runtime matches only texts and prefixes, not ${names}.`,
    );
  }
  return (value) => typeof value === 'string' && value.startsWith(prefix);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
