/** What the battery counts, and the table that it prints. */

export type Figures = {
  payments: number;
  submissions: number;
  faults: Record<string, number>;
  /** Payments at Method: those that it has for submissions, by what became of them. */
  atMethod: Record<string, number>;
  /** What the caller knows in the end, by payment. */
  known: Record<string, number>;
  /** How the caller learned of a payment that came back. */
  returnsToldBy: Record<string, number>;
  returns: number;
  returnsTold: number;
  settlementRows: number;
  requests: number;
  requestsToMethod: number;
  days: number;
  seconds: number;
  violations: string[];
};

export function newFigures(): Figures {
  return {
    payments: 0,
    submissions: 0,
    faults: {},
    atMethod: {},
    known: {},
    returnsToldBy: {},
    returns: 0,
    returnsTold: 0,
    settlementRows: 0,
    requests: 0,
    requestsToMethod: 0,
    days: 0,
    seconds: 0,
    violations: [],
  };
}

export function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

export function tableOf(figures: Figures): string {
  const { violations, faults, atMethod, known, returnsToldBy, ...plain } = figures;
  const sum = Object.values(faults).reduce((all, one) => all + one, 0);
  const rows: [string, string | number][] = [
    ['payments', plain.payments],
    ['submissions', plain.submissions],
    ['requests of the caller', plain.requests],
    ['requests to Method', plain.requestsToMethod],
    ['faults', sum],
    ...named('fault', faults),
    ...named('at Method', atMethod),
    ...named('known to the caller', known),
    ['came back', plain.returns],
    ['told of them, once each', plain.returnsTold],
    ...named('told first by', returnsToldBy),
    ['rows of settlements', plain.settlementRows],
    ['days', plain.days],
    ['seconds', plain.seconds.toFixed(1)],
    ['violations', violations.length],
  ];
  return ['| | |', '|---|---:|', ...rows.map(([name, value]) => `| ${name} | ${value} |`)].join(
    '\n',
  );
}

function named(what: string, counts: Record<string, number>): [string, number][] {
  return Object.entries(counts)
    .sort(([, one], [, other]) => other - one)
    .map(([name, value]) => [`– ${what}: ${name}`, value]);
}
