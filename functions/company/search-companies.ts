import { presentCompany } from '@billhook/core/company';
import { createCompanyIndex } from '@billhook/core/company-search';
import { serve } from '@billhook/runtime/serve';
import { companyStore } from '@billhook/runtime/stores/company-store';
import { openTable } from '@billhook/runtime/table';
import { searchCompanies } from './contract.ts';

const companies = companyStore(openTable());

/** How long a warm function answers from the directory that it read. */
const MAX_AGE_MILLISECONDS = 60 * 1000;

type Index = ReturnType<typeof createCompanyIndex>;
let cached: { readonly index: Index; readonly readAt: number } | undefined;

export const handler = serve(searchCompanies, async ({ body, now }) => {
  if (!cached || now - cached.readAt > MAX_AGE_MILLISECONDS) {
    cached = { index: createCompanyIndex(await companies.listAll()), readAt: now };
  }
  const { records, resultCount } = cached.index.search(body);
  return { data: records.map(presentCompany), resultCount };
});
