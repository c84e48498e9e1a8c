/** One statement of an IAM policy, its values resolved. */
export type Statement = {
  readonly Effect?: string;
  readonly Action?: string | readonly string[];
  readonly NotAction?: string | readonly string[];
  readonly Resource?: string | readonly string[];
  readonly NotResource?: string | readonly string[];
  readonly Condition?: Record<string, Record<string, unknown>>;
};

/** One thing that a caller asks for. `context` holds condition keys, lower case, with their values. */
export type AccessRequest = {
  readonly action: string;
  readonly resource: string;
  readonly context?: Readonly<Record<string, readonly string[]>>;
  /** Of a resource that has a policy of its own, as each key has. */
  readonly resourcePolicy?: readonly (Statement & { readonly Principal?: unknown })[];
};

export type Decision = 'allowed' | 'denied' | 'not-allowed';

/**
 * Evaluates identity statements as IAM does: an explicit denial wins, and what is
 * not allowed is refused. A condition that isn't understood never allows and always denies.
 */
export function evaluate(statements: readonly Statement[], request: AccessRequest): Decision {
  let allowed = false;
  for (const statement of statements) {
    if (
      !matchesAction(statement, request.action) ||
      !matchesResource(statement, request.resource)
    ) {
      continue;
    }
    const condition = evaluateConditions(statement.Condition, request.context ?? {});
    if (statement.Effect === 'Deny' && condition !== 'unmet') return 'denied';
    if (statement.Effect === 'Allow' && condition === 'met') allowed = true;
  }
  return allowed ? 'allowed' : 'not-allowed';
}

/** Those of the templates with a wildcard, which every call of AWS is held against. */
const compiled = new Map<string, RegExp>();
/** Far more than the templates have. */
const MOST_COMPILED = 2_000;
const WILDCARD = /[*?]/;

/** Matches `*` (anything) and `?` (one character), as IAM patterns do. */
export function matchesPattern(pattern: string, text: string, caseSensitive = true): boolean {
  // The authorizer's answers name the request's own path: kept, one for each client would add up.
  if (!WILDCARD.test(pattern)) {
    return caseSensitive ? pattern === text : pattern.toLowerCase() === text.toLowerCase();
  }
  const key = caseSensitive ? pattern : `i ${pattern}`;
  let expression = compiled.get(key);
  if (!expression) {
    expression = compilePattern(pattern, caseSensitive);
    if (compiled.size < MOST_COMPILED) compiled.set(key, expression);
  }
  return expression.test(text);
}

function compilePattern(pattern: string, caseSensitive: boolean): RegExp {
  const source = pattern
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '[\\s\\S]*')
    .replaceAll('?', '[\\s\\S]');
  return new RegExp(`^${source}$`, caseSensitive ? '' : 'i');
}

function matchesAction(statement: Statement, action: string): boolean {
  if (statement.Action !== undefined) {
    return list<string>(statement.Action).some((pattern) => matchesPattern(pattern, action, false));
  }
  if (statement.NotAction === undefined) return false;
  return !list<string>(statement.NotAction).some((pattern) =>
    matchesPattern(pattern, action, false),
  );
}

function matchesResource(statement: Statement, resource: string): boolean {
  if (statement.Resource !== undefined) {
    return list<string>(statement.Resource).some((pattern) => matchesPattern(pattern, resource));
  }
  if (statement.NotResource === undefined) return false;
  return !list<string>(statement.NotResource).some((pattern) => matchesPattern(pattern, resource));
}

type Outcome = 'met' | 'unmet' | 'not-understood';

/** Condition keys that the endpoint fills in where they apply; a missing one is then truly missing. */
const KNOWN_KEYS = [
  /^kms:(encryptioncontext:.+|encryptioncontextkeys|requestalias|keyspec|keyusage)$/,
  /^kms:(signingalgorithm|macalgorithm|encryptionalgorithm|messagetype|viaservice)$/,
  /^aws:(requesttag|resourcetag)\/.+$/,
  /^aws:tagkeys$/,
  /^dynamodb:leadingkeys$/,
  /^dynamodb:enclosingoperation$/,
  /^secretsmanager:(versionstage|versionid|secretid)$/,
  /^aws:(requestedregion|principalaccount|principalarn|principalisawsservice|resourceaccount)$/,
  /^aws:(securetransport|sourceaccount|sourcearn)$/,
  /^lambda:sourcefunctionarn$/,
];

function evaluateConditions(
  conditions: Statement['Condition'],
  context: NonNullable<AccessRequest['context']>,
): Outcome {
  let outcome: Outcome = 'met';
  for (const [operator, keys] of Object.entries(conditions ?? {})) {
    for (const [key, wanted] of Object.entries(keys)) {
      const one = evaluateCondition(
        operator,
        key.toLowerCase(),
        list<unknown>(wanted).map(String),
        context,
      );
      if (one === 'unmet') return 'unmet';
      if (one === 'not-understood') outcome = one;
    }
  }
  return outcome;
}

type Matcher = (pattern: string, value: string) => boolean;

const OPERATORS: Record<string, { readonly match: Matcher; readonly negated?: boolean }> = {
  StringEquals: { match: (wanted, value) => wanted === value },
  StringNotEquals: { match: (wanted, value) => wanted === value, negated: true },
  StringEqualsIgnoreCase: {
    match: (wanted, value) => wanted.toLowerCase() === value.toLowerCase(),
  },
  StringLike: { match: (wanted, value) => matchesPattern(wanted, value) },
  StringNotLike: { match: (wanted, value) => matchesPattern(wanted, value), negated: true },
  ArnEquals: { match: (wanted, value) => matchesPattern(wanted, value) },
  ArnLike: { match: (wanted, value) => matchesPattern(wanted, value) },
  ArnNotEquals: { match: (wanted, value) => matchesPattern(wanted, value), negated: true },
  ArnNotLike: { match: (wanted, value) => matchesPattern(wanted, value), negated: true },
  Bool: { match: (wanted, value) => wanted.toLowerCase() === value.toLowerCase() },
};

function evaluateCondition(
  operatorName: string,
  key: string,
  wanted: readonly string[],
  context: NonNullable<AccessRequest['context']>,
): Outcome {
  if (!KNOWN_KEYS.some((known) => known.test(key))) return 'not-understood';
  const values = context[key];
  if (operatorName === 'Null') {
    return wanted.includes(String(values === undefined || values.length === 0)) ? 'met' : 'unmet';
  }
  const [, quantifier, base = '', ifExists] =
    /^(?:(ForAllValues|ForAnyValue):)?(\w+?)(IfExists)?$/.exec(operatorName) ?? [];
  const operator = OPERATORS[base];
  if (!operator) return 'not-understood';
  if (values === undefined || values.length === 0) {
    const met =
      quantifier === 'ForAllValues' || ifExists !== undefined || operator.negated === true;
    return met && quantifier !== 'ForAnyValue' ? 'met' : 'unmet';
  }
  const holds = (value: string) => {
    const matched = wanted.some((pattern) => operator.match(pattern, value));
    return operator.negated ? !matched : matched;
  };
  const met = quantifier === 'ForAnyValue' ? values.some(holds) : values.every(holds);
  return met ? 'met' : 'unmet';
}

function list<T>(value: unknown): readonly T[] {
  return (Array.isArray(value) ? value : [value]) as T[];
}
