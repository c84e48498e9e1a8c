/** Adds a payment method by a form. */
import { useRef } from 'preact/hooks';
import { type Call, isUndecided, newKey, type Result } from './api.ts';
import { useKit } from './kit.ts';
import { type TakeOver, useForm, type Words } from './use-send.ts';

export function useAddMethod(words?: Words, takeOver?: TakeOver) {
  const { api, clientId } = useKit();
  // One for as long as the same is sent: what was added, and its answer lost, is added once.
  const key = useRef<string>();
  const changed = () => {
    key.current = undefined;
  };
  const form = useForm(words, (refusal) => {
    if (!isUndecided(refusal.code)) changed();
    return takeOver?.(refusal) ?? false;
  });
  /**
   * @param before what has to be done first; nothing is added where that fails.
   * @param follow what belongs to it, by its id: the form stays busy until then.
   */
  const add = async (
    method: object,
    before?: () => Promise<Result<unknown>>,
    follow?: (paymentMethodId: string) => unknown,
  ): Promise<void> => {
    key.current ??= newKey();
    const call: Call = {
      ...{ method: 'POST', path: '/payment', secret: true },
      ...{ key: key.current, body: { clientId, ...method } },
    };
    const send = async (): Promise<Result<{ readonly paymentMethodId: string }>> => {
      const first = await before?.();
      return first && !first.ok ? first : api(call);
    };
    await form.send(send, (done) => done.ok && follow?.(done.value.paymentMethodId));
  };
  /** `changed` is told when something else is typed: the next attempt is another request. */
  return { ...form, add, changed };
}
