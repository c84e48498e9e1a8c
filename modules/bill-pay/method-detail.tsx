/** One payment method: what it pays, and what can be done with it. */
import { useState } from 'preact/hooks';
import { fullName } from '../kit/bill-name.ts';
import { Dialog } from '../kit/dialog.tsx';
import { Fact } from '../kit/fact.tsx';
import { useKit } from '../kit/kit.ts';
import { trashIcon } from '../kit/look/icons.ts';
import { Row, Rows } from '../kit/look/rows.tsx';
import { methodInText, methodName } from '../kit/method-name.ts';
import { Actions, Notice, Primary, Screen, Secondary } from '../kit/shell.tsx';
import { useSend } from '../kit/use-send.ts';
import { useBills } from './bills.ts';
import { PlannedList } from './consent/ask.tsx';
import { carryOut } from './consent/carry-out.ts';
import {
  callsBeforeDeleting,
  type DeleteLock,
  deleteLock,
  resumedBy,
  retriedBy,
} from './consent/deletion.ts';
import { moment, shortDay } from './days.ts';
import { findMethod } from './entry.ts';
import { expiryOf } from './expiry.ts';
import { Missing } from './missing.tsx';
import { say } from './text.ts';

export function MethodDetail({ methodId }: { readonly methodId: string }) {
  const { account, go, reload, news } = useBills();
  const [deleting, setDeleting] = useState(false);
  const { busy, problem, send } = useSend();
  const method = findMethod(account, methodId);
  if (!method) return <Missing what="method" />;
  const { type, status, name, assignedBills } = method;
  const path = `/payment/${encodeURIComponent(methodId)}` as const;
  const retry = async () => {
    const done = await send({ path: `${path}/retry` }, reload);
    if (done) go({ at: 'method', methodId }, say('method.not.pending'));
  };
  const assigned = account.entries.filter(({ bill }) => assignedBills.includes(bill._id));
  const pays = assigned.map(({ bill }) => fullName(bill)).join(', ');
  const retried = status === 'declined' ? retriedBy(account, method, Date.now()) : [];
  const agreedOn = method.authorization?.at;
  const lock = deleteLock(account, method, Date.now());
  const facts: readonly (readonly [name: string, value: string | undefined])[] = [
    [say(type === 'card' ? 'card.name' : 'bank.name'), name],
    [say('card.expiry'), expiryOf(method)],
    [say('method.pays'), pays || undefined],
    [say(pays ? 'method.default' : 'method.pays'), method.default ? say('method.rest') : undefined],
  ];
  return (
    <Screen name="method" title={methodName(method)} onBack={() => go({ at: 'methods' })}>
      {problem && <Notice kind="problem">{problem}</Notice>}
      {news && status !== 'declined' && <Notice>{news}</Notice>}
      {status === 'declined' && <Notice kind="problem">{say('method.declined')}</Notice>}
      {status === 'pending' && <Notice>{say('method.not.pending')}</Notice>}
      <dl>{facts.map(([key, value]) => value && <Fact key={key} name={key} value={value} />)}</dl>
      {retried.length > 0 && (
        <>
          <p>{say('method.retries')}</p>
          <PlannedList of={retried} method={method} />
        </>
      )}
      {agreedOn && <p class="muted">{say('method.agreed', { date: shortDay(agreedOn) })}</p>}
      <Rows>
        <Row
          danger
          icon={trashIcon}
          title={say('method.delete')}
          detail={lock && lockText(lock)}
          disabled={lock !== undefined}
          onClick={() => setDeleting(true)}
        />
      </Rows>
      <Actions>
        {status === 'declined' && (
          <Primary
            text={say(`method.replace.${type}`)}
            onClick={() => go({ at: `add-${type}`, replaces: methodId })}
          />
        )}
        {status === 'declined' && !busy && <Secondary text={say('action.retry')} onClick={retry} />}
        {!method.default && status === 'verified' && (
          <Primary text={say('method.makeDefault')} onClick={() => go({ at: 'agree', methodId })} />
        )}
      </Actions>
      {deleting && <DeleteDialog methodId={methodId} onClose={() => setDeleting(false)} />}
    </Screen>
  );
}

/** Why it can't be deleted now, and until when. */
function lockText(lock: DeleteLock): string {
  const at = lock.why === 'recent' ? moment(lock.from) : '';
  return say(`method.deleteNot.${lock.why}`, { at });
}

function DeleteDialog({
  methodId,
  onClose,
}: {
  readonly methodId: string;
  readonly onClose: () => void;
}) {
  const { api } = useKit();
  const { account, go, reload } = useBills();
  const { busy, problem, send } = useSend({
    payment_method_recently_used: say('method.deleteRule'),
    payment_method_scheduled: say('method.deleteNot.scheduled'),
    // Deleted by another page, or the answer was lost: it is gone.
    payment_method_not_found: true,
  });
  const method = findMethod(account, methodId);
  const resumed = method ? resumedBy(account, method) : [];
  const paid = resumed.filter(({ atOnce }) => !atOnce);
  const left = resumed.filter(({ atOnce }) => atOnce);
  const remove = async () => {
    const path = `/payment/${encodeURIComponent(methodId)}`;
    const done = await send(async () => {
      const before = await carryOut(api, callsBeforeDeleting(resumed));
      return before.ok ? api({ method: 'DELETE', path }) : before;
    });
    if (!done) return;
    go({ at: 'methods' }, say('method.deleted', { method: methodName(method) }));
    await reload();
  };
  return (
    <Dialog title={say('method.deleteTitle', { method: methodInText(method) })} onCancel={onClose}>
      {problem && <Notice kind="problem">{problem}</Notice>}
      <p>{say(method?.default ? 'method.deleteDefault' : 'method.deleteBody')}</p>
      {paid.length > 0 && (
        <>
          <p>{say('method.resumes')}</p>
          <PlannedList of={paid} />
        </>
      )}
      {left.map(({ bill }) => (
        <p key={bill._id}>{say('method.resumesNot', { bill: fullName(bill) })}</p>
      ))}
      <Actions>
        <Primary danger text={say('method.delete')} busy={busy} onClick={remove} />
        <Secondary text={say('action.cancel')} onClick={onClose} />
      </Actions>
    </Dialog>
  );
}
