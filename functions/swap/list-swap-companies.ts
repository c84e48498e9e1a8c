import { presentCompany } from '@billhook/core/company/company';
import { openDirectory } from '@billhook/runtime/companies/directory';
import { keptShown } from '@billhook/runtime/companies/shown';
import { serve } from '@billhook/runtime/serve/serve';
import type { Outside } from '@billhook/runtime/table/outside';
import { listSwapCompanies } from './contract.ts';

const open = ({ table }: Outside) => ({
  directory: openDirectory(table),
  shownAt: keptShown(table),
});

export const handler = serve(
  listSwapCompanies,
  open,
  async ({ machineNow }, { directory, shownAt }) => {
    const [{ records, resultCount }, shown] = await Promise.all([
      directory.search({ products: ['swap'] }, machineNow),
      shownAt(machineNow),
    ]);
    return { data: records.map((record) => presentCompany(shown(record))), resultCount };
  },
);
