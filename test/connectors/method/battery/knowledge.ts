/** What the caller knows of each submission, and whether that is true: looked at whenever it is told. */
import type { KeptPayment } from '../../../../connectors/method/stand-in/book.ts';
import type { StandIn } from '../../../../connectors/method/stand-in/stand-in.ts';
import type { Submission } from './caller.ts';
import { count, type Figures } from './figures.ts';

export type Source = 'response' | 'report' | 'find' | 'settlements' | 'last find';
type Known = { kind: string; returns: number };

/** What may follow what is known of a submission. */
const mayFollow: Readonly<Record<string, readonly string[]>> = {
  accepted: ['paid', 'declined', 'held', 'returned', 'never-taken'],
  paid: ['returned'],
};
/** The money of a payment with one of these stayed where it was. */
const untaken = ['failed', 'canceled'];
const says = ['accepted', 'paid', 'declined', 'held', 'returned', 'never-taken', 'not-logged-in'];

export type Knowledge = ReturnType<typeof openKnowledge>;

export function openKnowledge(standIn: StandIn, figures: Figures) {
  const known = new Map<string, Known>();
  const keyOf = ({ payment, submission }: Pick<Submission, 'payment' | 'submission'>) =>
    `${payment}/${submission}`;
  const violated = (text: string) => void figures.violations.push(text);
  return {
    known,
    kindOf: (one: Submission) => known.get(keyOf(one))?.kind,
    /** Takes in what was said of a submission. Later questions are more certain than earlier ones. */
    told(one: Pick<Submission, 'payment' | 'submission'>, said: string, source: Source): void {
      if (!says.includes(said)) return;
      // Both close a submission of which Method was asked nothing.
      const kind = said === 'not-logged-in' ? 'never-taken' : said;
      const key = keyOf(one);
      const before = known.get(key);
      if (before?.kind === kind) return;
      const follows = !before || (mayFollow[before.kind]?.includes(kind) ?? false);
      // What is late is dropped; what contradicts the end of a payment is wrong.
      if (before && !follows) {
        const isEarlier = mayFollow[kind]?.includes(before.kind) || isBefore(kind, before.kind);
        if (!isEarlier) violated(`${key} was ${before.kind}, and ${source} says ${kind}`);
        return;
      }
      const made = madeBy(standIn).get(key) ?? [];
      const wrong = contradiction(kind, made);
      if (wrong) violated(`${key}: ${source} says ${kind}, and ${wrong}`);
      const returns = (before?.returns ?? 0) + (kind === 'returned' ? 1 : 0);
      known.set(key, { kind, returns });
      if (kind === 'returned') count(figures.returnsToldBy, source);
    },
  };
}

function isBefore(kind: string, known: string): boolean {
  return kind === 'accepted' && ['paid', 'returned'].includes(known);
}

function contradiction(kind: string, made: readonly Readonly<KeptPayment>[]): string | undefined {
  const taken = made.filter(({ status }) => !untaken.includes(status));
  const had = (...statuses: readonly string[]) =>
    made.some(({ history }) => history.some(({ status }) => statuses.includes(status)));
  if (['declined', 'held', 'never-taken'].includes(kind)) {
    return taken.length > 0 ? `Method took it: ${taken[0]?.status}` : undefined;
  }
  if (made.length === 0) return 'Method has no payment';
  if (kind === 'paid' && !had('posted', 'cashed', 'settled')) return 'it was never posted';
  if (kind === 'returned' && !had('reversed')) return 'it never came back';
  return undefined;
}

const indexes = new WeakMap<StandIn, { size: number; index: Map<string, KeptPayment[]> }>();

/** Method's payments, by the submission that is in their metadata. */
export function madeBy(standIn: StandIn): ReadonlyMap<string, readonly KeptPayment[]> {
  const { payments } = standIn;
  const kept = indexes.get(standIn) ?? { size: 0, index: new Map<string, KeptPayment[]>() };
  if (kept.size === payments.size) return kept.index;
  for (const payment of [...payments.values()].slice(kept.size)) {
    const { billhook_payment, billhook_submission } = payment.metadata ?? {};
    const key = `${billhook_payment}/${billhook_submission}`;
    kept.index.set(key, [...(kept.index.get(key) ?? []), payment as KeptPayment]);
  }
  kept.size = payments.size;
  indexes.set(standIn, kept);
  return kept.index;
}
