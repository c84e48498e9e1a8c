/** All ways to pay. */
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { methodName } from '../kit/method-name.ts';
import { Actions, Icon, Notice, Primary, Screen, Secondary } from '../kit/shell.tsx';
import { say } from '../kit/text.ts';
import { useBills } from './bills.ts';
import { expiryOf } from './expiry.ts';

export function MethodList() {
  const { account, go, news } = useBills();
  const { methods } = account;
  const [first, second] = ['card', 'bank'] as const;
  return (
    <Screen name="methods" title={say('methods.title')} onBack={() => go({ at: 'bills' })}>
      {news && <Notice>{news}</Notice>}
      {methods.length === 0 && <p>{say('methods.empty')}</p>}
      <ul class="list">
        {methods.map((method) => (
          <li key={method._id}>
            <MethodRow method={method} />
          </li>
        ))}
      </ul>
      <Actions>
        <Primary text={say(`add.${first}.title`)} onClick={() => go({ at: `add-${first}` })} />
        <Secondary text={say(`add.${second}.title`)} onClick={() => go({ at: `add-${second}` })} />
      </Actions>
    </Screen>
  );
}

function MethodRow({ method }: { readonly method: PaymentMethod }) {
  const { go } = useBills();
  const { _id: methodId, type, status } = method;
  return (
    <button type="button" class="row" onClick={() => go({ at: 'method', methodId })}>
      <span class="logo initials">
        <Icon name={type} />
      </span>
      <span>
        <span dir="auto">{methodName(method)}</span>
        <small>
          {[method.default && say('method.default'), expiryOf(method)].filter(Boolean).join(' · ')}
        </small>
        {status !== 'verified' && (
          <em class={status === 'declined' ? 'badge danger' : 'badge'}>
            {say(`method.not.${status}`)}
          </em>
        )}
      </span>
      <Icon name="next" />
    </button>
  );
}
