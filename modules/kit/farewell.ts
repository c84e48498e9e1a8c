/** What the host hears when the use of a module is over. */
import type { ModuleName } from '@billhook/core/schemas/module';
import type { Host } from './host.ts';
import { keep, kept } from './keep.ts';

/**
 * Of linking, `exit` too: never after `auth`, and once for each token, also after a reload
 * (decision: module-events). Another token begins another use, which ends by an `exit` of its own:
 * where a host hears the contractual events alone there is no other sign that the user has left.
 */
export function sayGoodbye(host: Host, module: ModuleName, reason: string): void {
  const { told = [], exited } = kept();
  if (module === 'account-linking' && told.length === 0 && !exited) {
    keep({ exited: true });
    host.emit('exit', { reason });
  }
  host.emit('close', { reason });
}
