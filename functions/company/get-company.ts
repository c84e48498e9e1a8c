import { presentCompany } from '@billhook/core/company/company';
import { fail } from '@billhook/core/errors';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { companyStore } from '@billhook/runtime/stores/company-store';
import { openTable } from '@billhook/runtime/table/table';
import { getCompany } from './contract.ts';

const companies = companyStore(openTable());

export const handler = serve(getCompany, async ({ path }) => {
  const company = await companies.find(path.companyId);
  return company ? presentCompany(company) : fail('company_not_found');
});
