/** Webhook endpoints with deliveries that wait, or were put aside; and tokens, and a kept answer. */
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { operate } from '../../../lib/base/operate.ts';
import { until } from '../../../lib/base/until.ts';
import { accepted } from '../../../lib/client/accepted.ts';
import type { ApiClient } from '../../../lib/client/api-client.ts';
import type { Credentials, Manifest } from '../../../test/support/kept/manifest.ts';
import { createVerifiedEndpoint } from '../../../test/support/verified-endpoint.ts';
import type { Household } from './household.ts';
import { dayIn, dueDate, openHousehold } from './household.ts';
import type { Service } from './partners.ts';

export type Endpoints = {
  readonly endpoints: Manifest['endpoints'];
  readonly webhookSecrets: Credentials['webhookSecrets'];
};

/** A bill that is found, and a payment of it that is planned and cancelled. */
const EVENTS_KEPT = 3;

/** Makes events, and endpoints that do not get them. */
export async function keepDeliveries(
  service: Service,
  home: Household,
  suspended: { readonly partnerId: string; readonly apiKey: string },
): Promise<Endpoints> {
  const receiver = await openFailingReceiver();
  const { api } = home;
  const create = (at: ApiClient) => createVerifiedEndpoint(at, { url: receiver.url, events });
  const events = ['bill.*'];
  const disabled = await create(api);
  const failing = await create(api);
  accepted(await api['webhook-endpoint'].updateWebhookEndpoint(disable(disabled._id)));
  const other = openHousehold(service.baseUrl, suspended.apiKey);
  const third = await create(other.api);
  for (const one of [home, other]) {
    const { billId } = await one.newBill('delivered', { dueDate: dueDate(20) });
    const date = `${dayIn(3)}T00:00:00.000Z`;
    accepted(await one.api.payment.schedulePayment({ billId, date }));
    accepted(await one.api.payment.cancelPayment({ billId }));
  }
  const kept = {
    disabled: await keptAt(api, disabled._id, 'parked'),
    failing: await keptAt(api, failing._id, 'waiting'),
    suspended: await keptAt(other.api, third._id, 'waiting'),
  };
  await operate(service, 'partner', 'suspend', suspended.partnerId);
  await receiver.close();
  return {
    endpoints: kept,
    webhookSecrets: {
      disabled: disabled.secret,
      failing: failing.secret,
      suspended: third.secret,
    },
  };
}

function disable(endpointId: string) {
  return { endpointId, status: 'disabled' as const };
}

/** Waits until there are deliveries to the endpoint that all stand so; a failing one was tried. */
async function keptAt(api: ApiClient, endpointId: string, status: 'parked' | 'waiting') {
  const eventIds = await until(`what is ${status} at ${endpointId}`, async () => {
    const { data } = accepted(await api.event.listEvents({ limit: '20' }));
    const found: string[] = [];
    for (const { event } of data) {
      const { deliveries, attempts } = accepted(await api.event.getEvent({ eventId: event._id }));
      const own = deliveries.find((one) => one.endpointId === endpointId);
      const tried = attempts.some((one) => one.endpointId === endpointId);
      if (own?.status === status && (status === 'parked' || tried)) found.push(event._id);
    }
    return found.length >= EVENTS_KEPT && found;
  });
  return { endpointId, eventIds };
}

/** It answers tests, and nothing else. */
async function openFailingReceiver() {
  const server = createServer(async (request, response) => {
    const isTest = (await text(request)).includes('"type":"webhook-endpoint.test"');
    response.writeHead(isTest ? 204 : 503).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`,
    close: () => {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** A client's tokens, one of them revoked, and a request whose answer is kept under its key. */
export async function keepTokens({
  api,
}: Household): Promise<Pick<Credentials, 'tokens' | 'repeated'>> {
  const identifier = 'with-tokens';
  const lives = { accessTokenExpiresIn: 24 * 60 * 60 };
  const issue = async (name: string) => {
    const { token } = accepted(await api.client.createToken({ identifier: name, ...lives }));
    return { sso: token, ...accepted(await api.client.createAccessToken({ token })) };
  };
  const live = await issue(identifier);
  const revoked = await issue('with-revoked-tokens');
  accepted(await api.client.revokeTokens({ clientToken: revoked.accessToken }));
  const idempotencyKey = randomUUID();
  const repeated = { identifier: 'repeated', idempotencyKey };
  const { clientId } = accepted(
    await api.client.createClient({ identifier: repeated.identifier }, { idempotencyKey }),
  );
  return {
    tokens: {
      clientId: live.clientId,
      sso: live.sso,
      access: live.accessToken,
      revoked: revoked.accessToken,
    },
    repeated: { ...repeated, clientId },
  };
}
