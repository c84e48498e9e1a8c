import { fail } from '@billhook/core/base/errors';
import { presentCompany } from '@billhook/core/company/company';
import { findShown } from '@billhook/runtime/companies/shown';
import { serve } from '@billhook/runtime/serve/serve';
import { companyStore } from '@billhook/runtime/stores/company-store';
import type { Outside } from '@billhook/runtime/table/outside';
import { getCompany } from './contract.ts';

const open = ({ table }: Outside) => ({ table, companies: companyStore(table) });

export const handler = serve(getCompany, open, async ({ path, machineNow }, deps) => {
  const company = await findShown(deps, path.companyId, machineNow);
  return company ? presentCompany(company) : fail('company_not_found');
});
