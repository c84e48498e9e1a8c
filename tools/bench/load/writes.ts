/** The writes of the load. What they make is drawn by later requests. */
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { testCard } from '../../../lib/client/test-card.ts';
import type { LoadOperation } from './operation.ts';
import type { LoadClient, World } from './world.ts';

/** A login there finds one bill, with a balance that is due in two weeks. */
const companies = sandboxCompanies.filter(
  ({ status, requiredPayment, userPresenceRequired, limits, auth, sandbox }) =>
    status === 'operational' &&
    requiredPayment === undefined &&
    !userPresenceRequired &&
    !limits &&
    sandbox?.bills === 'one' &&
    sandbox.autopay === 'off' &&
    auth.loginFields.map(({ name }) => name).join() === 'username,password',
);
/** A client's token is used again for so long. */
const ACCESS_MILLISECONDS = 5 * 60 * 1000;

const about = (client: LoadClient) => ({ clientId: client.clientId });
const someBill = (world: World) => world.draw(world.draw(world.ready)?.bills ?? []);

/** What later requests need of a response, and it doesn't have. */
function missing(needed: Readonly<Record<string, unknown>>): string | undefined {
  const [absent] = Object.entries(needed).find(([, value]) => typeof value !== 'string') ?? [];
  return absent && `it has no ${absent}`;
}

export const writes: readonly LoadOperation[] = [
  {
    name: 'createClient',
    kind: 'write',
    share: 3,
    make: (world) => {
      const partner = world.draw(world.partners);
      if (!partner) return undefined;
      const identifier = world.newName();
      const meta = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@example.com' };
      return {
        method: 'POST',
        path: '/client',
        bearer: partner.apiKey,
        body: { identifier, meta },
        check: ({ clientId }: { clientId: string }) => missing({ clientId }),
        done: ({ clientId }: { clientId: string }) =>
          world.created({ partner, clientId, identifier, authIds: [], bills: [], cards: 0 }),
      };
    },
  },
  {
    name: 'addPaymentMethod',
    kind: 'write',
    share: 3,
    make: (world) => {
      const client = world.takeNew('bare');
      if (!client) return undefined;
      return {
        method: 'POST',
        path: '/payment',
        bearer: client.partner.apiKey,
        body: { ...about(client), paymentType: 'card', ...testCard },
        done: () => world.carded(client),
      };
    },
  },
  {
    name: 'createAuth',
    kind: 'write',
    share: 3,
    make: (world) => {
      const company = world.draw(companies);
      const client = world.takeNew('carded') ?? world.draw(world.ready);
      if (!company || !client) return undefined;
      const form = { username: world.newName(), password: 'any' };
      return {
        method: 'POST',
        path: '/auth',
        bearer: client.partner.apiKey,
        body: { ...about(client), companyId: company._id, items: ['bill'], form },
        check: ({ authId }: { authId: string }) => missing({ authId }),
        done: ({ authId }: { authId: string }) => world.linking(client, authId),
      };
    },
  },
  {
    name: 'schedulePayment',
    kind: 'write',
    share: 3,
    make: (world) => {
      const bill = world.takeUnpaid();
      if (!bill) return undefined;
      bill.order = 'unknown';
      return {
        method: 'POST',
        path: '/payment/schedule',
        bearer: bill.client.partner.apiKey,
        body: { billId: bill.billId },
        done: () => {
          bill.order = 'accepted';
        },
        failed: (status) => {
          // Nobody knows what became of a request that the service failed to answer.
          if (status !== undefined && status < 500) bill.order = 'refused';
        },
      };
    },
  },
  {
    name: 'createToken',
    kind: 'write',
    share: 4,
    make: (world) => {
      const client = world.draw(world.ready);
      if (!client) return undefined;
      return {
        method: 'POST',
        path: '/client/create-token',
        bearer: client.partner.apiKey,
        body: { identifier: client.identifier },
        check: ({ token }: { token: string }) => missing({ token }),
        done: ({ token }: { token: string }) => world.gotToken(client, token),
      };
    },
  },
  {
    name: 'createAccessToken',
    kind: 'write',
    share: 3,
    make: (world) => {
      const taken = world.takeToken();
      if (!taken) return undefined;
      const { client, token } = taken;
      return {
        method: 'POST',
        path: '/client/access-token',
        body: { token },
        check: ({ clientId }: { clientId: string }) =>
          clientId === client.clientId ? undefined : `the token is of ${clientId}`,
        done: ({ accessToken }: { accessToken: string }) =>
          world.gotAccess(client, {
            token: accessToken,
            until: Date.now() + ACCESS_MILLISECONDS,
          }),
      };
    },
  },
  {
    name: 'customizeBill',
    kind: 'write',
    share: 1,
    make: (world) => {
      const bill = someBill(world);
      if (!bill) return undefined;
      return {
        method: 'POST',
        path: `/bill/${bill.billId}/customize`,
        bearer: world.bearerOf(bill.client),
        body: { customLabel: `Label ${Math.floor(world.random() * 1_000)}` },
      };
    },
  },
];
