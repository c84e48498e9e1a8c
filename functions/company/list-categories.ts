import { categories } from '@billhook/core/company/categories';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { openNothing } from '@billhook/runtime/table/outside';
import { listCategories } from './contract.ts';

export const handler = serve(listCategories, openNothing, async () => ({ data: [...categories] }));
