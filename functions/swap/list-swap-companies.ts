import { presentCompany } from '@billhook/core/company/company';
import { createCompanyIndex } from '@billhook/core/company/search';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { companyStore } from '@billhook/runtime/stores/company-store';
import { openTable } from '@billhook/runtime/table/table';
import { listSwapCompanies } from './contract.ts';

const companies = companyStore(openTable());

export const handler = serve(listSwapCompanies, async () => {
  const index = createCompanyIndex(await companies.listAll());
  const { records, resultCount } = index.search({ products: ['swap'] });
  return { data: records.map(presentCompany), resultCount };
});
