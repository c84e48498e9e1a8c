/** Makes the scene that the cases play on, by calls of its partner. */
import { newName, valueFrom } from '../../support/world.ts';
import type { Addresses, Scene } from './case.ts';

type Ground = Pick<Scene, 'world' | 'partnerId' | 'newPartner' | 'apiWith' | 'addresses'>;

export const localAddresses: Addresses = {
  jwks: 'http://127.0.0.1:9/jwks.json',
  webhook: 'http://127.0.0.1:9/hooks',
};

export async function makeScene(ground: Ground): Promise<Scene> {
  const { world } = ground;
  const identifier = newName();
  const { clientId } = valueFrom(await world.api.client.createClient({ identifier }));
  const { token } = valueFrom(await world.api.client.createToken({ identifier }));
  const methodId = await world.addCard(clientId);
  const { bill } = await world.newBill(clientId);
  const company = await world.findCompany('Regular Company 2');
  const challenged = await world.link(clientId, company, { status: 'mfa-required-questions' });
  return {
    ...ground,
    clientId,
    identifier,
    token,
    methodId,
    authId: bill.auth._id,
    billId: bill._id,
    companyId: bill.company._id,
    challengeToken: (await world.challengeOf(challenged._id)).token,
    challengedAuthId: challenged._id,
    questionId: challenged.mfa?.mfa?.[0]?.identifier ?? '',
  };
}
