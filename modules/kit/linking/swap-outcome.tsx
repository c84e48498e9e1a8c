/** What became of a card that was to be put on file once the company had let us in. */
import type { Swap } from '@billhook/core/schemas/swap';
import { useState } from 'preact/hooks';
import type { HoldAction } from '../holds.ts';
import { useKit } from '../kit.ts';
import { listSwaps } from '../lists.ts';
import { Seal } from '../look/drawn.tsx';
import { methodName } from '../method-name.ts';
import { Actions, Primary, Screen } from '../shell.tsx';
import { usePoll } from '../use-poll.ts';
import { useWorking } from '../use-working.ts';
import { isSwapUnderWay, stoodBefore } from './before.ts';
import { Connecting } from './connecting.tsx';
import { Hold } from './hold.tsx';
import { Success } from './success.tsx';
import type { OutcomeProps } from './task.ts';
import { say } from './text.ts';

type Props = OutcomeProps & {
  readonly actions: Partial<Record<HoldAction, () => void>>;
};

export function SwapOutcome(props: Props) {
  const { authId, company, before, task, doneText, actions, onEnd, goOn } = props;
  const { api, clientId } = useKit();
  const [swap, setSwap] = useState<Swap | 'none'>();
  usePoll(authId, async () => {
    const swaps = await listSwaps(api, clientId);
    if (!swaps) return true;
    const own = findSwap(swaps, { authId, before, task });
    setSwap(own ?? 'none');
    return own !== undefined && isSwapUnderWay(own.status.type);
  });
  const working = swap === undefined || (swap !== 'none' && isSwapUnderWay(swap.status.type));
  useWorking(working);
  if (swap === 'none') {
    const leave = () => onEnd({ kind: 'linked', authId });
    return (
      <Screen
        name="swap-none"
        title={say('swapNone.title')}
        top={<Seal company={company} tone="danger" />}
        calm
      >
        <p>{say('swapNone.body', { company: company.name })}</p>
        <Actions>
          <Primary text={say('action.done')} onClick={leave} />
        </Actions>
      </Screen>
    );
  }
  if (swap?.status.type === 'completed') {
    const { paymentMethod } = swap;
    const card = methodName(paymentMethod);
    const end = () => onEnd({ kind: 'swapped', authId });
    const title = say('swapDone.title', { company: company.name });
    return (
      <Success name="swapped" {...{ title, company, doneText }} onDone={end}>
        <p>{say('swapDone.body', { card })}</p>
      </Success>
    );
  }
  if (swap?.status.type === 'hold' && swap.reason) {
    const { paymentMethodId } = task;
    return (
      <Hold
        {...{ company, authId, actions, paymentMethodId }}
        reason={swap.reason}
        onResumed={goOn}
      />
    );
  }
  return <Connecting purpose="swap" company={company} step="updating-card" />;
}

/** The one that is moved, or the newest of the auth that was not there before. */
function findSwap(
  swaps: readonly Swap[],
  { authId, before, task }: Pick<Props, 'authId' | 'before' | 'task'>,
): Swap | undefined {
  if (task.swapId !== undefined) return swaps.find(({ _id }) => _id === task.swapId);
  return swaps.find(({ _id, auth }) => auth._id === authId && !stoodBefore(before, _id));
}
