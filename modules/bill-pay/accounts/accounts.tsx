/** The linked accounts, and unlinking one after saying what that means. */
import { useState } from 'preact/hooks';
import { ownName } from '../../kit/bill-name.ts';
import { chargeText } from '../../kit/charge.ts';
import { Dialog } from '../../kit/dialog.tsx';
import { Logo } from '../../kit/logo.tsx';
import { Empty } from '../../kit/look/disc.tsx';
import { linkIcon, unlinkIcon } from '../../kit/look/icons.ts';
import { Row, Rows } from '../../kit/look/rows.tsx';
import { Actions, Notice, Primary, Screen, Secondary } from '../../kit/shell.tsx';
import { useSend } from '../../kit/use-send.ts';
import { chargeOfEntry } from '../bill-actions.ts';
import { needOf } from '../bill-line.ts';
import { useBills } from '../bills.ts';
import { shortDay } from '../days.ts';
import type { Account, Entry } from '../entry.ts';
import { Missing } from '../missing.tsx';
import { linkPlaceOf } from '../place.ts';
import { say } from './text.ts';

export function Accounts() {
  const { account, go, news } = useBills();
  const { auths } = account;
  return (
    <Screen name="accounts" title={say('accounts.title')} onBack={() => go({ at: 'bills' })}>
      {news && <Notice kind="success">{news}</Notice>}
      {auths.length === 0 && <Empty icon={linkIcon} text={say('accounts.empty')} />}
      <Rows label={say('accounts.title')}>
        {auths.map((auth) => {
          const need = needOf(auth);
          return (
            <Row
              key={auth._id}
              company={auth.company}
              title={auth.company.name}
              detail={namesOf(account, auth._id)}
              status={{
                text: say(need ? `row.${need}` : 'accounts.linked'),
                tone: need ? 'warning' : 'success',
              }}
              onClick={() => go({ at: 'account', authId: auth._id })}
            />
          );
        })}
      </Rows>
    </Screen>
  );
}

function entriesOf({ entries }: Account, authId: string): readonly Entry[] {
  return entries.filter(({ bill }) => bill.auth._id === authId);
}

function namesOf(account: Account, authId: string): string | undefined {
  const names = entriesOf(account, authId).map(({ bill }) => ownName(bill));
  return names.filter(Boolean).join(', ') || undefined;
}

export function OneAccount({ authId }: { readonly authId: string }) {
  const { account, go } = useBills();
  const [asking, setAsking] = useState(false);
  const auth = account.auths.find(({ _id }) => _id === authId);
  if (!auth) return <Missing what="account" />;
  const { company } = auth;
  const need = needOf(auth);
  return (
    <Screen
      name="account"
      title={company.name}
      mark={<Logo company={company} />}
      under={namesOf(account, authId) ?? say('accounts.linked')}
      onBack={() => go({ at: 'accounts' })}
    >
      {need && (
        <Notice kind="warning">
          <Secondary
            text={say(`row.${need}`)}
            onClick={() => go({ at: 'link', from: linkPlaceOf(auth) })}
          />
        </Notice>
      )}
      <Means authId={authId} />
      <Rows>
        <Row
          danger
          icon={unlinkIcon}
          title={say('account.unlink', { company: company.name })}
          onClick={() => setAsking(true)}
        />
      </Rows>
      {asking && <UnlinkDialog authId={authId} onClose={() => setAsking(false)} />}
    </Screen>
  );
}

/** What unlinking does, said before it is done. */
function Means({ authId }: { readonly authId: string }) {
  const { account } = useBills();
  const company = account.auths.find(({ _id }) => _id === authId)?.company.name ?? '';
  const entries = entriesOf(account, authId);
  const names = entries.map(({ bill }) => ownName(bill));
  const bills = names.every(Boolean) ? names.join(', ') : company;
  return (
    <ul class="plain-list">
      <li>{say('account.means.signIn', { company })}</li>
      {bills && <li>{say('account.means.bills', { bills })}</li>}
      <li>{say('account.means.automatic')}</li>
      {entries.map(({ bill, payment }) =>
        payment?.status === 'scheduled' && payment.payDate ? (
          <li key={bill._id}>
            {say('account.means.scheduled', {
              amount: chargeText(chargeOfEntry({ bill, payment }, account.methods)),
              date: shortDay(payment.payDate),
            })}
          </li>
        ) : null,
      )}
      {entries.some(({ payment }) => payment?.status === 'pending') && (
        <li>{say('account.means.pending')}</li>
      )}
    </ul>
  );
}

function UnlinkDialog({
  authId,
  onClose,
}: {
  readonly authId: string;
  readonly onClose: () => void;
}) {
  const { account, go, reload } = useBills();
  // Unlinked by another page is unlinked.
  const { busy, problem, send } = useSend({ auth_not_found: true });
  const company = account.auths.find(({ _id }) => _id === authId)?.company.name ?? '';
  const unlink = async () => {
    const path = `/auth/${encodeURIComponent(authId)}`;
    if (!(await send({ method: 'DELETE', path }))) return;
    go({ at: 'accounts' }, say('account.done', { company }));
    await reload();
  };
  return (
    <Dialog title={say('account.sure', { company })} onCancel={onClose}>
      {problem && <Notice kind="problem">{problem}</Notice>}
      <Means authId={authId} />
      <Actions>
        <Primary danger text={say('account.unlinkShort')} busy={busy} onClick={unlink} />
        <Secondary text={say('account.keep')} onClick={onClose} />
      </Actions>
    </Dialog>
  );
}
