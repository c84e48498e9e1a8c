import { presentCompany } from '@billhook/core/company/company';
import { createCompanyIndex } from '@billhook/core/company/search';
import { keptDirectory } from '@billhook/runtime/companies/directory';
import { serve } from '@billhook/runtime/serve/serve';
import type { Outside } from '@billhook/runtime/table/outside';
import { searchCompanies } from './contract.ts';

const open = ({ table }: Outside) => keptDirectory(table, createCompanyIndex);

export const handler = serve(searchCompanies, open, async ({ body, machineNow }, indexOf) => {
  const { records, resultCount } = (await indexOf(machineNow)).search(body);
  return { data: records.map(presentCompany), resultCount };
});
