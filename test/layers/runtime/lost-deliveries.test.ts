/** What might make everybody forget a delivery that waits, or that is to be taken up again. */
import { beforeEach, expect, test, vi } from 'vitest';
import { openDeliveryWorld } from '../../support/delivery-world.ts';
import { fakeKms } from '../../support/kms.ts';

vi.mock('@billhook/runtime/logger');

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

let world: Awaited<ReturnType<typeof openDeliveryWorld>>;

beforeEach(async () => {
  vi.stubEnv('VAULT_KEY_ARN', 'vault');
  vi.stubEnv('STAGE', 'sandbox');
  fakeKms();
  world = await openDeliveryWorld();
});

test('a message that comes twice does not make the next attempt forgotten', async () => {
  await world.newEndpoint();
  world.answer = () => 500;
  await world.plan(await world.newEvent());
  const [message] = world.messages;
  await world.run(6 * MINUTE, 5 * SECOND);
  expect(world.sent).toHaveLength(3);
  await world.run(5 * MINUTE);
  if (message) world.messages.push(message);
  await world.deliver();
  await world.run(30 * MINUTE);
  expect(world.sent).toHaveLength(4);
});
