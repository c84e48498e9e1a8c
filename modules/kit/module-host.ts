import type { ModuleLook, ModuleName } from '@billhook/core/schemas/module';
import { createHost, type Host } from './host.ts';
import type { Parameters } from './parameters.ts';

/** The app that a module's page stands in, as its partner has registered it. */
export function moduleHost(module: ModuleName, parameters: Parameters, look: ModuleLook): Host {
  const { extended, sessionId } = parameters;
  const { origins, bridgeName } = look;
  const resource = { type: 'module', id: module };
  return createHost(window, { origins, bridgeName, extended, sessionId, resource });
}
