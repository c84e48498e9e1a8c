import { presentCompany } from '@billhook/core/company/company';
import { createCompanyIndex } from '@billhook/core/company/search';
import { serve } from '@billhook/runtime/serve/serve';
import { companyStore } from '@billhook/runtime/stores/company-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { listSwapCompanies } from './contract.ts';

const open = ({ table }: Outside) => ({ companies: companyStore(table) });

export const handler = serve(listSwapCompanies, open, async (_request, { companies }) => {
  const index = createCompanyIndex(await companies.listAll());
  const { records, resultCount } = index.search({ products: ['swap'] });
  return { data: records.map(presentCompany), resultCount };
});
