/** What every screen of a module can reach. */
import type { ModuleLook, ModuleName, ModuleSession } from '@billhook/core/schemas/module';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Api } from './api.ts';
import type { Host } from './host.ts';
import type { Parameters } from './parameters.ts';

/**
 * What leaving would leave behind.
 * - `work`: the service is at work, and goes on by itself.
 * - `answer`: a company waits for the user, for minutes.
 */
export type Underway = 'work' | 'answer';

export type Kit = {
  readonly module: ModuleName;
  readonly parameters: Parameters;
  readonly look: ModuleLook;
  /** What the session opened with. */
  readonly session: ModuleSession;
  /** What it would open with now; nothing where there is no answer. */
  readonly presentSession: () => Promise<ModuleSession | undefined>;
  readonly clientId: string;
  readonly api: Api;
  readonly host: Host;
  /** Ends the use of the module; asks first while work is under way. */
  readonly close: () => void;
  /** Leaves the screen; asks first while work is under way or a company waits for an answer. */
  readonly leave: (go: () => void) => void;
  /** Says whether work is under way that closing would leave behind, or the user is waited for. */
  readonly setWorking: (working: boolean | Underway, ofScreen?: boolean) => void;
  /** An account was linked: leaving is no `exit` any more (decision: module-events). */
  readonly linked: (authId: string, companyId: string) => void;
  /** Says something to those who do not see it. */
  readonly announce: (text: string) => void;
};

const KitContext = createContext<Kit | undefined>(undefined);

export const KitProvider = KitContext.Provider;

export function useKit(): Kit {
  const kit = useContext(KitContext);
  if (!kit) throw new Error('A screen stands outside of its module');
  return kit;
}
