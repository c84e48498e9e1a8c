/**
 * The account-linking module: an account is linked; for companies that require the user's presence
 * a bill is paid or a card is put on file in the same session.
 */
import { useState } from 'preact/hooks';
import { keepPlace, kept } from '../kit/keep.ts';
import { useKit } from '../kit/kit.ts';
import { Linking } from '../kit/linking/flow.tsx';
import { SwapOutcome } from '../kit/linking/swap-outcome.tsx';
import { type Place, purposeOf, readPlace } from '../kit/linking/task.ts';
import type { Parameters } from '../kit/parameters.ts';
import { start } from '../kit/start.tsx';
import { MoveSwap } from './move-swap.tsx';
import { ReviewPayment } from './review-payment.tsx';
import { taskOf } from './task-of.ts';

start('account-linking', 'app.linking', AccountLinking);

function AccountLinking() {
  const { parameters, session, close } = useKit();
  const task = taskOf(parameters);
  const [place, setPlace] = useState(() => firstPlace(parameters, session));
  const go = (next: Place) => {
    keepPlace(next);
    setPlace(next);
  };
  if (!place && task.billId !== undefined) return <ReviewPayment task={task} onPlace={go} />;
  if (!place && task.swapId !== undefined) return <MoveSwap task={task} onPlace={go} />;
  return (
    <Linking
      task={task}
      Swapped={SwapOutcome}
      from={place ?? { at: 'search' }}
      fixedCompany={parameters.companyId !== undefined && session.company !== undefined}
      onPlace={keepPlace}
      onEnd={close}
      canLinkAnother={purposeOf(task) === 'link' && parameters.companyId === undefined}
    />
  );
}

/** Where the user was before a reload, what is under way, or what the address says. */
function firstPlace(
  parameters: Parameters,
  { company, open }: ReturnType<typeof useKit>['session'],
): Place | undefined {
  const before = readPlace(kept().place);
  if (before && before.at !== 'search') return before;
  const { companyId, billId, swapId } = parameters;
  const ours = open.find(({ auth }) => companyId === undefined || auth.company._id === companyId);
  if (ours && billId === undefined && swapId === undefined) {
    return { at: 'working', authId: ours.auth._id };
  }
  return company && billId === undefined ? { at: 'sign-in', companyId: company._id } : undefined;
}
