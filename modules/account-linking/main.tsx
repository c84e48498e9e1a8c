/**
 * The account-linking module: an account is linked; for companies that require the user's presence
 * a bill is paid or a card is put on file in the same session.
 */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { kept } from '../kit/keep.ts';
import { useKit } from '../kit/kit.ts';
import { Linking } from '../kit/linking/flow.tsx';
import { purposeOf, readPlace } from '../kit/linking/task.ts';
import { start } from '../kit/start.tsx';
import { useTrail } from '../kit/ways/use-trail.ts';
import { firstPlace } from './first-place.ts';
import { useHindrance } from './hindrance.tsx';
import { KnownAccount } from './known-account.tsx';
import { MoveSwap } from './move-swap.tsx';
import { PaymentOutcome, SwapOutcome } from './on-demand.ts';
import { ReviewPayment } from './review-payment.tsx';
import { taskOf } from './task-of.ts';
import { say } from './text.ts';

start('account-linking', () => say('app.linking'), AccountLinking);

function AccountLinking() {
  const { parameters, session, close } = useKit();
  const [task, setTask] = useState(() => taskOf(parameters));
  const first = useMemo(() => firstPlace(parameters, task, session), []);
  const [isResumed] = useState(() => readPlace(kept().place) !== undefined);
  useEffect(() => {
    // One file: either brings both.
    if (purposeOf(task) !== 'link') PaymentOutcome.loadSoon();
  }, []);
  const { place, go } = useTrail(readPlace, first);
  const hindrance = useHindrance(!isResumed, () => go({ at: 'search' }));
  if (hindrance) return hindrance;
  if (!place && task.billId !== undefined) return <ReviewPayment task={task} onPlace={go} />;
  if (!place && task.swapId !== undefined) return <MoveSwap task={task} onPlace={go} />;
  if (!place && session.company) {
    return (
      <KnownAccount
        {...{ task }}
        company={session.company}
        onPlace={go}
        onBill={(billId) => setTask({ ...task, billId })}
      />
    );
  }
  return (
    <Linking
      task={task}
      Paid={PaymentOutcome}
      Swapped={SwapOutcome}
      place={place ?? { at: 'search' }}
      go={go}
      fixedCompany={parameters.companyId !== undefined && session.company !== undefined}
      onEnd={close}
      canLinkAnother={purposeOf(task) === 'link' && parameters.companyId === undefined}
    />
  );
}
