/** An account that was linked to be paid: the bill of it that is due is looked over, before anything is paid. */
import type { Auth } from '@billhook/core/schemas/auth';
import type { CompanySummary } from '@billhook/core/schemas/company';
import { useState } from 'preact/hooks';
import { chargedCents } from '../../kit/amounts.ts';
import { useKit } from '../../kit/kit.ts';
import { Connecting } from '../../kit/linking/connecting.tsx';
import { listBills } from '../../kit/lists.ts';
import { Seal } from '../../kit/look/drawn.tsx';
import { Actions, Primary, Screen } from '../../kit/shell.tsx';
import { usePoll } from '../../kit/use-poll.ts';
import { say } from '../text.ts';

type Props = {
  readonly authId: string;
  /** Whose it is, where that is known. */
  readonly company?: CompanySummary;
  readonly onBill: (billId: string) => void;
};

export function DueBill({ authId, onBill, ...known }: Props) {
  const { api, clientId, look, session } = useKit();
  const [none, setNone] = useState<CompanySummary>();
  const company = none ?? known.company ?? session.company;
  usePoll(authId, async () => {
    const bills = await listBills(api, clientId);
    const own = bills?.filter(({ bill }) => bill.auth._id === authId);
    const due = own?.find(({ bill }) => chargedCents(bill) > 0);
    if (due) {
      onBill(due.bill._id);
      return false;
    }
    if (!own) return true;
    const result = await api<{ readonly auth: Auth }>({
      path: `/auth/${encodeURIComponent(authId)}`,
    });
    if (result.ok) setNone(result.value.auth.company);
    return !result.ok;
  });
  if (!none || !company) return <Connecting purpose="link" {...{ company }} step="reading-bill" />;
  const names = { company: company.name, partner: look.name };
  return <NothingDue company={company} text={say('due.none.body', names)} />;
}

export function NothingDue({
  company,
  text,
}: {
  readonly company: CompanySummary;
  readonly text: string;
}) {
  const { look, close } = useKit();
  return (
    <Screen
      name="nothing-due"
      title={say('due.none.title')}
      top={<Seal company={company} tone="success" />}
      calm
    >
      <p>{text}</p>
      <Actions>
        <Primary text={say('action.backTo', { partner: look.name })} onClick={() => close()} />
      </Actions>
    </Screen>
  );
}
