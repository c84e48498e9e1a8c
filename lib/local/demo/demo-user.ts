/** What there is to try the modules with: a user of the first partner, with a card that pays. */
import { MAX_ORIGINS } from '@billhook/core/schemas/module';
import { type ApiClient, createApiClient } from '../../client/api-client.ts';
import { testCard } from '../../client/test-card.ts';

/** By which the partner knows the user. */
const IDENTIFIER = 'demo-user';
const MAX_ATTEMPTS = 4;

export type DemoUser = {
  /** A token that opens modules for a day, as often as wanted. */
  readonly newToken: () => Promise<string>;
};

type Service = { readonly baseUrl: string; readonly apiKey: string };

/**
 * Makes the user with its card, and lets the demo's pages frame the modules. Safe to repeat.
 * @throws Error with the code of what was refused.
 */
export async function prepareDemoUser(service: Service, origin: string): Promise<DemoUser> {
  const api = createApiClient(service);
  const { clientId } = await done(() => api.client.createClient({ identifier: IDENTIFIER }));
  const [methods] = await Promise.all([
    done(() => api.payment.listPaymentMethods({ clientId })),
    allowOrigin(api, origin),
  ]);
  if (methods.data.length === 0) {
    const given = { paymentType: 'card' as const, clientId, ...testCard };
    await done(() => api.payment.addPaymentMethod(given));
  }
  return {
    newToken: async () =>
      (await done(() => api.client.createToken({ identifier: IDENTIFIER }))).token,
  };
}

type Called<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly status: number; readonly problem: { readonly code: string } };

/** What a call comes to. Amid chaos a call may fail, and may be made again. */
async function done<T>(call: () => Promise<Called<T>>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await call();
    if (result.ok) return result.value;
    if (result.status < 500 || attempt === MAX_ATTEMPTS) throw new Error(result.problem.code);
  }
}

/** Registered beside those that the partner has: a developer's own app is there as well. */
async function allowOrigin({ partner }: ApiClient, origin: string): Promise<void> {
  const { origins } = await done(() => partner.getModules());
  if (origins.includes(origin)) return;
  await done(() => partner.updateModules({ origins: [...origins, origin].slice(-MAX_ORIGINS) }));
}
