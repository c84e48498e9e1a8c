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
import { say } from '../kit/text.ts';

type Props = { readonly task: Task; readonly onPlace: (place: Place) => void };

export function MoveSwap({ task, onPlace }: Props) {
  const { api, clientId } = useKit();
  const [swap, setSwap] = useState<Swap | 'gone'>();
  const [needsCode, setNeedsCode] = useState(false);
  const [problem, setProblem] = useState<string>();
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
      setSwap(found ?? 'gone');
    });
  }, []);
  if (needsCode && swap && swap !== 'gone' && task.paymentMethodId !== undefined) {
    return (
      <CardCode
        paymentMethodId={task.paymentMethodId}
        onGiven={() => {
          setNeedsCode(false);
          void begin(swap);
        }}
      />
    );
  }
  if (swap === 'gone' || problem !== undefined) {
    return (
      <Screen name="swap-gone" title={say('swapGone.title')}>
        <Notice kind="problem">{problem ?? say('swapGone.body')}</Notice>
        {swap && swap !== 'gone' && (
          <Actions>
            <Primary text={say('action.retry')} onClick={() => void begin(swap)} />
          </Actions>
        )}
      </Screen>
    );
  }
  return <Connecting purpose="swap" company={swap?.company.name} />;
}
