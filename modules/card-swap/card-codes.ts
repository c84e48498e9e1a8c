/**
 * A card's code is dropped as soon as one company took the card
 * (decision: card-codes-are-short-lived), and the next company needs it again. So that the user
 * types it once, the page keeps it in memory, and only until the last company of a round has the
 * card: it gives it again where the service asks for it.
 */
import { type Api, type Call, newKey, type Result } from '../kit/api.ts';

export type CardCodes = {
  /** The calls of the page, which overhears the codes that the user types. */
  readonly api: Api;
  readonly forget: () => void;
};

type Body = {
  readonly cardCode?: string;
  readonly paymentMethodId?: string;
  readonly meta?: { readonly paymentMethodId?: string };
};

const CODE_PATH = /^\/payment\/(\w+)\/card-code$/;
const RESUME_PATH = /^\/auth\/(\w+)\/fix-hold$/;

/** @param cardOf the card of a swap that is resumed, by its auth. */
export function rememberCodes(api: Api, cardOf: (authId: string) => string | undefined): CardCodes {
  let known: { readonly paymentMethodId: string; readonly cardCode: string } | undefined;
  const give = async (paymentMethodId: string) => {
    if (known?.paymentMethodId !== paymentMethodId) return false;
    const { cardCode } = known;
    const path = `/payment/${paymentMethodId}/card-code`;
    return (await api({ method: 'POST', path, secret: true, body: { cardCode } })).ok;
  };
  const overhear = (call: Call, result: Result<unknown>) => {
    const { cardCode } = (call.body ?? {}) as Body;
    if (!result.ok || cardCode === undefined) return;
    const added = (result.value as { readonly paymentMethodId?: string }).paymentMethodId;
    const paymentMethodId = CODE_PATH.exec(call.path)?.[1] ?? added;
    if (paymentMethodId) known = { paymentMethodId, cardCode };
  };
  const cardOfCall = ({ path, body }: Call) => {
    const { paymentMethodId, meta } = (body ?? {}) as Body;
    const authId = RESUME_PATH.exec(path)?.[1];
    return paymentMethodId ?? meta?.paymentMethodId ?? (authId && cardOf(authId));
  };
  return {
    forget: () => {
      known = undefined;
    },
    api: async <T>(call: Call): Promise<Result<T>> => {
      const result = await api<T>(call);
      overhear(call, result);
      if (result.ok || result.code !== 'card_code_required') return result;
      const card = cardOfCall(call);
      // The refusal is what was answered under the first key, and nothing was begun by it.
      return card && (await give(card)) ? api<T>({ ...call, key: newKey() }) : result;
    },
  };
}
