/** Steps that tests of swaps take. */
import type { Swap } from '@billhook/core/schemas/swap';
import { until } from '../../lib/base/until.ts';
import { callTable, findTable } from './table-server.ts';
import { dueDate, type Form, valueFrom, type World } from './world.ts';

export const DECLINING_CARD = '4000000000000002';

type Swappable = {
  readonly clientId: string;
  readonly authId: string;
  readonly methodId: string;
};

type GivenLink = {
  readonly clientId: string;
  readonly companyName: string;
  readonly methodId: string;
  readonly swapId?: string;
  readonly form?: Form;
};

/** A client with a card and a verified auth at `Regular Company 2`. */
export async function swappable(world: World, form: Form = {}, cardNumber?: string) {
  const clientId = await world.newClient();
  const methodId = await world.addCard(clientId, cardNumber ? { cardNumber } : {});
  const company = await world.findCompany('Regular Company 2');
  const { _id: authId } = await world.link(clientId, company, {
    balance: '50.00',
    dueDate: dueDate(9),
    ...form,
  });
  return { clientId, methodId, authId, companyId: company._id };
}

/** A client whose swap has ended at a company that needs a card's code each time: it is used. */
export async function withUsedCode(world: World, cardNumber?: string) {
  const clientId = await world.newClient();
  const methodId = await world.addCard(clientId, cardNumber ? { cardNumber } : {});
  const company = await world.findCompany('Stillheron Yoga');
  const form = { email: 'ada@home.example', password: 'any' };
  const { _id: authId } = await world.link(clientId, company, form);
  const given = { clientId, methodId, authId };
  return { ...given, companyId: company._id, form, swapId: (await swap(world, given))._id };
}

/** Waits until a swap has ended, or is as wanted. */
export function swapOf(
  { api }: Pick<World, 'api'>,
  clientId: string,
  swapId: string,
  wanted: (swap: Swap) => boolean = hasEnded,
): Promise<Swap> {
  return until(`the swap ${swapId}`, async () => {
    const { data } = valueFrom(await api.swap.listSwaps({ clientId }));
    return data.find((swap) => swap._id === swapId && wanted(swap));
  });
}

function hasEnded({ status }: Swap): boolean {
  return status.type === 'completed' || status.type === 'hold';
}

/** The first swap of a client that has one. */
export async function onlySwapOf(world: World, clientId: string): Promise<Swap> {
  const { _id } = await until(`a swap of ${clientId}`, async () => {
    const { data } = valueFrom(await world.api.swap.listSwaps({ clientId }));
    return data[0];
  });
  return swapOf(world, clientId, _id);
}

/** Swaps and waits for the end. */
export async function swap(world: World, given: Swappable): Promise<Swap> {
  const { clientId, authId, methodId: paymentMethodId } = given;
  const { swapId } = valueFrom(await world.api.swap.createSwap({ authId, paymentMethodId }));
  return swapOf(world, clientId, swapId);
}

/** `POST /auth` with `swap`; answers the auth's id. */
export async function linkToSwap(world: World, given: GivenLink): Promise<string> {
  const { clientId, companyName, methodId, swapId, form = {} } = given;
  const { _id: companyId } = await world.findCompany(companyName);
  const meta = { paymentMethodId: methodId, ...(swapId && { swapId }) };
  const asked = { clientId, companyId, items: ['swap' as const], meta, form };
  return valueFrom(await world.api.auth.createAuth(asked)).authId;
}

/** A swap that never ends, as it were: the sandbox's own are over before a test could look. */
export async function leaveSwapOpen(
  tableUrl: string,
  { clientId, authId }: Pick<Swappable, 'clientId' | 'authId'>,
): Promise<void> {
  await callTable(tableUrl, 'UpdateItem', {
    TableName: await findTable(tableUrl),
    Key: { pk: { S: clientId }, sk: { S: authId } },
    UpdateExpression: 'SET openSwapId = :open ADD version :one',
    ExpressionAttributeValues: {
      ':open': { S: authId.replace('auth_', 'swap_') },
      ':one': { N: '1' },
    },
  });
}

/** Waits until an auth has a status. */
export function authWith({ api }: World, clientId: string, authId: string, status: string) {
  return until(`${authId} is ${status}`, async () => {
    const { data } = valueFrom(await api.auth.listAuths({ clientId }));
    return data.find((auth) => auth._id === authId && auth.status.type === status);
  });
}
