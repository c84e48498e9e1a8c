/** The reads of the load. Each is held against what the load itself knows. */
import { moneyText } from '@billhook/core/base/money';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import type { LoadOperation } from './operation.ts';

type Id = { readonly _id: string };
type Listed = { readonly data: readonly Id[] };
type ShownBill = {
  readonly bill: Id & { readonly auth: Id };
  readonly payments: readonly { readonly amount: string }[];
};

const companies = sandboxCompanies.filter(({ status }) => status === 'operational');
const PAGE = 20;

const differs = (what: string, got: unknown, wanted: unknown) =>
  got === wanted ? undefined : `${what} is ${String(got)}, and not ${String(wanted)}`;
const lacks = (what: string, got: readonly string[], wanted: readonly string[]) => {
  const missing = wanted.filter((id) => !got.includes(id));
  return missing.length > 0 ? `${what} lacks ${missing.join(', ')}` : undefined;
};

export const reads: readonly LoadOperation[] = [
  {
    name: 'listBills',
    kind: 'read',
    share: 18,
    make: (world) => {
      const client = world.draw(world.ready);
      if (!client) return undefined;
      const known = client.bills.map(({ billId }) => billId);
      return {
        method: 'GET',
        path: `/bill/list/${client.clientId}`,
        bearer: world.bearerOf(client),
        check: ({ data }: { data: readonly ShownBill[] }) =>
          lacks(
            'the list of bills',
            data.map(({ bill }) => bill._id),
            known,
          ),
      };
    },
  },
  {
    name: 'getBill',
    kind: 'read',
    share: 16,
    make: (world) => {
      const bill = world.draw(world.draw(world.ready)?.bills ?? []);
      if (!bill) return undefined;
      const { billId, authId, paymentId, order, cents, client } = bill;
      return {
        method: 'GET',
        path: `/bill/${billId}`,
        bearer: world.bearerOf(client),
        check: (body: ShownBill) =>
          differs('the bill', body.bill._id, billId) ??
          differs('its auth', body.bill.auth._id, authId) ??
          (paymentId === undefined
            ? undefined
            : differs('what was paid', body.payments[0]?.amount, moneyText(cents))) ??
          // One that was ordered while this was on its way may be paid by now.
          (order === undefined && bill.order === undefined
            ? differs('the number of its payments', body.payments.length, 0)
            : undefined),
      };
    },
  },
  {
    name: 'listAuths',
    kind: 'read',
    share: 8,
    make: (world) => {
      const client = world.draw(world.ready);
      if (!client) return undefined;
      const known = client.bills.map(({ authId }) => authId);
      return {
        method: 'GET',
        path: `/auth/list/${client.clientId}`,
        bearer: world.bearerOf(client),
        check: ({ data }: Listed) =>
          lacks(
            'the list of auths',
            data.map(({ _id }) => _id),
            known,
          ),
      };
    },
  },
  {
    name: 'getAuth',
    kind: 'read',
    share: 8,
    make: (world) => {
      const client = world.draw(world.ready);
      const bill = world.draw(client?.bills ?? []);
      if (!client || !bill) return undefined;
      return {
        method: 'GET',
        path: `/auth/${bill.authId}`,
        bearer: world.bearerOf(client),
        check: ({ auth }: { auth: Id & { status?: { type: string } } }) =>
          differs('the auth', auth._id, bill.authId) ??
          differs('its status', auth.status?.type, 'verified'),
      };
    },
  },
  {
    name: 'listPaymentMethods',
    kind: 'read',
    share: 8,
    make: (world) => {
      const client = world.draw(world.ready);
      if (!client) return undefined;
      const { cards } = client;
      return {
        method: 'GET',
        path: `/payment/list/${client.clientId}`,
        bearer: world.bearerOf(client),
        check: ({ data }: Listed) =>
          data.length < cards ? `${data.length} methods are listed of ${cards}` : undefined,
      };
    },
  },
  {
    name: 'searchCompanies',
    kind: 'read',
    share: 6,
    make: (world) => {
      const company = world.draw(companies);
      const client = world.draw(world.ready);
      if (!company || !client) return undefined;
      return {
        method: 'POST',
        path: '/company/search',
        bearer: world.bearerOf(client),
        body: { query: company.name },
        check: ({ data }: Listed) =>
          lacks(
            'what was found',
            data.map(({ _id }) => _id),
            [company._id],
          ),
      };
    },
  },
  {
    name: 'getCompany',
    kind: 'read',
    share: 4,
    make: (world) => {
      const company = world.draw(companies);
      const client = world.draw(world.ready);
      if (!company || !client) return undefined;
      return {
        method: 'GET',
        path: `/company/${company._id}`,
        bearer: world.bearerOf(client),
        check: ({ _id }: Id) => differs('the company', _id, company._id),
      };
    },
  },
  {
    name: 'listEvents',
    kind: 'read',
    share: 4,
    make: (world) => {
      const client = world.draw(world.ready);
      if (!client) return undefined;
      return {
        method: 'GET',
        path: `/event/list?clientId=${client.clientId}&limit=${PAGE}`,
        bearer: client.partner.apiKey,
        check: ({ data }: { data: readonly { event: { clientId: string } }[] }) =>
          data.length === 0
            ? 'no event is listed'
            : differs(
                'the client of an event',
                data.find(({ event }) => event.clientId !== client.clientId)?.event.clientId,
                undefined,
              ),
      };
    },
  },
  {
    name: 'getBillPayment',
    kind: 'read',
    share: 3,
    make: (world) => {
      const bill = world.draw(world.paid);
      if (!bill) return undefined;
      return {
        method: 'GET',
        path: `/bill/${bill.billId}/payment/${bill.paymentId}`,
        bearer: world.bearerOf(bill.client),
        check: ({ payment }: { payment: { status: string; amount?: string } }) =>
          differs('the payment', payment.status, 'paid') ??
          differs('its amount', payment.amount, moneyText(bill.cents)),
      };
    },
  },
  {
    name: 'listCategories',
    kind: 'read',
    share: 2,
    make: (world) => {
      const partner = world.draw(world.partners);
      return partner && { method: 'GET', path: '/company/categories', bearer: partner.apiKey };
    },
  },
  {
    name: 'getPartner',
    kind: 'read',
    share: 2,
    make: (world) => {
      const partner = world.draw(world.partners);
      return (
        partner && {
          method: 'GET',
          path: '/partner',
          bearer: partner.apiKey,
          check: ({ _id }: Id) => differs('the partner', _id, partner.partnerId),
        }
      );
    },
  },
  {
    name: 'listPartnerBills',
    kind: 'read',
    share: 1,
    make: (world) => {
      const partner = world.draw(world.partners);
      if (!partner) return undefined;
      return {
        method: 'GET',
        path: `/bill/listByPartner/${partner.partnerId}?limit=${PAGE}`,
        bearer: partner.apiKey,
        check: ({ data }: { data: readonly unknown[] }) =>
          data.length === 0 ? 'no bill is listed' : undefined,
      };
    },
  },
];
