import { MAX_AUTHS_PER_CLIENT } from '@billhook/core/auth/auth';
import { newTokenClient } from '../../support/client-access.ts';
import { leaveSwapOpen, swappable, withUsedCode } from '../../support/swap-steps.ts';
import { findItem } from '../../support/table.ts';
import { callTable, findTable } from '../../support/table-server.ts';
import { dueDate, givenBank, valueFrom, type World } from '../../support/world.ts';
import { heldAuth } from './auth.ts';
import { declined, payable, TOO_MUCH } from './bills.ts';
import {
  type Cases,
  consent,
  LOCKED,
  MAINTAINED_SINCE,
  RACE,
  type Scene,
  unknown,
} from './case.ts';

const given = ({ clientId, companyId }: Pick<Scene, 'clientId' | 'companyId'>) => ({
  clientId,
  companyId,
  items: ['bill' as const],
  form: { balance: '5.00', dueDate: dueDate(9) },
});

/** The same for a swap to a method. */
const toSwap = ({ clientId, companyId }: { clientId: string; companyId: string }, id: string) => ({
  clientId,
  companyId,
  items: ['swap' as const],
  meta: { paymentMethodId: id },
  form: { balance: '5.00', dueDate: dueDate(9) },
});

async function companyInMaintenance(world: World) {
  const [company] = await world.findCompanies(({ status }) => status === 'maintenance');
  if (!company) throw new Error('No company is in maintenance');
  return company._id;
}

const accountForm = (username: string) => ({ username, password: 'any' });

/** Linking them all would take longer than all other cases together. */
async function copyAuth(
  tableUrl: string,
  { clientId, authId }: { readonly clientId: string; readonly authId: string },
  count: number,
): Promise<void> {
  const TableName = await findTable(tableUrl);
  const found = await findItem(tableUrl, clientId, authId);
  // Nobody takes up a copy: it is due at no time.
  const { dueAt: _at, dueShard: _shard, dueKind: _kind, ...rest } = found ?? {};
  for (let number = 0; number < count; number += 1) {
    const id = { S: `${authId.slice(0, -3)}${String(number).padStart(3, '0')}` };
    await callTable(tableUrl, 'PutItem', { TableName, Item: { ...rest, sk: id, _id: id } });
  }
}

/** A client with as many auths as it may have: the first and the last linked, copies between them. */
async function fullClient(world: World, tableUrl: string) {
  const clientId = await world.newClient();
  const company = await world.findOrdinaryCompany();
  const { _id: companyId } = company;
  const { _id: authId } = await world.link(clientId, company, accountForm('first'));
  await copyAuth(tableUrl, { clientId, authId }, MAX_AUTHS_PER_CLIENT - 2);
  const items = ['bill' as const];
  const last = { clientId, companyId, items, form: accountForm('last') };
  valueFrom(await world.api.auth.createAuth(last));
  return { clientId, companyId };
}

type Continued = Parameters<Api['auth']['continueAuth']>[0];

function continueWith(
  api: Api,
  authId: string,
  items: Continued['items'],
  meta: NonNullable<Continued['meta']>,
) {
  return api.auth.continueAuth({ authId, items, meta });
}

type Api = World['api'];

/** What begins a link. */
export const linkCases = {
  createAuth: {
    route: 'POST /auth',
    asClient: {
      call: (api, { clientId, companyId, methodId, billId }) =>
        api.auth.createAuth({
          ...given({ clientId, companyId }),
          meta: { paymentMethodId: methodId, billId },
        }),
      another: 'client_not_found',
    },
    sample: ({ clientId, companyId, methodId, billId }) => ({
      ...given({ clientId, companyId }),
      paymentIdentifier: 'mine',
      consent,
      dataConsent: consent,
      meta: { paymentMethodId: methodId, billId },
    }),
    success: async (scene, api) =>
      api.auth.createAuth({ ...given(scene), clientId: await scene.world.newClient() }),
    refusals: {
      client_not_found: (scene, api) =>
        api.auth.createAuth({ ...given(scene), clientId: unknown.clientId }),
      company_not_found: (scene, api) =>
        api.auth.createAuth({ ...given(scene), companyId: unknown.companyId }),
      company_in_maintenance: async (scene, api) =>
        api.auth.createAuth({
          ...given(scene),
          companyId: await companyInMaintenance(scene.world),
        }),
      payment_method_not_found: (scene, api) =>
        api.auth.createAuth({
          ...given(scene),
          meta: { paymentMethodId: unknown.paymentMethodId },
        }),
      bill_not_found: (scene, api) =>
        api.auth.createAuth({ ...given(scene), meta: { billId: unknown.billId } }),
      amount_limit: async ({ world }, api) => {
        const { clientId, billId } = await payable(world, { balance: TOO_MUCH });
        const { bill } = valueFrom(await api.bill.getBill({ billId }));
        const whose = { clientId, companyId: bill.company._id };
        const items = ['bill', 'payment'] as const;
        return api.auth.createAuth({ ...given(whose), items: [...items], meta: { billId } });
      },
      swap_not_found: (scene, api) =>
        api.auth.createAuth({
          ...toSwap(scene, scene.methodId),
          meta: { swapId: unknown.swapId, paymentMethodId: scene.methodId },
        }),
      swap_in_progress: async ({ world, tableUrl }, api) => {
        const swapped = await swappable(world);
        await leaveSwapOpen(tableUrl, swapped);
        return api.auth.createAuth(toSwap(swapped, swapped.methodId));
      },
      swap_not_supported: async (scene, api) => {
        const { _id: companyId } = await scene.world.findCompany('Bramblewick Power');
        const form = { username: 'grace', password: 'any' };
        return api.auth.createAuth({ ...toSwap(scene, scene.methodId), companyId, form });
      },
      payment_method_not_accepted: async ({ companyId, world }, api) => {
        const clientId = await world.newClient();
        const bank = valueFrom(await api.payment.addPaymentMethod(givenBank(clientId)));
        return api.auth.createAuth(toSwap({ clientId, companyId }, bank.paymentMethodId));
      },
      payment_method_declined: async ({ companyId, world }, api) => {
        const { clientId, methodId } = await declined(world);
        return api.auth.createAuth(toSwap({ clientId, companyId }, methodId));
      },
      card_code_required: async ({ world }, api) => {
        const { methodId, form, ...used } = await withUsedCode(world);
        return api.auth.createAuth({ ...toSwap(used, methodId), form });
      },
      consent_required: async ({ world }) => {
        const { api: own, clientId } = await newTokenClient(world.api);
        const { _id: companyId } = await world.findCompany('Regular Company 5');
        return own.auth.createAuth(given({ clientId, companyId }));
      },
      invalid_request: (scene, api) =>
        api.auth.createAuth({ ...given(scene), items: ['swap'], meta: {} }),
      invalid_form: (scene, api) =>
        api.auth.createAuth({ ...given(scene), form: { balance: '5.00' } }),
      link_limit_reached: async ({ world, tableUrl }, api) =>
        api.auth.createAuth({
          ...(await fullClient(world, tableUrl)),
          items: ['bill'],
          form: { username: 'one-too-many', password: 'any' },
        }),
    },
    elsewhere: { partner_locked: LOCKED, request_conflict: RACE },
    foreign: [
      ['client_not_found', (scene, other) => other.auth.createAuth(given(scene))],
      [
        'bill_not_found',
        async (scene, other) => {
          const { clientId } = valueFrom(
            await other.client.createClient({ identifier: 'foreign' }),
          );
          const meta = { billId: scene.billId };
          return other.auth.createAuth({ ...given(scene), clientId, meta });
        },
      ],
      [
        'payment_method_not_found',
        async (scene, other) => {
          const { clientId } = valueFrom(
            await other.client.createClient({ identifier: 'foreign' }),
          );
          const meta = { paymentMethodId: scene.methodId };
          return other.auth.createAuth({ ...given(scene), clientId, meta });
        },
      ],
    ],
  },
  continueAuth: {
    route: 'POST /auth/{authId}/continue',
    asClient: {
      call: (api, { authId }) => api.auth.continueAuth({ authId, items: ['bill'] }),
      another: 'auth_not_found',
    },
    sample: () => ({
      ...{ items: ['bill'], paymentIdentifier: 'any', consent },
      meta: { billId: 'bill_1' },
    }),
    success: async ({ world }, api) => {
      const { authId } = await swappable(world);
      return api.auth.continueAuth({ authId, items: ['bill'] });
    },
    refusals: {
      auth_not_found: (_scene, api) =>
        api.auth.continueAuth({ authId: unknown.authId, items: ['bill'] }),
      auth_not_verified: async ({ world }, api) =>
        api.auth.continueAuth({ authId: (await heldAuth(world))._id, items: ['bill'] }),
      // Nothing is missing: what is given besides is not taken.
      invalid_form: async ({ world }, api) => {
        const { authId } = await swappable(world);
        return api.auth.continueAuth({ authId, items: ['bill'], form: { password: 'another' } });
      },
      payment_method_not_found: ({ authId }, api) =>
        continueWith(api, authId, ['bill'], { paymentMethodId: unknown.paymentMethodId }),
      bill_not_found: ({ authId }, api) =>
        continueWith(api, authId, ['bill'], { billId: unknown.billId }),
      amount_limit: async ({ world }, api) => {
        const { authId, billId } = await payable(world, { balance: TOO_MUCH });
        return continueWith(api, authId, ['payment'], { billId });
      },
      swap_not_found: ({ authId, methodId }, api) =>
        continueWith(api, authId, ['swap'], { swapId: unknown.swapId, paymentMethodId: methodId }),
      swap_in_progress: async ({ world, tableUrl }, api) => {
        const { clientId, authId, methodId } = await swappable(world);
        await leaveSwapOpen(tableUrl, { clientId, authId });
        return continueWith(api, authId, ['swap'], { paymentMethodId: methodId });
      },
      swap_not_supported: async ({ world }, api) => {
        const clientId = await world.newClient();
        const company = await world.findCompany('Bramblewick Power');
        const { _id } = await world.link(clientId, company, { username: 'ida', password: 'any' });
        const paymentMethodId = await world.addCard(clientId);
        return continueWith(api, _id, ['swap'], { paymentMethodId });
      },
      payment_method_not_accepted: async ({ world }, api) => {
        const { clientId, authId } = await swappable(world);
        const bank = valueFrom(await api.payment.addPaymentMethod(givenBank(clientId)));
        return continueWith(api, authId, ['swap'], { paymentMethodId: bank.paymentMethodId });
      },
      payment_method_declined: async ({ world }, api) => {
        const { clientId, methodId } = await declined(world);
        const { data } = valueFrom(await api.auth.listAuths({ clientId }));
        return continueWith(api, data[0]?._id ?? '', ['swap'], { paymentMethodId: methodId });
      },
      card_code_required: async ({ world }, api) => {
        const { authId, methodId } = await withUsedCode(world);
        return continueWith(api, authId, ['swap'], { paymentMethodId: methodId });
      },
      consent_required: async ({ world }) => {
        const { api: own, clientId } = await newTokenClient(world.api);
        const { _id: companyId } = await world.findCompany('Regular Company 5');
        const methodId = await world.addCard(clientId);
        const swapped = toSwap({ clientId, companyId }, methodId);
        const { authId } = valueFrom(await own.auth.createAuth(swapped));
        await world.linkedAuth(authId);
        return own.auth.continueAuth({ authId, items: ['bill'] });
      },
      invalid_request: ({ authId }, api) => continueWith(api, authId, ['swap'], {}),
    },
    elsewhere: { request_conflict: RACE, company_in_maintenance: MAINTAINED_SINCE },
    foreign: [
      [
        'auth_not_found',
        ({ authId }, other) => other.auth.continueAuth({ authId, items: ['bill'] }),
      ],
    ],
  },
} satisfies Cases;
