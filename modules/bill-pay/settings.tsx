/** How a bill is paid automatically and what it is called: each change is saved as it is made. */
import { type Schedule, scheduleValues } from '@billhook/core/schemas/schedule';
import { useRef, useState } from 'preact/hooks';
import { amountChoices, amountKey, isMinimum } from '../kit/amounts.ts';
import { accountDigits } from '../kit/bill-name.ts';
import { chargeOf, chargeText } from '../kit/charge.ts';
import { Choices, Field } from '../kit/fields.tsx';
import { useKit } from '../kit/kit.ts';
import { Logo } from '../kit/logo.tsx';
import { cardIcon, receiptIcon, repeatIcon, unlinkIcon } from '../kit/look/icons.ts';
import { Row, Rows } from '../kit/look/rows.tsx';
import { Switch } from '../kit/look/switch.tsx';
import { methodInText, methodName } from '../kit/method-name.ts';
import { problemText } from '../kit/problems.ts';
import { Notice, Screen } from '../kit/shell.tsx';
import { money } from '../kit/text.ts';
import { isAutomatic, isOn, payingMethod, settingLocks } from './bill-actions.ts';
import { lineOf, needsUser } from './bill-line.ts';
import { useBills, useEntry } from './bills.ts';
import { scheduledDay, shortDay } from './days.ts';
import type { Entry } from './entry.ts';
import { lineStatus } from './line-text.ts';
import { Missing } from './missing.tsx';
import { say } from './text.ts';

const MAX_LABEL_LENGTH = 100;

export function Settings({ billId }: { readonly billId: string }) {
  const { go, news } = useBills();
  const entry = useEntry(billId);
  const { problem, saved, set } = useSaving(billId);
  if (!entry) return <Missing />;
  const { bill } = entry;
  const { company, settings } = bill;
  const names = { company: company.name };
  return (
    <Screen
      name="settings"
      title={say('settings.title')}
      mark={<Logo company={company} />}
      under={[company.name, accountDigits(bill)].filter(Boolean).join(' ')}
      onBack={() => go({ at: 'bill', billId })}
    >
      {problem && <Notice kind="problem">{problem}</Notice>}
      {(saved || news) && <Notice kind="success">{saved ? say('settings.saved') : news}</Notice>}
      <Label entry={entry} onSave={(customLabel) => set('customize', { customLabel })} />
      <h2>{say('bill.automatic')}</h2>
      {bill.autopay === 'enabled' && <Notice>{say('settings.autopay', names)}</Notice>}
      {company.userPresenceRequired && <Notice>{say('settings.present', names)}</Notice>}
      <Automatic entry={entry} onOff={() => set('settings', { recurring: 'disabled' })} />
      <When entry={entry} onChange={(schedule) => set('settings', { schedule })} />
      <h2>{say('settings.more')}</h2>
      <Switch
        name="notifications"
        label={say('settings.notifications')}
        detail={say('settings.notificationsDetail')}
        checked={settings.notifications === 'enabled'}
        onChange={(on) => set('customize', { notifications: on ? 'enabled' : 'disabled' })}
      />
      <Switch
        name="hidden"
        label={say('settings.hidden')}
        detail={say(isAutomatic(bill) ? 'settings.hiddenDetail' : 'settings.hiddenOnly')}
        checked={bill.hidden === 'true'}
        onChange={(hidden) => set('customize', { hidden })}
      />
      <Rows>
        <Row
          danger
          icon={unlinkIcon}
          title={say('account.unlink', names)}
          detail={say('account.means.signIn', names)}
          onClick={() => go({ at: 'account', authId: bill.auth._id })}
        />
      </Rows>
    </Screen>
  );
}

/** Sends a change as soon as it is made: one after another, so that none is lost. */
function useSaving(billId: string) {
  const { announce, api } = useKit();
  const { reload } = useBills();
  const [problem, setProblem] = useState<string>();
  const [saved, setSaved] = useState(false);
  const last = useRef<Promise<void>>(Promise.resolve());
  const save = async (what: 'customize' | 'settings', change: object) => {
    setSaved(false);
    setProblem(undefined);
    const custom = { path: `/bill/${encodeURIComponent(billId)}/customize`, body: change };
    const settings = { path: '/payment/settings', body: { billId, ...change } };
    const result = await api({ method: 'POST', ...(what === 'customize' ? custom : settings) });
    await reload();
    if (!result.ok) return setProblem(problemText(result));
    setSaved(true);
    announce(say('settings.saved'));
  };
  const set = (what: 'customize' | 'settings', change: object) => {
    last.current = last.current.then(() => save(what, change));
  };
  return { problem, saved, set };
}

function Label({
  entry: { bill },
  onSave,
}: {
  readonly entry: Entry;
  readonly onSave: (label: string | null) => void;
}) {
  const { customLabel = '' } = bill;
  const [typed, setTyped] = useState(customLabel);
  const save = () => {
    const label = typed.trim();
    if (label !== customLabel) onSave(label === '' ? null : label);
  };
  return (
    <form
      onFocusOut={save}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <Field
        name="label"
        label={say('settings.label')}
        hint={say('settings.labelHint')}
        maxLength={MAX_LABEL_LENGTH}
        value={typed}
        onInput={setTyped}
      />
    </form>
  );
}

/** On or off, with the next payment; turning it on is agreed to on a screen of its own. */
function Automatic({ entry, onOff }: { readonly entry: Entry; readonly onOff: () => void }) {
  const { account, go } = useBills();
  const { bill } = entry;
  const { _id: billId, settings, company, customPaymentAmount: own } = bill;
  const locked = settingLocks(bill).recurring;
  const method = payingMethod(bill, account.methods);
  const { at } = settings.consent ?? {};
  const minimum = say(isMinimum(bill) ? 'amount.minimum' : 'amount.balance');
  const names = { company: company.name };
  // What its company collects we don't pay: what is set here is for the day that it stops.
  const collects = bill.autopay === 'enabled';
  const next = collects ? say('settings.later', names) : nextText(entry);
  return (
    <>
      {!(locked && collects) && (
        <Switch
          name="recurring"
          label={say('settings.automatic')}
          detail={locked ? say('settings.required', names) : next}
          disabled={locked}
          checked={isOn(bill)}
          onChange={(on) => (on ? go({ at: 'agree', billId }) : onOff())}
        />
      )}
      <Rows>
        {amountChoices(bill).length > 1 && (
          <Row
            icon={repeatIcon}
            title={say('amount.title')}
            detail={own ? say('bill.ruleAmount.other', { amount: money(own) }) : minimum}
            onClick={() => go({ at: 'amount', billId })}
          />
        )}
        <Row
          icon={cardIcon}
          title={say('pay.method')}
          detail={method ? methodName(method) : say('billMethod.choose')}
          onClick={() => go({ at: 'bill-method', billId })}
        />
        {isOn(bill) && (
          <Row
            icon={receiptIcon}
            title={say('agreed.title')}
            detail={at && shortDay(at)}
            onClick={() => go({ at: 'agreed', billId })}
          />
        )}
      </Rows>
    </>
  );
}

/** What is paid next, in dollars and on which day. */
function nextText(entry: Entry): string {
  const { account } = useBills();
  const { bill } = entry;
  const { settings, payDate, automatic } = bill;
  if (!isOn(bill)) return say('settings.off');
  const line = lineOf(entry, account.methods);
  const method = payingMethod(bill, account.methods);
  if (needsUser(line)) return lineStatus(line).text;
  if (!method) return say('settings.noMethod');
  if (!payDate || !automatic) {
    return say('settings.on', { schedule: say(`rule.${settings.schedule}`) });
  }
  const charge = chargeText(chargeOf(bill, method, automatic));
  const key = amountKey(bill, automatic.amount);
  const amount = key === 'pay.amount' ? charge : `${say(key)}, ${charge}`;
  const names = { amount, date: shortDay(payDate), method: methodInText(method) };
  return say('settings.next', names);
}

/** The days that a schedule means for what is due now. */
function When({
  entry: { bill },
  onChange,
}: {
  readonly entry: Entry;
  readonly onChange: (schedule: Schedule) => void;
}) {
  const { company, settings } = bill;
  const locks = settingLocks(bill);
  // Nothing is paid by itself: no day is promised, and none can be chosen.
  const isOff = !isAutomatic(bill);
  return (
    <>
      <Choices<Schedule>
        name="schedule"
        legend={say('settings.schedule')}
        choices={scheduleValues.map((value) => {
          const date = isOff ? undefined : scheduledDay(bill, value);
          return {
            value,
            label: say(`schedule.${value}`),
            amount: date && shortDay(date),
            disabled: locks.schedule || isOff,
          };
        })}
        value={isOff ? undefined : settings.schedule}
        onChange={onChange}
      />
      {locks.schedule && (
        <p class="muted">{say('settings.scheduleLocked', { company: company.name })}</p>
      )}
    </>
  );
}
