import { presentCompany } from '@billhook/core/company/company';
import { presentDistance } from '@billhook/core/company/search';
import { openDirectory } from '@billhook/runtime/companies/directory';
import { keptPopular } from '@billhook/runtime/companies/popular';
import { keptShown } from '@billhook/runtime/companies/shown';
import { serve } from '@billhook/runtime/serve/serve';
import type { Outside } from '@billhook/runtime/table/outside';
import { searchCompanies } from './contract.ts';

const open = ({ table }: Outside) => ({
  directory: openDirectory(table),
  shownAt: keptShown(table),
  popularFor: keptPopular(table),
});

export const handler = serve(
  searchCompanies,
  open,
  async ({ body, caller, machineNow }, { directory, shownAt, popularFor }) => {
    const popularIds = () => popularFor(caller.partnerId, machineNow);
    const [found, shown] = await Promise.all([
      directory.search(body, machineNow, popularIds),
      shownAt(machineNow),
    ]);
    const { records, distances, resultCount } = found;
    const data = records.map((record, index) => ({
      ...presentCompany(shown(record)),
      ...(body.geo && presentDistance(distances[index])),
    }));
    return { data, resultCount };
  },
);
