/** How an event of each type is brought about on a sandbox: really, by calls that a partner makes. */
import type { EventType } from '@billhook/core/events/event';
import { until } from '../base/until.ts';
import { accepted } from '../client/accepted.ts';
import {
  addCard,
  beginLink,
  DECLINED_CARD,
  link,
  linkBill,
  newClient,
  passDays,
  payNow,
  type Scene,
  timeOf,
} from './scene.ts';

export type Recipe = {
  /** One sentence. */
  readonly does: string;
  /** It moves the test clock of the partner, which goes forward only, for all of its clients. */
  readonly movesClock?: true;
  /** Answers the client that the event is about; nothing where it is the partner's own. */
  readonly run: (scene: Scene) => Promise<string | undefined>;
};

const DAY_MILLISECONDS = 24 * 60 * 60 * 1000;
const DUE_IN_DAYS = 10;
/** A name that leads nowhere, so that the test of a webhook endpoint disturbs nobody. */
const NOWHERE = 'https://receiver.example/hooks';

/** A recipe about a client of its own. */
function aboutClient(run: (scene: Scene, clientId: string) => Promise<unknown>): Recipe['run'] {
  return async (scene) => {
    const clientId = await newClient(scene);
    await run(scene, clientId);
    return clientId;
  };
}

const pay = aboutClient(async (scene, clientId) => {
  await addCard(scene, clientId);
  await payNow(scene, await linkBill(scene, clientId, { dueInDays: DUE_IN_DAYS }));
});

const payWithDeclinedCard = aboutClient(async (scene, clientId) => {
  await addCard(scene, clientId, DECLINED_CARD);
  await payNow(scene, await linkBill(scene, clientId, { dueInDays: DUE_IN_DAYS }));
});

const swap = aboutClient(async (scene, clientId) => {
  await beginLink(scene, clientId, { swapTo: await addCard(scene, clientId) });
});

export const recipes: Readonly<Record<EventType, Recipe>> = {
  'auth.created': {
    does: 'Links an account.',
    run: aboutClient((scene, clientId) => beginLink(scene, clientId)),
  },
  'auth.success': {
    does: 'Links an account.',
    run: aboutClient((scene, clientId) => link(scene, clientId)),
  },
  'auth.failed': {
    does: 'Links an account with credentials that are rejected.',
    run: aboutClient((scene, clientId) => link(scene, clientId, { status: 'authenticate' })),
  },
  'auth.invalid': {
    does: 'Links an account whose credentials are rejected the next day.',
    movesClock: true,
    run: aboutClient((scene, clientId) => linkUntilLater(scene, clientId, 'authenticate-later')),
  },
  'auth.hold': {
    does: 'Links an account that is on hold.',
    run: aboutClient((scene, clientId) => link(scene, clientId, { status: 'hold' })),
  },
  'auth.needs-resync': {
    does: 'Links an account that requires its user the next day.',
    movesClock: true,
    run: aboutClient((scene, clientId) => linkUntilLater(scene, clientId, 'mfa-required-later')),
  },
  'auth.deleted': {
    does: 'Links an account, and deletes the auth.',
    run: aboutClient(async (scene, clientId) => {
      const authId = await link(scene, clientId);
      accepted(await scene.api.auth.deleteAuth({ authId }));
    }),
  },
  'auth.security-input-required': {
    does: 'Links an account that asks where to send a code.',
    run: aboutClient((scene, clientId) =>
      beginLink(scene, clientId, { status: 'mfa-required-code' }),
    ),
  },
  'bill.created': {
    does: 'Links an account that has a balance.',
    run: aboutClient((scene, clientId) => linkBill(scene, clientId, { dueInDays: DUE_IN_DAYS })),
  },
  'bill.update': {
    // Not by a call that changes it: what an API key changes itself is not sent.
    does: 'Links an account twice, of which more is owed the second time.',
    run: aboutClient(async (scene, clientId) => {
      await linkBill(scene, clientId, { dueInDays: DUE_IN_DAYS });
      await linkBill(scene, clientId, { dueInDays: DUE_IN_DAYS, balance: '150.00' });
    }),
  },
  'bill.upcoming': {
    does: 'Links an account, and waits until its bill is almost due.',
    movesClock: true,
    run: aboutClient(async (scene, clientId) => {
      await linkBill(scene, clientId, { dueInDays: DUE_IN_DAYS });
      await passDays(scene, DUE_IN_DAYS - 1);
    }),
  },
  'bill.scheduled-payment-notice': {
    does: 'Links an account with a card, and waits until its bill is about to be paid automatically.',
    movesClock: true,
    run: aboutClient(async (scene, clientId) => {
      await addCard(scene, clientId);
      // Paid five days before it is due.
      await linkBill(scene, clientId, { dueInDays: DUE_IN_DAYS + 5 });
      await passDays(scene, DUE_IN_DAYS - 1);
    }),
  },
  'bill.payment.scheduled': { does: 'Pays a bill.', run: pay },
  'bill.payment.waiting': {
    does: 'Schedules the payment of a bill, of which more is owed by the day of the payment.',
    movesClock: true,
    run: aboutClient(async (scene, clientId) => {
      await addCard(scene, clientId);
      const billId = await linkBill(scene, clientId, { dueInDays: DUE_IN_DAYS });
      const date = new Date((await timeOf(scene)) + 3 * DAY_MILLISECONDS).toISOString();
      accepted(await scene.api.payment.schedulePayment({ billId, date }));
      await linkBill(scene, clientId, { dueInDays: DUE_IN_DAYS, balance: '150.00' });
      await passDays(scene, 3);
    }),
  },
  'bill.payment.accepted': {
    does: 'Pays a bill at a company that accepts the payment and settles it a week later.',
    run: aboutClient(async (scene, clientId) => {
      await addCard(scene, clientId);
      const given = { dueInDays: DUE_IN_DAYS, status: 'payment-accepted' };
      await payNow(scene, await linkBill(scene, clientId, given));
    }),
  },
  'bill.payment.delayed': {
    does: 'Pays a bill whose outcome stays unknown, and waits until its due date has passed.',
    movesClock: true,
    run: aboutClient(async (scene, clientId) => {
      // What is linked from now on follows the clock, its payments too.
      await passDays(scene, 1);
      await addCard(scene, clientId);
      const misreported = { dueInDays: 0, status: 'payment-misreported' };
      await payNow(scene, await linkBill(scene, clientId, misreported));
      await passDays(scene, 1);
    }),
  },
  'bill.payment.sent': { does: 'Pays a bill.', run: pay },
  'bill.payment.failed': {
    does: 'Pays a bill with a card that is declined.',
    run: payWithDeclinedCard,
  },
  'bill.payment.cancelled': {
    does: 'Schedules the payment of a bill, and cancels it.',
    run: aboutClient(async (scene, clientId) => {
      await addCard(scene, clientId);
      const billId = await linkBill(scene, clientId, { dueInDays: DUE_IN_DAYS });
      const date = new Date((await timeOf(scene)) + 3 * DAY_MILLISECONDS).toISOString();
      accepted(await scene.api.payment.schedulePayment({ billId, date }));
      scene.say(`Payment planned for ${date.slice(0, 10)}`);
      accepted(await scene.api.payment.cancelPayment({ billId }));
    }),
  },
  'swap.created': { does: 'Puts a card on file at a company.', run: swap },
  'swap.success': { does: 'Puts a card on file at a company.', run: swap },
  'swap.hold': {
    does: 'Puts a card on file at a company that rejects it.',
    run: aboutClient(async (scene, clientId) => {
      await beginLink(scene, clientId, { swapTo: await addCard(scene, clientId, DECLINED_CARD) });
    }),
  },
  'payment-method.declined': {
    does: 'Pays a bill with a card that is declined.',
    run: payWithDeclinedCard,
  },
  'payment-method.removed': {
    does: 'Adds a card, and deletes it.',
    run: aboutClient(async (scene, clientId) => {
      const paymentMethodId = await addCard(scene, clientId);
      accepted(await scene.api.payment.deletePaymentMethod({ paymentMethodId }));
    }),
  },
  'client.erased': {
    does: 'Creates a client, and erases it.',
    run: async (scene) => {
      const clientId = await newClient(scene);
      accepted(await scene.api.client.eraseClient({ clientId }));
      scene.say(`Client ${clientId} is erased`);
      return undefined;
    },
  },
  'partner.settings-changed': {
    does: 'Sets whether signatures are required to its current value.',
    run: async ({ api, say }) => {
      const { signing } = accepted(await api.partner.getPartner());
      accepted(await api.partner.updateSigning({ required: signing.required }));
      say('Signing settings are unchanged');
      return undefined;
    },
  },
  'partner.reconciled': {
    does: 'Pays a bill, and reconciles the payments of today.',
    run: async (scene) => {
      await pay(scene);
      const { day, payments } = accepted(await scene.api.sandbox.reconcileNow());
      scene.say(`Reconciled ${payments} payments, for the report of ${day}`);
      return undefined;
    },
  },
  'webhook-endpoint.test': {
    does: 'Creates an endpoint whose host does not exist, tests it, and deletes it.',
    run: async ({ api, say }) => {
      const endpoints = api['webhook-endpoint'];
      const { _id: endpointId } = accepted(await endpoints.createWebhookEndpoint({ url: NOWHERE }));
      say(`Webhook endpoint ${endpointId}`);
      accepted(await endpoints.testWebhookEndpoint({ endpointId }));
      accepted(await endpoints.deleteWebhookEndpoint({ endpointId }));
      return undefined;
    },
  },
};

/** Links an account, and lets the daily reading of bills find what comes later. */
async function linkUntilLater(scene: Scene, clientId: string, status: string): Promise<void> {
  await link(scene, clientId, { status, dueInDays: DUE_IN_DAYS });
  await passDays(scene, 2);
  await until('the daily refresh of bills', async () => {
    const { data } = accepted(await scene.api.auth.listAuths({ clientId }));
    return data.some((auth) => auth.status.type !== 'verified');
  });
}
