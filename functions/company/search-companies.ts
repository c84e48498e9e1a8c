import { presentCompany } from '@billhook/core/company/company';
import { presentDistance } from '@billhook/core/company/search';
import { openDirectory } from '@billhook/runtime/companies/directory';
import { serve } from '@billhook/runtime/serve/serve';
import type { Outside } from '@billhook/runtime/table/outside';
import { searchCompanies } from './contract.ts';

const open = ({ table }: Outside) => openDirectory(table);

export const handler = serve(searchCompanies, open, async ({ body, machineNow }, directory) => {
  const { records, distances, resultCount } = await directory.search(body, machineNow);
  const data = records.map((record, index) => ({
    ...presentCompany(record),
    ...(body.geo && presentDistance(distances[index])),
  }));
  return { data, resultCount };
});
