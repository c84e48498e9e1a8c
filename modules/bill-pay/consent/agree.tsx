/** Asks how bills are paid: those of an account that was linked, one of them, or all of a new default. */

import { useKit } from '../../kit/kit.ts';
import { Logo } from '../../kit/logo.tsx';
import { Foot } from '../../kit/look/foot.tsx';
import { bankIcon } from '../../kit/look/icons.ts';
import { Row, Rows } from '../../kit/look/rows.tsx';
import { methodInText } from '../../kit/method-name.ts';
import { Notice, Primary, Screen, Secondary } from '../../kit/shell.tsx';
import { useSend } from '../../kit/use-send.ts';
import { payingMethod } from '../bill-actions.ts';
import { underOf } from '../bill-detail.tsx';
import { useBills } from '../bills.ts';
import { type Account, findMethod } from '../entry.ts';
import { Missing } from '../missing.tsx';
import type { Place } from '../place.ts';
import { say, sayCount } from '../text.ts';
import { agreed } from './agreements.ts';
import { Ask, Decide, PlannedList, useAsking } from './ask.tsx';
import { callsAfter, callsBefore } from './calls.ts';
import { carryOut } from './carry-out.ts';
import { byDay, type Change, type Planned, planOf } from './plan.ts';

type Props = Extract<Place, { readonly at: 'agree' }>;

export function Agree({ authId, billId, methodId }: Props) {
  const { api } = useKit();
  const { account, go, reload } = useBills();
  const { busy, problem, send } = useSend();
  const { change, bills, method } = changeOf(account, { authId, billId, methodId });
  const plan = planOf(account, change);
  const asking = useAsking(plan, method?.type);
  const [first] = bills;
  if (billId !== undefined && !first) return <Missing />;
  if (methodId !== undefined && !method) return <Missing what="method" />;
  const back: Place = placeAfter({ billId, methodId });
  // A bill of which nothing is due has a rule all the same.
  const isOpen = billId !== undefined && plan.standing.length + plan.offered.length === 0;
  const save = async () => {
    const decided = asking.decided();
    const done = await send(async () => {
      const before = await carryOut(api, callsBefore(plan, decided));
      if (!before.ok) return before;
      const path = `/payment/${encodeURIComponent(methodId ?? '')}/default`;
      const changed = methodId === undefined ? before : await api({ method: 'POST', path });
      if (!changed.ok) return changed;
      const consent = agreed(isOpen && method ? method.type : asking.kind());
      const rule = { billId, recurring: 'enabled', consent };
      return carryOut(api, [
        ...callsAfter(plan, decided, consent),
        ...(isOpen ? [{ method: 'POST' as const, path: '/payment/settings', body: rule }] : []),
      ]);
    }, reload);
    if (done) go(back, say('settings.saved'));
  };
  const later = first?.settings.schedule ?? 'five-days-before';
  return (
    <Screen
      name="agree"
      title={titleOf({ authId, billId }, method, bills.length)}
      mark={first && billId !== undefined ? <Logo company={first.company} /> : undefined}
      under={first && billId !== undefined ? underOf({ bill: first }) : undefined}
      lead={
        method && methodId === undefined
          ? say('agree.with', { method: methodInText(method) })
          : undefined
      }
      onBack={() => go(back)}
    >
      {problem && <Notice kind="problem">{problem}</Notice>}
      {method === undefined && billId === undefined ? (
        <AddFirst of={[...plan.standing, ...plan.offered].sort(byDay)} />
      ) : (
        <>
          <Ask
            {...{ plan, asking, method }}
            none={
              methodId === undefined
                ? `${say('settings.on', { schedule: say(`rule.${later}`) })}.`
                : say('consent.none')
            }
          />
          <Decide
            {...{ plan, asking, busy }}
            also={isOpen ? first : undefined}
            text={say(methodId === undefined ? 'consent.auto' : 'method.makeDefault')}
            auto={say('consent.auto')}
            self={say(methodId === undefined ? 'consent.self' : 'method.makeDefault')}
            onClick={save}
          />
        </>
      )}
    </Screen>
  );
}

/** Nothing could pay them yet: the form of the first method asks about them. */
function AddFirst({ of }: { readonly of: readonly Planned[] }) {
  const { go } = useBills();
  return (
    <>
      <p>
        <PlannedList of={of} />
      </p>
      <p class="muted">{say('agree.nothingYet')}</p>
      <Rows>
        <Row icon={bankIcon} title={say('add.bank.title')} onClick={() => go({ at: 'add-bank' })} />
      </Rows>
      <Foot>
        <Primary text={say('card.add.title')} onClick={() => go({ at: 'add-card' })} />
        <Secondary text={say('welcome.later')} onClick={() => go({ at: 'bills' })} />
      </Foot>
    </>
  );
}

type Asked = Omit<Props, 'at'>;

function changeOf(account: Account, { authId, billId, methodId }: Asked) {
  const bills = account.entries
    .map(({ bill }) => bill)
    .filter((bill) => bill._id === billId || (billId === undefined && bill.auth._id === authId));
  const change: Change =
    methodId !== undefined
      ? { kind: 'default', methodId }
      : { kind: 'bills', billIds: bills.map(({ _id }) => _id) };
  const [first] = bills;
  const method =
    methodId !== undefined
      ? findMethod(account, methodId)
      : first && payingMethod(first, account.methods);
  return { change, bills, method };
}

function placeAfter({ billId, methodId }: Asked): Place {
  if (methodId !== undefined) return { at: 'method', methodId };
  return billId === undefined ? { at: 'bills' } : { at: 'settings', billId };
}

function titleOf(
  { authId, billId }: Asked,
  method: Parameters<typeof methodInText>[0],
  bills: number,
) {
  if (authId !== undefined) return sayCount('agree.linked', bills);
  if (billId !== undefined) return say('agree.bill');
  return say('agree.default', { method: methodInText(method) });
}

/** Whether there is something to ask about an account that was just linked. */
export function hasToAsk(account: Account, authId: string): boolean {
  const { change } = changeOf(account, { authId });
  const { offered, standing } = planOf(account, change);
  return offered.length > 0 || standing.some(({ atOnce }) => atOnce);
}
