import type { Operation } from '@billhook/core/api/operation';
import { category, company, companySearch } from '@billhook/core/schemas/company';
import * as v from 'valibot';

export const listCategories = {
  method: 'GET',
  path: '/company/categories',
  summary: 'List the categories that can be used to search for companies.',
  description:
    '`type` is what `POST /company/search` takes as `category`; `name` is for people to read.',
  callers: ['partner', 'client'],
  scope: 'service',
  response: v.object({ data: v.array(category) }),
  errors: [],
  uses: { table: [] },
  impact: 'Users cannot browse companies by category.',
} as const satisfies Operation;

export const getCompany = {
  method: 'GET',
  path: '/company/{companyId}',
  summary: 'Retrieve a company with its login fields, fees and requirements.',
  description:
    '`auth.loginFields` are what `POST /auth` takes as `form`. `requiredPayment`, `fees`, ' +
    '`schedule` and `userPresenceRequired` are what paying its bills depends on.',
  callers: ['partner', 'client'],
  scope: 'service',
  response: company,
  errors: ['company_not_found'],
  uses: { table: ['get'] },
  impact: 'Users cannot see the login form of a company.',
} as const satisfies Operation;

export const searchCompanies = {
  method: 'POST',
  path: '/company/search',
  summary: 'Search companies by name, category, place or product. Tolerates a misspelling.',
  description:
    'With `geo`, local companies within 100 km come first, each with its `distance` in kilometers, ' +
    'then those of the whole country. Of names that match alike, the companies that your users link ' +
    'most come first. `products` are `bill`, `payment` and `swap` (also spelled ' +
    '`card-swap` or `cardSwap`); a product that no company has finds nothing.',
  callers: ['partner', 'client'],
  scope: 'service',
  body: companySearch,
  readOnly: true,
  response: v.object({
    data: v.array(company),
    resultCount: v.pipe(v.number(), v.integer()),
  }),
  errors: [],
  uses: { table: ['get', 'get-many', 'query'] },
  impact: 'Users cannot find the company that they want to link.',
  memoryMebibytes: 1024,
} as const satisfies Operation;
