/** Moves a swap to another card: the company is asked with the credentials that it knows. */
import type { Swap } from '@billhook/core/schemas/swap';
import { useEffect, useState } from 'preact/hooks';
import { useKit } from '../kit/kit.ts';
import { useCardCode } from '../kit/linking/card-code.tsx';
import { Connecting } from '../kit/linking/connecting.tsx';
import { continueAuth } from '../kit/linking/continue-auth.ts';
import { useGivenConsent } from '../kit/linking/data-consent.tsx';
import type { Place, Task } from '../kit/linking/task.ts';
import { listSwaps } from '../kit/lists.ts';
import { problemText } from '../kit/problems.ts';
import { Trouble } from '../kit/shell.tsx';
import { say } from './text.ts';

/** Refusals after which the auth itself tells how it goes on. */
const watched: ReadonlySet<string> = new Set([
  'swap_in_progress',
  'auth_not_verified',
  'invalid_form',
]);

type Props = { readonly task: Task; readonly onPlace: (place: Place) => void };

export function MoveSwap({ task, onPlace }: Props) {
  const { api, clientId } = useKit();
  const given = useGivenConsent();
  const [swap, setSwap] = useState<Swap | 'gone' | 'failed'>();
  const [codeForm, takeOver] = useCardCode(
    task.paymentMethodId,
    () => known && begin(known),
    false,
  );
  const [problem, setProblem] = useState<string>();
  const [round, setRound] = useState(0);
  const begin = async (found: Swap) => {
    setProblem(undefined);
    const result = await continueAuth(api, found.auth._id, task, { dataConsent: given() });
    // Or it is on its way already, as this page was opened twice; or the user has to act first.
    if (result.ok || watched.has(result.code)) {
      onPlace({ at: 'working', authId: found.auth._id });
    } else if (!takeOver(result)) setProblem(problemText(result));
  };
  useEffect(() => {
    listSwaps(api, clientId).then((swaps) => {
      const found = swaps?.find(({ _id }) => _id === task.swapId);
      if (found) void begin(found);
      setSwap(found ?? (swaps ? 'gone' : 'failed'));
    });
  }, [round]);
  const known = typeof swap === 'string' ? undefined : swap;
  if (codeForm) return codeForm;
  const title = say('swapGone.title');
  if (swap === 'gone')
    return <Trouble name="swap-gone" title={title} text={say('swapGone.body')} />;
  if (swap === 'failed' || problem !== undefined) {
    const again = () => {
      setSwap(undefined);
      setProblem(undefined);
      setRound(round + 1);
    };
    const text = problem ?? say('problem.general');
    return <Trouble name="swap-failed" {...{ title, text }} onRetry={again} />;
  }
  return <Connecting purpose="swap" company={known?.company} />;
}
