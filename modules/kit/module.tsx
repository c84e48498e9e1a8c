/** An open module: its session and how that ends, what its host hears, what its screens can reach. */
import type { ModuleName, ModuleSession } from '@billhook/core/schemas/module';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { createApi } from './api.ts';
import { sayGoodbye } from './farewell.ts';
import { type Host, isFramed } from './host.ts';
import { keep, kept } from './keep.ts';
import { type Kit, KitProvider } from './kit.ts';
import { moduleHost } from './module-host.ts';
import type { Parameters } from './parameters.ts';
import { listenForToken, presentSession, renewSession, takeAnotherToken } from './session.ts';
import { Notice } from './shell.tsx';
import { say } from './text.ts';
import { useAlive } from './use-alive.ts';
import { useExpiry } from './use-expiry.ts';
import { useOnline } from './use-online.ts';
import { Ended, returnUrl } from './ways/ended.tsx';
import { StillThere, useEscape, useLeaving } from './ways/leaving.tsx';

type Props = {
  readonly module: ModuleName;
  readonly parameters: Parameters;
  readonly session: ModuleSession;
  /** Milliseconds since the epoch. */
  readonly openedAt: number;
  /** The host gave another token after this session has ended. */
  readonly onAnotherToken: () => void;
  readonly children: ComponentChildren;
};

export function Module({ children, ...props }: Props) {
  const { module, parameters, session, openedAt, onAnotherToken } = props;
  const { look } = session;
  const [said, announce] = useSaid();
  const { underway, leave: leaveScreen, dialog } = useLeaving();
  const access = useRef(session.accessToken);
  const host = useMemo(() => moduleHost(module, parameters, look), [look, module, parameters]);
  const [ended, end, over] = useEnd(host, module);
  const expiry = useExpiry(openedAt + session.expiresIn * 1000, {
    over: ended !== undefined,
    onWarning: (seconds) => host.emit('session-expiring', { seconds }),
    onEnd: () => end('expired', 'session_expired'),
    renew: async () => {
      const renewed = await renewSession(module, access.current);
      if (!renewed.ok) return undefined;
      access.current = renewed.value.accessToken;
      keep({ accessToken: access.current });
      return Date.now() + renewed.value.expiresIn * 1000;
    },
  });
  // Of card swap the interface has `finish` alone.
  const quiet = module === 'card-swap' && !parameters.extended;
  useAlive(host, () => underway.current?.kind === 'work', quiet || ended !== undefined);
  useHostSize(host, parameters.extended && isFramed(window));
  const online = useOnline();

  const leave = () => {
    end('closed', 'closed');
    const back = returnUrl(parameters, look);
    if (back !== undefined) location.assign(back);
  };
  useEscape(parameters.modal && ended === undefined, look.origins, () => leaveScreen(leave, true));

  const kit = useMemo<Kit>(
    () => ({
      ...{ module, parameters, look, session, host, announce },
      clientId: session.clientId,
      api: createApi({
        token: () => access.current,
        encryptionKey: session.encryptionKey,
        encryptionRequired: session.encryptionRequired,
        presentEncryption: () => presentSession(module, access.current),
        expired: () => end('expired', 'session_expired'),
        refused: (code) => host.emit('error', { code }),
      }),
      presentSession: () => presentSession(module, access.current, parameters),
      close: () => leaveScreen(leave, true),
      leave: (go) => leaveScreen(go),
      setWorking: (now, ofScreen = true) => {
        underway.current = now ? { kind: now === true ? 'work' : now, ofScreen } : undefined;
      },
      linked: (authId, companyId) => tellLinked(module, host, authId, companyId),
    }),
    [session],
  );
  useEffect(() => host.emit('ready', { module }), [host, module]);
  // From the start: a host may answer the end of the session before another screen is shown.
  useEffect(
    () =>
      listenForToken(look.origins, (token) => {
        if (over.current !== 'expired') return;
        takeAnotherToken(token);
        onAnotherToken();
      }),
    [look, onAnotherToken],
  );

  if (ended) {
    const onClose = ended === 'expired' ? leave : undefined;
    return <Ended how={ended} {...{ look, parameters, onClose }} />;
  }
  return (
    <KitProvider value={kit}>
      {!online && <Notice>{say('shell.offline')}</Notice>}
      {children}
      <p class="hidden" role="status" aria-live="polite">
        {said}
      </p>
      {dialog}
      {expiry.warning !== undefined && (
        <StillThere seconds={expiry.warning} onStay={expiry.stay} onLeave={leave} />
      )}
    </KitProvider>
  );
}

/** Long enough to be heard to the end. */
const SAID_MILLISECONDS = 7_000;

/** What is said aloud; it goes when it is over, so that nobody finds it later. */
function useSaid() {
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (said === '') return;
    const timer = setTimeout(() => setSaid(''), SAID_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [said]);
  return [said, setSaid] as const;
}

/** How the use of the module ends: with its session, or by being left. */
function useEnd(host: Host, module: ModuleName) {
  const [ended, setEnded] = useState<'expired' | 'closed'>();
  const over = useRef<'expired' | 'closed'>();
  const end = (how: 'expired' | 'closed', reason: string) => {
    // A session that has ended can still be left.
    if (over.current === how || over.current === 'closed') return;
    over.current = how;
    setEnded(how);
    sayGoodbye(host, module, reason);
  };
  return [ended, end, over] as const;
}

/** Of the modules that link accounts one alone says so: the interface has it of no other. */
function tellLinked(module: ModuleName, host: Host, authId: string, companyId: string): void {
  const { told = [] } = kept();
  if (module !== 'account-linking' || told.includes(authId)) return;
  keep({ told: [...told, authId] });
  host.emit('auth', { companyId }, { type: 'auth', id: authId });
}

/**
 * Tells the host how high the page is, so that its frame need not scroll. Such a page is as high as
 * what stands in it, and not at least as its window, which could then never become smaller.
 */
function useHostSize(host: Kit['host'], isSized: boolean): void {
  useEffect(() => {
    if (!isSized || typeof ResizeObserver === 'undefined') return;
    document.documentElement.style.setProperty('--bh-height', '0');
    const observer = new ResizeObserver(() =>
      host.emit('resize', { height: Math.ceil(document.body.getBoundingClientRect().height) }),
    );
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [host, isSized]);
}
