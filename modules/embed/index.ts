/** `@billhook/embed`: a module of Billhook in a host's page. */
import { moduleAddress } from './address.ts';
import type { ClosedBy, EmbeddedModule, ModuleName, ModuleOptions } from './types.ts';
import { beginUse, type Use } from './use.ts';

export type * from './types.ts';

/**
 * A module for this page; nothing happens before `open`.
 * @throws TypeError saying which option is missing or wrong
 */
export function createModule<Name extends ModuleName>(
  options: ModuleOptions<Name>,
): EmbeddedModule {
  check(options);
  let state: 'closed' | 'opening' | 'open' | 'destroyed' = 'closed';
  let use: Use | undefined;

  const leave = (by?: ClosedBy) => {
    const wasOpen = state === 'open';
    if (wasOpen || state === 'opening') state = 'closed';
    use?.end();
    use = undefined;
    if (wasOpen && by) options.onClose?.(by);
  };
  return {
    open: () => {
      if (state !== 'closed') return;
      state = 'opening';
      // A framework that mounts, unmounts and mounts again at once, as React does in strict mode,
      // must not load a page that spends the token of the one that stays.
      queueMicrotask(() => {
        if (state !== 'opening') return;
        state = 'open';
        use = beginUse(window, options, leave);
      });
    },
    close: () => leave('host'),
    destroy: () => {
      leave();
      state = 'destroyed';
    },
  };
}

/** What a type would have refused, for hosts without types, while it is easy to find. */
function check(options: ModuleOptions): void {
  moduleAddress(options);
  const { token, getToken, container, mode } = options;
  if (!token && typeof getToken !== 'function') throw new TypeError('token or getToken is needed');
  if (!container && mode !== 'modal') throw new TypeError("container or mode 'modal' is needed");
}
