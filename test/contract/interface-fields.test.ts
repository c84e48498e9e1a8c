/**
 * The fields of the interface, each with its name and type: of what is shown, and of what is sent. The
 * typed client of all other tests holds each response against the same schemas.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { presentCompany } from '@billhook/core/company/company';
import { sandboxCompanies } from '@billhook/core/sandbox/companies';
import { type Company, company as companySchema } from '@billhook/core/schemas/company';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';

type Schema = {
  readonly $ref?: string;
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
};

type Content = { readonly content: { readonly 'application/json': { readonly schema: Schema } } };
type Described = {
  readonly requestBody: Content;
  readonly responses: Readonly<Record<200, Content>>;
};

const api = JSON.parse(readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8')) as {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
};

/** What is shown: a component, and a path within it. */
const shown = `
Auth._id: string
Auth.status.type: verified | authenticate | hold | mfa-required
Auth.reason.userMessage: string
Auth.reason.code: account_issue_wallet_pay_on_file | account_issue_streaming_plus_third_party_on_file | account_issue_payment_details_required | account_issue_with_swap | account_issue_primary_account_holder | account_issue_card_not_accepted | account_issue_max_cards_on_file | account_issue_third_party_connected | account_issue_third_party_available | account_issue_no_active_subscription | system_issue_with_swap | provider_system_issue | partner_expiration_exceeded | account_issue_account_locked | authentication_unsupported | authentication_not_completed | account_set_up_online_payments | account_issue_verify_identity | account_issue_accept_toc | account_issue_no_service_account | account_issue_third_party_payments_on_file | system_issue_with_bill | system_issue_with_bill_payment | account_paid_in_full | account_issue_payment_restrictions | account_issue_inactive_account | account_issue_no_bill | no_payment_required | foreign_currency_issue
Auth.mfa.method: questions | code | prompt
Auth.mfa.mfa: list of object
Auth.mfa.mfa[].question: string
Auth.mfa.mfa[].identifier: string
Auth.company._id: string
Auth.company.name: string
Auth.company.logo.url: string
Auth.company.logo.background: boolean
Auth.created: string
Auth.items: list of bill | payment | swap
HoldReason.subcode: invalid-credentials | no-mfa-response-received | invalid-mfa | unanswered-mfa-question | selector-not-found | navigation-error | job-timeout | captcha-failure | proxy-failure | known-system-error | issue-unidentified
Bill._id: string
Bill.auth._id: string
Bill.autopay: enabled | disabled | unknown
Bill.autopaySource: client | company | unknown
Bill.balance: string
Bill.statementBalance: string
Bill.fullBalance: string
Bill.dueDate: string
Bill.customPaymentAmount: string
Bill.customLabel: string
Bill.lastPaidAmount: string
Bill.lastPaidOn: string
Bill.payDate: string
Bill.status.type: syncing | zero-balance | overdue | payment-required | payment-declined | upcoming | pending | paid
Bill.company._id: string
Bill.company.requiredPayment: bank | card
Bill.company.schedule: ten-days-before | five-days-before | day-before | on-due-date | immediately
Bill.settings.recurring: enabled | disabled
Bill.settings.schedule: ten-days-before | five-days-before | day-before | on-due-date | immediately
Bill.settings.notifications: enabled | disabled
Bill.meta.accountNumber: string
Bill.hidden: true | false
PaymentHistoryEntry.amount: string
PaymentHistoryEntry.paidOn: string
Company._id: string
Company.name: string
Company.categories: list of string
Company.status: operational | maintenance
Company.fullyAutomatedBill: boolean
Company.fullyAutomatedCardSwap: boolean
Company.logo.url: string
Company.logo.background: boolean
Company.logo.svg.url: string
Company.logo.svg.color: string
Company.requiredPayment: bank | card
Company.userPresenceRequired: boolean
Company.schedule: ten-days-before | five-days-before | day-before | on-due-date | immediately
Company.additionalPaymentOptions[].type: string
Company.additionalPaymentOptions[].settings.canExceedBalance: boolean
Company.fees.ach.rate: number
Company.fees.ach.percentage: boolean
Company.fees.cards.*.credit.rate: number
Company.fees.cards.*.debit.percentage: boolean
Company.auth.urls.login: string
Company.auth.urls.signup: string | null
Company.auth.urls.forgotPassword: string | null
Company.auth.urls.forgotUsername: string | null
Company.auth.loginFields[].placeholder: string
Company.auth.loginFields[].formType: text | password | email | tel
Company.auth.loginFields[].name: string
Company.auth.loginFields[].label: string
Company.geo.lat: number
Company.geo.lng: number
Company.geo.stateShort: string
Company.geo.stateLong: string
Company.geo.zipcode: string
Company.geo.address: string
Category.name: string
Category.type: string
PaymentMethod._id: string
PaymentMethod.type: card | bank
PaymentMethod.identifier: string
PaymentMethod.status: verified | declined | pending
PaymentMethod.default: boolean
PaymentMethod.name: string
PaymentMethod.assignedBills: list of string
PaymentMethod.card.number: string
PaymentMethod.card.brand: string
PaymentMethod.card.type: credit | debit
PaymentMethod.card.expDate: string
PaymentMethod.bank.routingNumber: string
PaymentMethod.bank.accountNumber: string
PaymentMethod.bank.routing: string
PaymentMethod.bank.account: string
PaymentMethod.bank.type: checking | savings
BillWithPayments.bill: object
BillWithPayments.payments: list of object
PartnerBill.partnerUserId: string
PartnerBill.partnerId: string
PartnerBill.bill: object
PartnerBill.payments: list of object
`;

/** What is shown in two spellings: the one that is described, and the other. */
const respelled = `
Company.geo.stateShort: state_short
Company.geo.stateLong: state_long
`;

/** What each operation takes: its route, the field, and whether it has to be there. */
const taken = `
POST /auth clientId: string, required
POST /auth companyId: string, required
POST /auth items: list of bill | payment | swap, required
POST /auth paymentIdentifier: string
POST /auth meta.paymentMethodId: string
POST /auth meta.billId: string
POST /auth meta.swapId: string
POST /auth form: object, required
POST /auth/step token: string, required
POST /auth/step method: questions | code | prompt, required
POST /auth/step security: list of object | object
POST /auth/step security.identifier: string, required
POST /auth/step security[].identifier: string, required
POST /auth/step security[].answer: string, required
POST /auth/step didNotReceiveCode: boolean
POST /auth/{authId}/answer-questions answers[].answer: string, required
POST /auth/{authId}/answer-questions answers[].identifier: string, required
POST /company/search query: string
POST /company/search category: string
POST /company/search geo.lat: number, required
POST /company/search geo.lng: number, required
POST /company/search paginateResults: boolean | true | false
POST /company/search pageSize: integer | string
POST /company/search pageNumber: integer | string
POST /company/search products: list of string
POST /payment clientId: string, required
POST /payment paymentType: card | bank, required
POST /payment identifier: string
POST /payment name: string, required
POST /payment cardNumber: string, required
POST /payment cardCode: string, required
POST /payment expMonth: string, required
POST /payment expYear: string, required
POST /payment zipcode: string, required
POST /payment setAsDefault: boolean
POST /payment routingNumber: string
POST /payment accountNumber: string
POST /payment accountType: checking | savings, required
POST /payment/{paymentMethodId}/assign billId: string, required
POST /payment/settings billId: string, required
POST /payment/settings recurring: enabled | disabled
POST /payment/settings schedule: ten-days-before | five-days-before | day-before | on-due-date | immediately
POST /payment/schedule billId: string, required
POST /payment/schedule date: string
POST /payment/schedule payDate: string
POST /payment/cancel billId: string, required
POST /client identifier: string, required
POST /client meta.firstName: string
POST /client meta.lastName: string
POST /client meta.email: string
POST /client meta.phone: string
POST /client meta.address1: string
POST /client meta.address2: string
POST /client meta.city: string
POST /client meta.state: string
POST /client meta.zipcode: string
POST /client/create-token identifier: string, required
POST /client/create-token nonce: boolean
POST /client/create-token expiration: string
POST /client/create-token accessTokenExpiresIn: integer
POST /client/revoke-tokens identifier: string
POST /client/revoke-tokens clientToken: string
POST /client/sync client.identifier: string, required
POST /client/sync token.expiration: string
POST /client/sync cards[].identifier: string
POST /client/sync cards[].cardNumber: string, required
POST /client/sync cards[].cardCode: string, required
POST /client/sync cards[].expMonth: string, required
POST /client/sync cards[].expYear: string, required
POST /client/sync cards[].zipcode: string, required
POST /client/sync cards[].name: string, required
POST /client/sync cards[].cardType: credit | debit
POST /client/sync cards[].cardBrand: american express | discover | maestro | mastercard | uatp | visa
`;

/** What each operation answers. */
const answered = `
POST /auth success: true
POST /auth message: string
POST /auth authId: string
POST /auth/step success: true
POST /auth/step message: string
GET /auth/list/{clientId} data: list of object
POST /auth/{authId}/fix-hold success: true
POST /auth/{authId}/answer-questions success: true
DELETE /auth/{authId} success: true
GET /bill/{billId} bill: object
GET /bill/{billId} payments: list of object
GET /bill/list/{clientId} data[].bill: object
GET /bill/list/{clientId} data[].payments: list of object
GET /bill/listByPartner/{partnerId} data[].bill: object
GET /bill/listByPartner/{partnerId} data[].partnerUserId: string
GET /bill/listByPartner/{partnerId} data[].partnerId: string
GET /company/categories data[].name: string
GET /company/categories data[].type: string
POST /company/search data: list of object
POST /company/search resultCount: integer
GET /payment/list/{clientId} data: list of object
POST /payment paymentMethodId: string
DELETE /payment/{paymentMethodId} success: true
POST /payment/{paymentMethodId}/retry success: true
POST /payment/{paymentMethodId}/assign success: true
POST /payment/settings success: true
POST /payment/schedule success: true
POST /payment/cancel success: true
POST /client clientId: string
POST /client/create-token token: string
POST /client/revoke-tokens success: true
POST /client/sync clientId: string
POST /client/sync ssoToken: string
POST /client/sync cards[].paymentMethodId: string
POST /client/sync cards[].identifier: string
`;

const linesOf = (text: string) => text.trim().split('\n');

function resolved({ $ref, ...schema }: Schema): Schema {
  return $ref ? resolved(api.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {}) : schema;
}

/** All forms that a schema may take. */
function formsOf(given: Schema): Schema[] {
  const schema = resolved(given);
  // Beside a type they are rules across fields.
  const forms = schema.type === undefined ? (schema.anyOf ?? schema.oneOf) : undefined;
  return forms ? forms.flatMap(formsOf) : [schema];
}

/** The schemas that stand at a path, `[]` for the items of a list, `*` for any name. */
function schemasAt(schema: Schema, path: readonly string[]): Schema[] {
  const [name, ...rest] = path;
  if (name === undefined) return formsOf(schema);
  return formsOf(schema).flatMap((form) => {
    const next =
      name === '[]'
        ? form.items
        : name === '*'
          ? form.additionalProperties
          : form.properties?.[name];
    return next ? schemasAt(next, rest) : [];
  });
}

function stepsOf(path: string): string[] {
  return path.split('.').flatMap((step) => step.split(/(?=\[\])/));
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return String(schema.const);
  if (schema.enum) return schema.enum.join(' | ');
  return schema.type === 'array' ? `list of ${typesOf(schema.items ?? {})}` : (schema.type ?? '?');
}

function typesOf(schema: Schema, path: readonly string[] = []): string {
  return [...new Set(schemasAt(schema, path).map(typeOf))].join(' | ');
}

function operationAt(route: string): Described {
  const [method = '', path = ''] = route.split(' ');
  const operation = api.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`There is no ${route}`);
  return operation;
}

const schemaIn = ({ content }: Content) => content['application/json'].schema;

describe('a field that is shown', () => {
  test.each(linesOf(shown))('%s', (line) => {
    const [, component = '', path = '', type] = /^(\w+)\.(\S+): (.*)$/.exec(line) ?? [];
    expect(typesOf(api.components.schemas[component] ?? {}, stepsOf(path))).toBe(type);
  });
});

test('each id is text', () => {
  const ids: Schema[] = [];
  JSON.parse(JSON.stringify(api.components.schemas), (name, value) => {
    if (/^_id$|Id$/.test(name) && typeof value === 'object') ids.push(value);
    return value;
  });
  expect(ids.length).toBeGreaterThan(100);
  expect(new Set(ids.flatMap(formsOf).map(typeOf))).toEqual(new Set(['string']));
});

describe('a field that is shown in two spellings, of which one is described', () => {
  const geo = (company: Company) => company.geo as Record<string, unknown> | undefined;
  test.each(linesOf(respelled))('%s', (line) => {
    const [, component = '', path = '', other = ''] = /^(\w+)\.(\S+): (.*)$/.exec(line) ?? [];
    const [, name = ''] = stepsOf(path);
    expect(typesOf(api.components.schemas[component] ?? {}, ['geo', other])).toBe('');
    const local = sandboxCompanies.filter((company) => company.geo);
    expect(local.length).toBeGreaterThan(0);
    for (const company of local) {
      expect(geo(company)?.[other]).toBe(geo(company)?.[name]);
      // The contract, by which each test's client holds the answers, has both.
      expect(geo(v.parse(companySchema, presentCompany(company)))?.[other]).toBeTypeOf('string');
    }
  });
});

describe('a field that is taken', () => {
  test.each(linesOf(taken))('%s', (line) => {
    const [, route = '', path = '', type, wanted] =
      /^(\S+ \S+) (\S+): (.*?)(, required)?$/.exec(line) ?? [];
    const body = schemaIn(operationAt(route).requestBody);
    const steps = stepsOf(path);
    expect(typesOf(body, steps)).toBe(type);
    const parents = schemasAt(body, steps.slice(0, -1));
    const requires = parents.some(({ required }) => required?.includes(steps.at(-1) ?? ''));
    expect(requires).toBe(wanted !== undefined);
  });
});

describe('a field of an answer', () => {
  test.each(linesOf(answered))('%s', (line) => {
    const [, route = '', path = '', type] = /^(\S+ \S+) (\S+): (.*)$/.exec(line) ?? [];
    expect(typesOf(schemaIn(operationAt(route).responses[200]), stepsOf(path))).toBe(type);
  });
});
