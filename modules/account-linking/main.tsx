/**
 * The account-linking module: an account is linked; for companies that require the user's presence
 * a bill is paid or a card is put on file in the same session.
 */
import { useEffect, useMemo, useState } from 'preact/hooks';
import { kept } from '../kit/keep.ts';
import { useKit } from '../kit/kit.ts';
import { DataConsent, useDataConsent } from '../kit/linking/data-consent.tsx';
import { Linking, type LinkingProps } from '../kit/linking/flow.tsx';
import { type Place as LinkPlace, purposeOf } from '../kit/linking/task.ts';
import { start } from '../kit/start.tsx';
import { spend } from '../kit/ways/trail.ts';
import { useTrail } from '../kit/ways/use-trail.ts';
import { firstPlace } from './first-place.ts';
import { useHindrance } from './hindrance.tsx';
import { KnownAccount } from './known-account.tsx';
import { MoveSwap } from './move-swap.tsx';
import { DueBill, PaymentOutcome, ReviewPayment, SwapOutcome } from './on-demand.ts';
import { type Place, readPlace } from './place.ts';
import { taskOf } from './task-of.ts';
import { say } from './text.ts';

start('account-linking', () => say('app.linking'), AccountLinking);

function AccountLinking() {
  const { parameters, session, close } = useKit();
  const [task] = useState(() => taskOf(parameters));
  const first = useMemo(() => firstPlace(parameters, task, session), []);
  const [isAgreed, agree] = useDataConsent();
  const [isResumed] = useState(() => readPlace(kept().place) !== undefined);
  const pays = purposeOf(task) === 'payment';
  useEffect(() => {
    // One file: either outcome brings both.
    if (purposeOf(task) !== 'link') PaymentOutcome.loadSoon();
    if (pays) ReviewPayment.loadSoon();
  }, []);
  const { place, go } = useTrail(readPlace, first);
  const hindrance = useHindrance(!isResumed, () => go({ at: 'search' }));
  if (hindrance) return hindrance;
  // What is stored of an account is used at once, and nobody was asked so far.
  if (!place && !isAgreed && (session.company || task.swapId !== undefined))
    return <DataConsent onAgree={agree} />;
  if (!place && task.swapId !== undefined) return <MoveSwap task={task} onPlace={go} />;
  // In the place of what led there: nobody comes back to it.
  const onBill = (billId: string) => go({ at: 'review', billId }, 'replace');
  if (!place && session.company) {
    const onLinked = pays ? (authId: string) => go({ at: 'due', authId }, 'replace') : undefined;
    return <KnownAccount {...{ task, onLinked }} company={session.company} onPlace={go} />;
  }
  if (place?.at === 'due') return <DueBill authId={place.authId} onBill={onBill} />;
  if (place?.at === 'review') {
    const paying = (next: Place) => {
      go(next);
      // What was decided is not decided again.
      spend((one) => Object(one).at === 'review');
    };
    const { billId } = place;
    return <ReviewPayment task={{ ...task, billId }} onPlace={paying} />;
  }
  const linking = {
    Paid: PaymentOutcome,
    Swapped: SwapOutcome,
    fixedCompany: parameters.companyId !== undefined && session.company !== undefined,
    onEnd: close,
  } satisfies Partial<LinkingProps>;
  if (place?.at === 'pay') {
    const { from, ...paying } = place;
    const { billId, maxAmount } = paying;
    return (
      <Linking
        {...linking}
        task={{ ...task, ...paying, items: ['bill', 'payment'] }}
        place={from}
        go={(next) => go(maxAmount === undefined ? next : wayOf(next, place))}
        onReview={billId === undefined ? undefined : () => go({ at: 'review', billId })}
      />
    );
  }
  return (
    <Linking
      {...linking}
      // Nothing is paid that nobody has seen: the account is linked first.
      task={pays ? { items: ['bill'] } : task}
      place={place ?? { at: 'search' }}
      go={go}
      after={pays ? (authId, company) => <DueBill {...{ authId, company, onBill }} /> : undefined}
      canLinkAnother={purposeOf(task) === 'link' && parameters.companyId === undefined}
    />
  );
}

/** The same payment at another step, unless another company is looked for. */
function wayOf(next: LinkPlace, place: Extract<Place, { readonly at: 'pay' }>): Place {
  return next.at === 'search' ? next : { ...place, from: next };
}
