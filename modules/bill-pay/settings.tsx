/** How a bill is paid automatically, what its user is told of it, and what it is called. */
import { type Schedule, scheduleValues } from '@billhook/core/schemas/schedule';
import { useState } from 'preact/hooks';
import { Choices, Field, Form } from '../kit/fields.tsx';
import { Actions, Notice, Primary, Screen } from '../kit/shell.tsx';
import { useSend } from '../kit/use-send.ts';
import { settingLocks } from './bill-actions.ts';
import { useBills, useEntry } from './bills.ts';
import { Missing } from './missing.tsx';
import { formOf, type SettingsForm, settingsChanges } from './settings-changes.ts';
import { Switch } from './switch.tsx';
import { say } from './text.ts';

const MAX_LABEL_LENGTH = 100;

export function Settings({ billId }: { readonly billId: string }) {
  const { go, reload } = useBills();
  const bill = useEntry(billId)?.bill;
  const [changed, setChanged] = useState<Partial<SettingsForm>>({});
  const { busy, problem, send } = useSend();
  if (!bill) return <Missing />;
  const form = { ...formOf(bill), ...changed };
  const set = (change: Partial<SettingsForm>) => setChanged({ ...changed, ...change });
  const locks = settingLocks(bill);
  const company = bill.company.name;
  const detail = say(locks.recurring ? 'signIn.recurring' : 'settings.recurringDetail', {
    company,
  });
  const save = async () => {
    const { payment, custom } = settingsChanges(bill, form);
    const path = `/bill/${encodeURIComponent(billId)}/customize`;
    if (payment && !(await send({ path: '/payment/settings', body: payment }, reload))) return;
    if (custom && !(await send({ path, body: custom }, reload))) return;
    go({ at: 'bill', billId }, say('settings.saved'));
  };
  return (
    <Screen name="settings" title={say('settings.title')} onBack={() => go({ at: 'bill', billId })}>
      <Form problem={problem} onSubmit={save}>
        {bill.autopay === 'enabled' && <Notice>{say('settings.autopay', { company })}</Notice>}
        {bill.company.userPresenceRequired && (
          <Notice>{say('settings.present', { company })}</Notice>
        )}
        <Switch
          name="recurring"
          label={say('bill.automatic')}
          detail={detail}
          disabled={locks.recurring}
          checked={form.recurring}
          onChange={(recurring) => set({ recurring })}
        />
        <Choices<Schedule>
          name="schedule"
          legend={say('settings.schedule')}
          choices={scheduleValues.map((value) => ({
            value,
            label: say(`schedule.${value}`),
            disabled: locks.schedule,
          }))}
          value={form.schedule}
          onChange={(schedule) => set({ schedule })}
        />
        {locks.schedule && <p class="muted">{say('settings.scheduleLocked', { company })}</p>}
        <Switch
          name="notifications"
          label={say('settings.notifications')}
          detail={say('settings.notificationsDetail')}
          checked={form.notifications}
          onChange={(notifications) => set({ notifications })}
        />
        <Switch
          name="hidden"
          label={say('settings.hidden')}
          detail={say('settings.hiddenDetail')}
          checked={form.hidden}
          onChange={(hidden) => set({ hidden })}
        />
        <Field
          name="label"
          label={say('settings.label')}
          hint={say('settings.labelHint')}
          maxLength={MAX_LABEL_LENGTH}
          value={form.label}
          onInput={(label) => set({ label })}
        />
        <Actions>
          <Primary text={say('action.save')} busy={busy} />
        </Actions>
      </Form>
    </Screen>
  );
}
