/** Why something is on hold, and what the user can do: one screen for all codes, driven by tables. */
import type { Bill } from '@billhook/core/schemas/bill';
import type { CompanySummary } from '@billhook/core/schemas/company';
import { useEffect, useState } from 'preact/hooks';
import { fullName } from '../bill-name.ts';
import type { HoldAction } from '../holds.ts';
import { useKit } from '../kit.ts';
import { listBills } from '../lists.ts';
import { loadHoldTexts } from '../load-hold-texts.ts';
import { Logo } from '../logo.tsx';
import { Seal } from '../look/drawn.tsx';
import type { Tone } from '../look/status.tsx';
import { Actions, Notice, OutLink, Primary, Screen, Secondary } from '../shell.tsx';
import { day, isText, money } from '../text.ts';
import { useLoginUrl } from '../use-login-url.ts';
import { useSend } from '../use-send.ts';
import { useCardCode } from './card-code.tsx';
import { say, type TextKey } from './text.ts';

type Reason = {
  readonly code: string;
  readonly userMessage: string;
  readonly subcode?: string;
};

type Props = {
  readonly company: CompanySummary;
  readonly authId: string;
  readonly reason: Reason;
  /** What goes on has begun again: watch it. */
  readonly onResumed: () => void;
  /** What buttons do beside those that this screen knows; without an entry a button is not there. */
  readonly actions: Partial<Record<HoldAction, () => void>>;
  /** The card that is asked for its code, where going on needs it. */
  readonly paymentMethodId?: string;
  /** A card is put on file: no bill waits for it. */
  readonly ofCard?: boolean;
  readonly onBack?: () => void;
};

/** Of what asks nothing of the user. */
const tones: Readonly<Record<string, Tone>> = {
  account_paid_in_full: 'success',
  no_payment_required: 'success',
  account_issue_no_bill: 'muted',
};

export function Hold(props: Props) {
  const { company, authId, reason, onResumed, actions, paymentMethodId, onBack } = props;
  const { api, clientId, look, host, parameters } = useKit();
  const url = useLoginUrl(company._id);
  const [codeForm, takeOver] = useCardCode(paymentMethodId, () => resume());
  // Resumed by another page: what stands now is shown.
  const { busy, problem, send } = useSend({ auth_not_on_hold: true }, takeOver);
  const [offeredFor, setOfferedFor] = useState<(code: string) => readonly HoldAction[]>();
  const [visited, setVisited] = useState(false);
  const [stakes, setStakes] = useState<readonly Bill[]>([]);
  const asksNothing = tones[reason.code] !== undefined;
  useEffect(() => {
    loadHoldTexts().then((actionsOf) => setOfferedFor(() => actionsOf));
    if (props.ofCard || asksNothing) return;
    listBills(api, clientId).then((all = []) =>
      setStakes(all.map(({ bill }) => bill).filter((bill) => isAtStake(bill, authId))),
    );
  }, []);
  const resume = async () => {
    if (await send({ path: `/auth/${encodeURIComponent(authId)}/fix-hold` })) onResumed();
  };
  if (codeForm) return codeForm;
  if (!offeredFor)
    return (
      <Screen
        name="hold-loading"
        title={say('shell.loading')}
        mark={<Logo company={company} />}
        onBack={onBack}
        calm
      />
    );
  const names = { company: company.name, partner: look.name };
  const own: Partial<Record<HoldAction, () => void>> = {
    fix: resume,
    retry: resume,
    ...(parameters.extended && { wallet: () => host.emit('open-url', { url: 'wallet:' }) }),
  };
  const offered = offeredFor(reason.code).filter(
    (action) => action === 'open' || action === 'check' || actions[action] || own[action],
  );
  // What they ask for may be a matter of the partner's.
  const alone = `hold.${reason.code}.alone`;
  const isAlone = offered.every((action) => action === 'done') && isText(alone);
  // Whatever the code, there is a way out.
  const shown = offered.length > 0 ? offered : (['done'] as const);
  return (
    <Screen
      name="hold"
      title={titleOf(reason, names)}
      top={<Seal company={company} tone={tones[reason.code] ?? 'warning'} />}
      onBack={onBack}
      calm
    >
      {problem && <Notice kind="problem">{problem}</Notice>}
      {subcodeLine(reason)}
      <Body code={reason.code} text={bodyOf(reason, names)} />
      {isAlone && <p>{say(alone, names)}</p>}
      {reference(reason)}
      {stakes.length > 0 && isText('hold.stake') && (
        <Notice kind="warning">
          {stakes.map((bill) => (
            <p key={bill._id}>{say('hold.stake', stakeOf(bill))}</p>
          ))}
        </Notice>
      )}
      <Actions>
        {mainFirst(shown, visited || !url).map((action, index) => (
          <ActionButton
            key={action}
            {...{ action, company, busy, url }}
            main={index === 0}
            onClick={actions[action] ?? own[action]}
            onVisit={() => setVisited(true)}
          />
        ))}
      </Actions>
    </Screen>
  );
}

/** What waits with the account: not what its company collects, and not what is on its way. */
function isAtStake(
  { auth, autopay, status, dueDate, balance = '0.00' }: Bill,
  authId: string,
): boolean {
  const isOver = status.type === 'pending' || status.type === 'paid' || autopay === 'enabled';
  return auth._id === authId && !isOver && balance !== '0.00' && dueDate !== undefined;
}

/** As its company shows it. */
function stakeOf(bill: Bill) {
  const { balance = '', dueDate } = bill;
  return { bill: fullName(bill), amount: money(balance), date: dueDate ? day(dueDate) : '' };
}

/** A sentence, or steps below one: see `hold-texts/in-steps.ts`. */
function Body({ code, text }: { readonly code: string; readonly text: string }) {
  const [lead, ...steps] = text.split('\n');
  return (
    <div data-code={code}>
      {lead && <p>{lead}</p>}
      {steps.length > 0 && (
        <ol class="steps numbers">
          {steps.map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      )}
    </div>
  );
}

/**
 * The main one stands first on every hold. Who was at the company has the next before them: that it is
 * done.
 */
function mainFirst(actions: readonly HoldAction[], wasThere: boolean): readonly HoldAction[] {
  const [first, next, ...others] = actions;
  const isVisit = first === 'open' || first === 'check';
  return isVisit && wasThere && next ? [next, first, ...others] : actions;
}

type ActionButtonProps = {
  readonly action: HoldAction;
  readonly company: CompanySummary;
  /** Of the company's own login page, once it is known. */
  readonly url?: string;
  readonly main: boolean;
  readonly busy: boolean;
  readonly onClick?: () => void;
  /** The user goes to the company. */
  readonly onVisit: () => void;
};

function ActionButton({ action, company, url, main, busy, onClick, onVisit }: ActionButtonProps) {
  const text = say(`hold.action.${action}`, { company: company.name });
  if (action === 'open' || action === 'check') {
    return url ? <OutLink href={url} text={text} button primary={main} onClick={onVisit} /> : null;
  }
  return main ? (
    <Primary text={text} busy={busy} onClick={onClick} />
  ) : (
    <Secondary text={text} onClick={onClick} />
  );
}

type Names = { readonly company: string; readonly partner: string };

/** A code that is newer than this page has no words of its own here, but came with a message. */
function titleOf({ code }: Reason, names: Names): string {
  const key = `hold.${code}.title`;
  return say(isText(key) ? key : 'hold.unknown.title', names);
}

function bodyOf({ code, userMessage }: Reason, names: Names): string {
  const key = `hold.${code}.body`;
  return isText(key) ? say(key, names) : userMessage;
}

function subcodeLine({ subcode }: Reason) {
  const key = subcodeKey(subcode);
  return key && <Notice kind="problem">{say(key)}</Notice>;
}

/** What our side calls it helps nobody but who is asked for help. */
function reference({ subcode }: Reason) {
  if (!subcode || subcodeKey(subcode)) return null;
  return <p class="muted">{say('hold.reference', { reference: subcode })}</p>;
}

function subcodeKey(subcode: string | undefined): TextKey | undefined {
  const key = `hold.sub.${subcode}`;
  return isText(key) ? key : undefined;
}
