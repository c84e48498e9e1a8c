import { isCompanyId } from '@billhook/core/base/table-keys';
import type { UnknownPage } from '@billhook/core/company/looks';
import { openVault } from '@billhook/runtime/aws/vault';
import { opened } from '@billhook/runtime/serve/opened';
import { lookStore } from '@billhook/runtime/stores/look-store';
import * as v from 'valibot';

const input = v.object({ companyId: v.pipe(v.string(), v.check(isCompanyId)) });

/** Called by the operator's command line. It changes nothing. */
export const handler = opened(({ table, clock, aws }) => {
  const looks = lookStore(table);
  const vault = openVault(aws);
  return async (event: unknown): Promise<{ readonly pages: readonly UnknownPage[] }> => {
    const { companyId } = v.parse(input, event);
    const { pages: refs = [] } = (await looks.find(companyId)) ?? {};
    const now = clock();
    const pages = await Promise.all(
      refs.map((page) => looks.openPage(vault, companyId, page, now)),
    );
    return { pages: pages.filter((page) => page !== undefined) };
  };
});
