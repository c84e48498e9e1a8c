/** Moves a swap to another card: the company is asked with the credentials that it knows. */
import type { Swap } from '@billhook/core/schemas/swap';
import { useEffect, useState } from 'preact/hooks';
import { CardCode } from '../kit/card-code.tsx';
import { useKit } from '../kit/kit.ts';
import { listSwaps } from '../kit/linking/before.ts';
import { Connecting } from '../kit/linking/connecting.tsx';
import { continueAuth } from '../kit/linking/continue-auth.ts';
import type { Place, Task } from '../kit/linking/task.ts';
import { problemText } from '../kit/problems.ts';
import { Actions, Notice, Primary, Screen } from '../kit/shell.tsx';
import { say } from './text.ts';

type Props = { readonly task: Task; readonly onPlace: (place: Place) => void };

export function MoveSwap({ task, onPlace }: Props) {
  const { api, clientId } = useKit();
  const [swap, setSwap] = useState<Swap | 'gone' | 'failed'>();
  const [needsCode, setNeedsCode] = useState(false);
  const [problem, setProblem] = useState<string>();
  const [round, setRound] = useState(0);
  const begin = async (found: Swap) => {
    setProblem(undefined);
    const result = await continueAuth(api, found.auth._id, task);
    if (result.ok) onPlace({ at: 'working', authId: found.auth._id });
    else if (result.code === 'card_code_required') setNeedsCode(true);
    // It is on its way already: this page was opened twice.
    else if (result.code === 'swap_in_progress') onPlace({ at: 'working', authId: found.auth._id });
    else setProblem(problemText(result));
  };
  useEffect(() => {
    listSwaps(api, clientId).then((swaps) => {
      const found = swaps?.find(({ _id }) => _id === task.swapId);
      if (found) void begin(found);
      setSwap(found ?? (swaps ? 'gone' : 'failed'));
    });
  }, [round]);
  const known = typeof swap === 'string' ? undefined : swap;
  if (needsCode && known && task.paymentMethodId !== undefined) {
    return (
      <CardCode
        paymentMethodId={task.paymentMethodId}
        onGiven={() => {
          setNeedsCode(false);
          void begin(known);
        }}
      />
    );
  }
  if (swap === 'gone') {
    return (
      <Screen name="swap-gone" title={say('swapGone.title')}>
        <Notice kind="problem">{say('swapGone.body')}</Notice>
      </Screen>
    );
  }
  if (swap === 'failed' || problem !== undefined) {
    const again = () => {
      setSwap(undefined);
      setProblem(undefined);
      setRound(round + 1);
    };
    return (
      <Screen name="swap-failed" title={say('swapGone.title')}>
        <Notice kind="problem">{problem ?? say('problem.general')}</Notice>
        <Actions>
          <Primary text={say('action.retry')} onClick={again} />
        </Actions>
      </Screen>
    );
  }
  return <Connecting purpose="swap" company={known?.company.name} />;
}
