/** One line of a list, which leads to what it is of. */
import type { CompanySummary } from '@billhook/core/schemas/company';
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { Logo } from '../kit/logo.tsx';
import { methodName } from '../kit/method-name.ts';
import { Icon } from '../kit/shell.tsx';
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

export function Row({ of, name, amount, detail, status, tone = 'muted', onClick }: Props) {
  return (
    <li>
      <button type="button" class="row" onClick={onClick}>
        {typeof of === 'string' ? (
          <span class="logo initials">
            <Icon name={of} />
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
        <Icon name="next" />
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
