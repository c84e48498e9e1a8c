import { presentCompany } from '@billhook/core/company/company';
import { openDirectory } from '@billhook/runtime/companies/directory';
import { serve } from '@billhook/runtime/serve/serve';
import type { Outside } from '@billhook/runtime/table/outside';
import { listSwapCompanies } from './contract.ts';

const open = ({ table }: Outside) => openDirectory(table);

export const handler = serve(listSwapCompanies, open, async ({ machineNow }, directory) => {
  const { records, resultCount } = await directory.search({ products: ['swap'] }, machineNow);
  return { data: records.map(presentCompany), resultCount };
});
