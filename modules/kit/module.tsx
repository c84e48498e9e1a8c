/** An open module: its session and how that ends, what its host hears, what its screens can reach. */
import type { ModuleName, ModuleSession } from '@billhook/core/schemas/module';
import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { createApi } from './api.ts';
import { Dialog } from './dialog.tsx';
import { sayGoodbye } from './farewell.ts';
import { type Host, isFramed } from './host.ts';
import { keep, kept } from './keep.ts';
import { type Kit, KitProvider } from './kit.ts';
import { moduleHost } from './module-host.ts';
import type { Parameters } from './parameters.ts';
import { listenForToken, presentSession, renewSession, takeAnotherToken } from './session.ts';
import { Actions, Frame, Notice, Primary, Secondary } from './shell.tsx';
import { say } from './text.ts';
import { useAlive } from './use-alive.ts';
import { useExpiry } from './use-expiry.ts';
import { useOnline } from './use-online.ts';

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
  const [said, announce] = useState('');
  const working = useRef(false);
  const access = useRef(session.accessToken);
  const host = useMemo(() => moduleHost(module, parameters, look), [look, module, parameters]);
  const [leaving, setLeaving] = useState(false);
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
  useAlive(host, () => working.current, quiet || ended !== undefined);
  useHostSize(host, parameters.extended && isFramed(window));
  const online = useOnline();

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
      close: () => (working.current ? setLeaving(true) : end('closed', 'closed')),
      presentSession: () => presentSession(module, access.current, parameters),
      setWorking: (now) => {
        working.current = now;
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

  const leave = () => end('closed', 'closed');
  if (ended) {
    const onClose = ended === 'expired' ? leave : undefined;
    return <Ended how={ended} look={look} onClose={onClose} />;
  }
  return (
    <KitProvider value={kit}>
      {!online && <Notice>{say('shell.offline')}</Notice>}
      {children}
      <p class="hidden" role="status" aria-live="polite">
        {said}
      </p>
      {leaving && <StayOrLeave onStay={() => setLeaving(false)} onLeave={leave} />}
      {expiry.warning !== undefined && (
        <StayOrLeave seconds={expiry.warning} onStay={expiry.stay} onLeave={leave} />
      )}
    </KitProvider>
  );
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

type EndedProps = {
  readonly how: 'expired' | 'closed';
  readonly look: Kit['look'];
  readonly onClose?: () => void;
};

export function Ended({ how, look, onClose }: EndedProps) {
  const keys =
    how === 'expired'
      ? (['session.ended.title', 'session.ended.body'] as const)
      : (['boot.closed.title', 'boot.closed.body'] as const);
  return (
    <Frame name={how} title={say(keys[0])} look={look} onClose={onClose}>
      <p>{say(keys[1], { partner: look.name })}</p>
    </Frame>
  );
}

type StayOrLeaveProps = {
  /** Until the page ends by itself; none where the user wants to leave. */
  readonly seconds?: number;
  readonly onStay: () => void;
  readonly onLeave: () => void;
};

function StayOrLeave({ seconds, onStay, onLeave }: StayOrLeaveProps) {
  const still = seconds !== undefined;
  return (
    <Dialog title={say(still ? 'session.still.title' : 'leave.title')} onCancel={onStay}>
      <p>{still ? say('session.still.body', { seconds }) : say('leave.body')}</p>
      <Actions>
        <Primary text={say(still ? 'session.still.stay' : 'leave.stay')} onClick={onStay} />
        <Secondary text={say('leave.leave')} onClick={onLeave} />
      </Actions>
    </Dialog>
  );
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
