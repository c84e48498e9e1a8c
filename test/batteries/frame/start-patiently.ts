import { NotReady, type Service } from '../../../lib/local/service-process.ts';

/** Once more on a machine so busy that the first start took too long: a service that ends by itself is at fault. */
export function startPatiently(start: () => Promise<Service>): Promise<Service> {
  return start().catch((error: Error) => {
    if (error instanceof NotReady) return start();
    throw error;
  });
}
