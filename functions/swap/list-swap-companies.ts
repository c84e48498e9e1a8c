import { presentCompany } from '@billhook/core/company/company';
import { createCompanyIndex } from '@billhook/core/company/search';
import { keptShown } from '@billhook/runtime/companies/shown';
import { serve } from '@billhook/runtime/serve/serve';
import { companyStore } from '@billhook/runtime/stores/company-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { listSwapCompanies } from './contract.ts';

const open = ({ table }: Outside) => ({
  companies: companyStore(table),
  shownAt: keptShown(table),
});

export const handler = serve(
  listSwapCompanies,
  open,
  async ({ machineNow }, { companies, shownAt }) => {
    const [all, shown] = await Promise.all([companies.listAll(), shownAt(machineNow)]);
    const index = createCompanyIndex(all);
    const { records, resultCount } = index.search({ products: ['swap'] });
    return { data: records.map((record) => presentCompany(shown(record))), resultCount };
  },
);
