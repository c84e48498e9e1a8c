import { presentCompany } from '@billhook/core/company/company';
import { createCompanyIndex } from '@billhook/core/company/search';
import { keptDirectory } from '@billhook/runtime/companies/directory';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { openTable } from '@billhook/runtime/table/table';
import { searchCompanies } from './contract.ts';

const indexOf = keptDirectory(openTable(), createCompanyIndex);

export const handler = serve(searchCompanies, async ({ body, now }) => {
  const { records, resultCount } = (await indexOf(now)).search(body);
  return { data: records.map(presentCompany), resultCount };
});
