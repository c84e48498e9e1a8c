import { categories } from '@billhook/core/company/categories';
import { openNothing } from '@billhook/runtime/serve/opened-over';
import { serveWithoutTable } from '@billhook/runtime/serve/serve-without-table';
import { listCategories } from './contract.ts';

export const handler = serveWithoutTable(listCategories, openNothing, async () => ({
  data: [...categories],
}));
