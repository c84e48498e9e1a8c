/** One line of a list, which leads to what it is of. */
import type { CompanySummary } from '@billhook/core/schemas/company';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { Logo } from '../kit/logo.tsx';
import { methodName } from '../kit/method-name.ts';
import { Icon, NextIcon } from '../kit/shell.tsx';
import { useBills } from './bills.ts';
import { expiryOf } from './expiry.ts';
import { say } from './text.ts';

type Props = {
  readonly of: CompanySummary | 'card' | 'bank';
  readonly name: string;
  readonly amount?: string | false;
  readonly detail?: string;
  /** How it stands, and how much that matters. */
  readonly status?: string;
  readonly tone?: string;
  readonly onClick: () => void;
};

const methodIcons = {
  card: 'M3 5h18v14H3zM3 10h18M7 15h3',
  bank: 'M3 9l9-6 9 6zM4 20h16M6 12v5M12 12v5M18 12v5',
} as const;

export function Row({ of, name, amount, detail, status, tone = 'muted', onClick }: Props) {
  return (
    <li>
      <button type="button" class="row" onClick={onClick}>
        {typeof of === 'string' ? (
          <span class="logo initials">
            <Icon name={of} path={methodIcons[of]} />
          </span>
        ) : (
          <Logo company={of} />
        )}
        <span>
          <span class="split">
            <span dir="auto">{name}</span>
            {amount && <b>{amount}</b>}
          </span>
          {detail && <small>{detail}</small>}
          {status && <em class={`badge ${tone}`}>{status}</em>}
        </span>
        <NextIcon />
      </button>
    </li>
  );
}

export function MethodRow({
  method,
  status,
}: {
  readonly method: PaymentMethod;
  readonly status?: string;
}) {
  const { go } = useBills();
  const expiry = expiryOf(method);
  const parts = [
    method.default && say('method.default'),
    expiry && say('method.expires', { date: expiry }),
  ];
  return (
    <Row
      of={method.type}
      name={methodName(method)}
      detail={parts.filter(Boolean).join(' · ')}
      status={status}
      tone="danger"
      onClick={() => go({ at: 'method', methodId: method._id })}
    />
  );
}
