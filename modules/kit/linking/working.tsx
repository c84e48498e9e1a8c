/** Watches a link until its outcome, and shows what it asks or has come to on the way. */
import type { ChallengeData, LinkedAuth } from '@billhook/core/schemas/auth';
import type { CompanySummary } from '@billhook/core/schemas/company';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Result } from '../api.ts';
import type { HoldAction } from '../holds.ts';
import { useKit } from '../kit.ts';
import { loadHoldTexts } from '../load-hold-texts.ts';
import { Logo } from '../logo.tsx';
import { problemText } from '../problems.ts';
import { Trouble } from '../shell.tsx';
import { usePoll } from '../use-poll.ts';
import { useWorking } from '../use-working.ts';
import { beforeTask } from './before.ts';
import { Challenge } from './challenge.tsx';
import { type AskedFor, askedFor, kindOf } from './challenge-kind.ts';
import { Connecting } from './connecting.tsx';
import { Done, Skipped } from './done.tsx';
import { Hold } from './hold.tsx';
import { LaterQuestions } from './later-questions.tsx';
import type { PaymentOutcome } from './payment-outcome.tsx';
import { spendSignIn } from './spend.ts';
import type { SwapOutcome } from './swap-outcome.tsx';
import {
  type After,
  isSignInReason,
  type LinkProgress,
  type LinkResult,
  type Login,
  purposeOf,
  type SignInReason,
  type Task,
} from './task.ts';
import { say } from './text.ts';

type Props = {
  readonly task: Task;
  readonly authId: string;
  readonly before?: string;
  /** Where the user has signed in, while the page still has it. */
  readonly company?: CompanySummary;
  /** What was typed to sign in, while the page still has it. */
  readonly login: () => Login | undefined;
  readonly doneText?: string;
  readonly onEnd: (result: LinkResult) => void;
  readonly after?: After;
  readonly onReview?: () => void;
  readonly onSignIn: (companyId: string, why: SignInReason, asked: LinkedAuth) => void;
  readonly onOther?: () => void;
  /** The way out of what waits for the user. */
  readonly onBack?: () => void;
  readonly onOtherCard?: () => void;
  readonly onAnother?: () => void;
  /** What tells of a payment and of a swap, for a module that makes them: the others need not carry it. */
  readonly Paid?: typeof PaymentOutcome;
  readonly Swapped?: typeof SwapOutcome;
};

export function Working(props: Props) {
  const { task, authId, onEnd } = props;
  const kit = useKit();
  const [answered, setAnswered] = useState<ChallengeData>();
  const [round, setRound] = useState(0);
  const [skipped, setSkipped] = useState(false);
  const [seen, setSeen] = useState<LinkProgress>();
  const [gone, setGone] = useState<string>();
  const asked = useAsked(seen);
  usePoll(skipped ? undefined : `${authId} ${round}`, async () => {
    const result = await kit.api<LinkProgress>({ path: `/auth/${encodeURIComponent(authId)}` });
    if (!result.ok) {
      // Whatever passes is asked about again; an auth that is gone does not come back.
      if (result.code === 'auth_not_found') setGone(problemText(result));
      return result.code !== 'auth_not_found' && result.code !== 'token_invalid';
    }
    setSeen(result.value);
    return result.value.linking || result.value.challenge !== undefined;
  });
  useHoldTexts();
  const wasAsked = useUnderway(seen, skipped);
  const before = useBefore(props, seen?.auth.company._id);
  const verified = seen?.auth.status?.type === 'verified' && !seen.linking;
  useEffect(() => {
    if (!verified) return;
    kit.linked(authId, seen.auth.company._id);
    if (task.items.every((item) => item === 'bill')) spendSignIn();
  }, [kit, verified, authId, seen]);

  if (gone !== undefined) {
    const onBack = props.onOther ?? props.onBack;
    return <Trouble name="gone" title={say('problem.summary')} text={gone} onBack={onBack} />;
  }
  const look = () => setRound((count) => count + 1);
  const goOn = () => {
    setAnswered(undefined);
    setSeen((last) => last && { ...last, linking: true, challenge: undefined });
    look();
  };
  if (skipped && seen) {
    const company = seen.auth.company.name;
    const leave = () => onEnd({ kind: 'left', authId });
    return <Skipped company={company} onDone={leave} onAnother={props.onAnother} />;
  }
  if (seen?.challenge && seen.challenge.token !== answered?.token) {
    return (
      <Challenge
        key={seen.challenge.token}
        challenge={seen.challenge}
        last={answered}
        company={seen.auth.company.name}
        mark={<Logo company={seen.auth.company} />}
        lead={leadOf(task, seen.auth)}
        onAnswered={() => {
          setAnswered(seen.challenge);
          look();
        }}
        onGone={look}
        onSkip={() => setSkipped(true)}
        onBack={props.onBack}
        onChange={changeDestination(props, seen.auth, kit)}
      />
    );
  }
  if (!seen || seen.linking || before === undefined) {
    return (
      <Connecting
        purpose={purposeOf(task)}
        company={seen?.auth.company ?? props.company}
        step={seen?.progress}
        wasAsked={wasAsked}
      />
    );
  }
  return (
    <Outcome {...props} {...seen} {...{ before, goOn, asked }} onSkip={() => setSkipped(true)} />
  );
}

/** The account may have been linked a minute ago, with a code of its own: why its company asks again. */
function leadOf(task: Task, { company }: LinkedAuth): string | undefined {
  return purposeOf(task) === 'payment' ? say('code.toPay', { company: company.name }) : undefined;
}

/** What the company asked for last: it may say that it was wrong. */
function useAsked(seen: LinkProgress | undefined): AskedFor | undefined {
  const asked = useRef<AskedFor>();
  if (seen?.challenge) asked.current = askedFor(seen.challenge);
  else if (seen?.auth.status?.type === 'mfa-required') asked.current = askedFor(seen.auth.mfa);
  return asked.current;
}

/** Ready by the time that a hold is met. */
function useHoldTexts(): void {
  useEffect(() => {
    void loadHoldTexts();
  }, []);
}

/**
 * Says what leaving would leave behind. Questions wait for a day, and can be skipped; for a code or a
 * prompt there are minutes.
 * @returns whether the company has asked something so far.
 */
function useUnderway(seen: LinkProgress | undefined, skipped: boolean): boolean {
  const asked = seen?.challenge;
  const [wasAsked, setWasAsked] = useState(false);
  useEffect(() => {
    if (asked) setWasAsked(true);
  }, [asked]);
  const isTimed = asked !== undefined && kindOf(asked) !== 'questions';
  const working = seen === undefined || (seen.linking && asked === undefined);
  useWorking(skipped ? false : isTimed ? 'answer' : working);
  return wasAsked;
}

type OutcomeProps = Props & {
  readonly before: string;
  readonly auth: LinkedAuth;
  /** What the company asked for last, as far as this page has seen it. */
  readonly asked: AskedFor | undefined;
  readonly goOn: () => void;
  readonly onSkip: () => void;
};

/**
 * What stood before the link. A link that is taken up without having been begun here is looked at
 * while it is still under way: what it is to make is not there yet, or under way itself.
 */
function useBefore({ task, before }: Props, companyId: string | undefined): string | undefined {
  const { api, clientId } = useKit();
  const [noted, setNoted] = useState(purposeOf(task) === 'link' ? '' : before);
  useEffect(() => {
    if (noted !== undefined || companyId === undefined) return;
    beforeTask(api, clientId, task, companyId).then(setNoted);
  }, [noted, companyId]);
  return noted;
}

/** The link has ended: what it came to. */
function Outcome(props: OutcomeProps) {
  const { auth, task, authId, before, goOn, onEnd, onSignIn, onSkip, Paid, Swapped } = props;
  const { company, status, mfa } = auth;
  const sent = useRef(false);
  const why = signInReasonOf(auth, props.asked);
  useEffect(() => {
    if (!why || sent.current) return;
    sent.current = true;
    onSignIn(company._id, why, auth);
  }, [why, company, onSignIn]);
  if (why) return <Connecting purpose={purposeOf(task)} company={company} />;
  if (status?.type === 'mfa-required') {
    const questions = mfa?.mfa ?? [];
    return (
      <LaterQuestions
        {...{ authId, questions, onSkip }}
        onBack={props.onOther ?? props.onBack}
        company={company.name}
        mark={<Logo company={company} />}
        onSent={goOn}
      />
    );
  }
  if (status?.type === 'hold' && auth.reason) {
    return (
      <Hold
        company={company}
        authId={authId}
        reason={auth.reason}
        onResumed={goOn}
        actions={holdActionsOf(props)}
        ofCard={purposeOf(task) === 'swap'}
        onBack={props.onBack}
        paymentMethodId={task.paymentMethodId}
      />
    );
  }
  const outcome = { authId, company, before, task, onEnd, goOn, onReview: props.onReview };
  if (Swapped && purposeOf(task) === 'swap') {
    return <Swapped {...outcome} actions={holdActionsOf(props)} doneText={props.doneText} />;
  }
  if (Paid && purposeOf(task) === 'payment') {
    return <Paid {...outcome} doneText={props.doneText} />;
  }
  if (props.after) return props.after(authId, company);
  return (
    <Done
      {...{ authId, company }}
      doneText={props.doneText}
      onDone={() => onEnd({ kind: 'linked', authId })}
      onAnother={props.onAnother}
    />
  );
}

/** Why the user goes straight back to signing in, where that is all there is to do. */
function signInReasonOf(
  { status, reason }: LinkedAuth,
  asked: AskedFor | undefined,
): SignInReason | undefined {
  if (status === undefined || status.type === 'authenticate') return 'refused';
  const { code, subcode } = status.type === 'hold' && reason ? reason : {};
  if (code !== 'authentication_not_completed' || !isSignInReason(subcode)) return undefined;
  if (subcode !== 'invalid-mfa' || !asked || asked === 'prompt') return subcode;
  return asked === 'code' ? 'invalid-code' : 'invalid-answer';
}

/** What a hold's buttons do here; what has no entry is not offered. */
function holdActionsOf(props: OutcomeProps): Partial<Record<HoldAction, () => void>> {
  const { auth, authId, onEnd, onOther, onOtherCard, onSignIn } = props;
  const leave = () => onEnd({ kind: 'left', authId });
  return {
    relogin: () => onSignIn(auth.company._id, 'again', auth),
    ...(onOther && { other: onOther }),
    ...(onOtherCard && { card: onOtherCard }),
    later: leave,
    done: leave,
  };
}

/** A code that is to go elsewhere is asked for by signing in anew, as long as the page can. */
function changeDestination(
  { login, task }: Props,
  auth: LinkedAuth,
  { api, clientId }: ReturnType<typeof useKit>,
): (() => Promise<Result<unknown>>) | undefined {
  const typed = login();
  if (!typed) return undefined;
  const { items, ...meta } = task;
  return () => {
    const companyId = auth.company._id;
    const body = { clientId, companyId, items, meta, ...typed };
    return api({ method: 'POST', path: '/auth', secret: true, body });
  };
}
