import { categories } from '@billhook/core/company/categories';
import { serve } from '@billhook/runtime/serve/serve-operation';
import { listCategories } from './contract.ts';

export const handler = serve(listCategories, async () => ({ data: [...categories] }));
