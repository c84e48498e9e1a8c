/** A payment method among others. */
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { bankIcon, cardIcon } from '../kit/look/icons.ts';
import { Row } from '../kit/look/rows.tsx';
import { methodName } from '../kit/method-name.ts';
import { useBills } from './bills.ts';
import { expiryOf } from './expiry.ts';
import { say } from './text.ts';

export const methodIcons = { card: cardIcon, bank: bankIcon } as const;

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
      icon={methodIcons[method.type]}
      title={methodName(method)}
      // One line of truth.
      detail={status === undefined ? parts.filter(Boolean).join(' · ') : undefined}
      status={status ? { text: status, tone: 'danger' } : undefined}
      onClick={() => go({ at: 'method', methodId: method._id })}
    />
  );
}
