/** One company's own screen: what it needs of the user, until it needs nothing more. */

import type { ChallengeData } from '@billhook/core/schemas/auth';
import type { CompanySummary } from '@billhook/core/schemas/company';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { useEffect, useRef } from 'preact/hooks';
import { CardCode } from '../kit/linking/card-code.tsx';
import { Challenge } from '../kit/linking/challenge.tsx';
import { DataConsent, useDataConsent } from '../kit/linking/data-consent.tsx';
import { Hold } from '../kit/linking/hold.tsx';
import { SignIn } from '../kit/linking/sign-in.tsx';
import { Logo } from '../kit/logo.tsx';
import { Screen } from '../kit/shell.tsx';
import { taskOf } from './begin-row.ts';
import { ChooseCard } from './choose-card.tsx';
import { nameOf } from './progress.tsx';
import {
  type Desk,
  followLink,
  goOnWithCode,
  moveRow,
  noteAnswer,
  removeRows,
} from './row-actions.ts';
import { isOver, type Row } from './rows.ts';
import { say } from './text.ts';

type Props = {
  readonly desk: Desk;
  readonly row: Row;
  readonly methods: readonly PaymentMethod[] | undefined;
  /** Where it stands among those that the user signs in to. */
  readonly note?: string;
  /** Nothing more is to be done here now, but for what goes on by itself. */
  readonly onDone: (work?: Promise<void>) => void;
  /** The user turns away from it. */
  readonly onLeave: () => void;
  readonly onOtherCompany: () => void;
  readonly onCardAdded: () => void;
};

export function RowScreen(props: Props) {
  const { desk, row, note, onDone, onLeave } = props;
  const { companyId } = row;
  const { store } = desk;
  const state = store.get();
  const status = store.statusById(companyId);
  const link = state.seen[companyId]?.link;
  const company = nameOf(state, row);
  const answered = useRef<ChallengeData>();
  const [agreed, agree] = useDataConsent();
  // Once the company has let us in, the list tells of the rest.
  const over = status.state === 'updating' || isOver(status);
  useEffect(() => {
    if (over) onDone();
  }, [over]);
  const needsConsent = status.opens === 'sign-in' || status.opens === 'challenge';
  if (needsConsent && !agreed) return <DataConsent onAgree={agree} onBack={onLeave} />;
  switch (status.opens) {
    case 'sign-in':
      return <RowSignIn {...props} why={status.why} note={note} />;
    case 'code':
      return (
        <CardCode
          paymentMethodId={row.paymentMethodId}
          onBack={onLeave}
          onGiven={() => onDone(goOnWithCode(desk))}
        />
      );
    case 'card':
      return <OtherCard {...props} company={company} />;
    case 'hold':
      return <RowHold {...props} />;
    case 'challenge': {
      const challenge = link?.challenge;
      if (!challenge) return null;
      const gone = () => noteAnswer(desk, companyId, challenge.token);
      return (
        <Challenge
          key={challenge.token}
          {...{ challenge, company }}
          mark={link && <Logo company={link.auth.company} />}
          last={answered.current}
          onAnswered={() => {
            answered.current = challenge;
            gone();
          }}
          onGone={gone}
          onSkip={onLeave}
          onBack={onLeave}
        />
      );
    }
    default:
      return <Working company={state.companies[companyId]} onBack={onLeave} />;
  }
}

/** For a moment: the list tells of work that takes longer. */
function Working({
  company,
  onBack,
}: {
  readonly company: CompanySummary | undefined;
  readonly onBack: () => void;
}) {
  return (
    <Screen
      name="working"
      title={say('work.title.swap', { company: company?.name ?? '' })}
      mark={company && <Logo company={company} />}
      onBack={onBack}
      calm
    >
      <div class="center">
        <i class="turning" aria-hidden="true" />
      </div>
    </Screen>
  );
}

type RowSignInProps = Props & { readonly why?: Parameters<typeof SignIn>[0]['why'] };

function RowSignIn({ desk, row, why, note, onDone, onLeave }: RowSignInProps) {
  const company = desk.store.get().companies[row.companyId];
  // Its fields are on their way, after a page was loaded again.
  if (!company || !('auth' in company)) return <Working company={company} onBack={onLeave} />;
  return (
    <SignIn
      key={why}
      task={taskOf(row)}
      {...{ company, why, note }}
      asked={desk.store.get().seen[row.companyId]?.link?.auth}
      otherText={say('swap.queue.skip')}
      onOther={onLeave}
      onBack={onLeave}
      onSent={(authId) => {
        followLink(desk, row.companyId, authId);
        onDone();
      }}
    />
  );
}

function RowHold(props: Props) {
  const { desk, row, onLeave, onDone } = props;
  const { store } = desk;
  const { companyId } = row;
  const { link, swap } = store.get().seen[companyId] ?? {};
  const auth = link?.auth;
  const reason = auth?.reason ?? swap?.reason;
  const company = auth?.company ?? swap?.company;
  if (!reason || !company) return null;
  return (
    <Hold
      {...{ company, reason }}
      authId={row.authId ?? ''}
      paymentMethodId={swap?.paymentMethod?._id ?? row.paymentMethodId}
      ofCard
      onBack={onLeave}
      onResumed={() => {
        followLink(desk, companyId, row.authId ?? '');
        onDone();
      }}
      actions={{
        relogin: () => store.setTrouble(companyId, { kind: 'sign-in', why: 'again' }),
        card: () => store.setTrouble(companyId, { kind: 'card' }),
        other: () => {
          removeRows(desk, [companyId]);
          props.onOtherCompany();
        },
        later: onLeave,
        done: onLeave,
      }}
    />
  );
}

function OtherCard({
  desk,
  row,
  methods,
  company,
  onDone,
  onLeave,
  onCardAdded,
}: Props & { readonly company: string }) {
  return (
    <ChooseCard
      methods={methods}
      refused={row.paymentMethodId}
      refusedBy={company}
      onBack={onLeave}
      onAdded={onCardAdded}
      onChosen={(card) => onDone(moveRow(desk, row, card))}
    />
  );
}
