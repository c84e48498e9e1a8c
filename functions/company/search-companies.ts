import { presentCompany } from '@billhook/core/company/company';
import { createCompanyIndex, presentDistance } from '@billhook/core/company/search';
import { keptDirectory } from '@billhook/runtime/companies/directory';
import { keptShown } from '@billhook/runtime/companies/shown';
import { serve } from '@billhook/runtime/serve/serve';
import type { Outside } from '@billhook/runtime/table/outside';
import { searchCompanies } from './contract.ts';

const open = ({ table }: Outside) => ({
  indexOf: keptDirectory(table, createCompanyIndex),
  shownAt: keptShown(table),
});

export const handler = serve(
  searchCompanies,
  open,
  async ({ body, machineNow }, { indexOf, shownAt }) => {
    const [index, shown] = await Promise.all([indexOf(machineNow), shownAt(machineNow)]);
    const { records, distances, resultCount } = index.search(body);
    const data = records.map((record, place) => ({
      ...presentCompany(shown(record)),
      ...(body.geo && presentDistance(distances[place])),
    }));
    return { data, resultCount };
  },
);
