/** Wycheproof's vectors, of the folder that `WYCHEPROOF` names. */
import type { Outcome, Part } from '../part.ts';
import { suites } from './suites.ts';
import type { Suite, Tried } from './vectors.ts';

/** Where we refuse what a vector calls valid, and why that is right. */
const deviations: Readonly<Record<string, string>> = {
  'small-exponent': 'a public exponent below 65,537, which no signing key may have',
  'oaep-label': 'OAEP with a label, which KMS does not have',
  'other-algorithms': 'a JWE that is not RSA-OAEP-256 with A256GCM',
  'only-our-tokens': 'a JWS whose header or claims are not those of our own tokens',
};

const SHOWN = 20;

export const wycheproof: Part = {
  name: 'Wycheproof',
  run: async () => {
    const folder = process.env.WYCHEPROOF;
    if (!folder)
      return { skipped: 'WYCHEPROOF names no folder (testvectors_v1 of C2SP/wycheproof)' };
    const all: Suite[] = [];
    for (const make of suites) all.push(await make(folder));
    return judge(all);
  },
};

export function judge(all: readonly Suite[]): Outcome {
  return {
    figures: all.map(figureOf),
    failures: all.flatMap(({ name, tried }) =>
      tried
        .filter((one) => !isRight(one))
        .slice(0, SHOWN)
        .map(({ vector, verdict }) => {
          const { tcId, result, comment } = vector;
          return `${name}: vector ${tcId} (${result}) was ${verdict}: ${comment}`;
        }),
    ),
  };
}

/** `acceptable` leaves it to us. A valid one may be refused for a reason that has a name. */
function isRight({ vector, verdict, deviation }: Tried): boolean {
  if (verdict === 'other') return false;
  if (vector.result === 'invalid') return verdict === 'refused';
  if (vector.result === 'acceptable') return true;
  return verdict === 'accepted' || deviation !== undefined;
}

function figureOf({ name, tried }: Suite): string {
  const right = tried.filter(isRight).length;
  const refused = tried.filter(
    ({ vector, verdict }) => vector.result === 'valid' && verdict === 'refused',
  );
  const named = Object.entries(Object.groupBy(refused, ({ deviation }) => deviation ?? 'none'))
    .filter(([reason]) => reason in deviations)
    .map(([reason, some = []]) => `${some.length} valid refused: ${deviations[reason]}`);
  return [`${name}: ${right} of ${tried.length} as expected`, ...named].join('; ');
}
