import { presentCompany } from '@billhook/core/company/company';
import { createCompanyIndex, presentDistance } from '@billhook/core/company/search';
import { keptDirectory } from '@billhook/runtime/companies/directory';
import { serve } from '@billhook/runtime/serve/serve';
import type { Outside } from '@billhook/runtime/table/outside';
import { searchCompanies } from './contract.ts';

const open = ({ table }: Outside) => keptDirectory(table, createCompanyIndex);

export const handler = serve(searchCompanies, open, async ({ body, machineNow }, indexOf) => {
  const { records, distances, resultCount } = (await indexOf(machineNow)).search(body);
  const data = records.map((record, index) => ({
    ...presentCompany(record),
    ...(body.geo && presentDistance(distances[index])),
  }));
  return { data, resultCount };
});
