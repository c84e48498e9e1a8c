/** Starts a module: opens its session, shows the module or why there is none. */
import type { ModuleName } from '@billhook/core/schemas/module';
import { type ComponentType, render } from 'preact';
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { given } from './early/given.ts';
import { sayGoodbye } from './farewell.ts';
import { loadLate } from './look/late.ts';
import { loadParts } from './look/later.tsx';
import { Module } from './module.tsx';
import { moduleHost } from './module-host.ts';
import { type Parameters, readRest } from './parameters.ts';
import { listenForToken, lookOf, type Opened, takeAnotherToken } from './session.ts';
import { Actions, Frame, Primary } from './shell.tsx';
import { Skeleton } from './skeleton.tsx';
import { say, setOverrides } from './text.ts';
import { Ended, reload, WayOut } from './ways/ended.tsx';
import { keepTexts } from './whole-texts.ts';

/**
 * The page that the service sent says that it is loading, and has begun to open the session: this
 * draws the first screen in its place.
 * @param title of the page while nothing is known yet.
 */
export async function start(
  module: ModuleName,
  title: () => string,
  Root: ComponentType,
): Promise<void> {
  const first = await given().opened;
  setTexts(first);
  const place = document.getElementById('app');
  if (!place) return;
  place.textContent = '';
  keepTexts();
  render(<Start {...{ module, title, first, Root }} />, place);
  loadLate();
  loadParts();
}

function setTexts(opened: Opened): void {
  const look = lookOf(opened);
  if (look) setOverrides(look.texts);
}

type Props = {
  readonly module: ModuleName;
  readonly title: () => string;
  readonly first: Opened;
  readonly Root: ComponentType;
};

function Start({ module, title, first, Root }: Props) {
  const { parameters: opening, open } = given();
  const parameters = useMemo(() => ({ ...opening, ...readRest(location.search) }), []);
  const [opened, setOpened] = useState<Opened | undefined>(first);
  const [round, setRound] = useState(0);
  const again = useCallback(() => {
    setOpened(undefined);
    setRound((count) => count + 1);
  }, []);
  useEffect(() => {
    if (round === 0) return;
    let gone = false;
    open().then((result) => {
      if (gone) return;
      setTexts(result);
      setOpened(result);
    });
    return () => {
      gone = true;
    };
  }, [open, round]);
  if (!opened) {
    return (
      <Frame name="loading" title={title()}>
        <Skeleton />
      </Frame>
    );
  }
  if (opened.kind === 'open') {
    const { session, openedAt } = opened;
    return (
      <Module key={round} {...{ module, parameters, session, openedAt }} onAnotherToken={again}>
        <Root />
      </Module>
    );
  }
  return <Closed opened={opened} {...{ module, parameters }} onRetry={again} />;
}

type ClosedProps = {
  readonly opened: Exclude<Opened, { readonly kind: 'open' }>;
  readonly module: ModuleName;
  readonly parameters: Parameters;
  readonly onRetry: () => void;
};

/**
 * What the host is told of a page that cannot begin; nothing to whom it must not speak
 * (decision: one-channel-to-the-host).
 */
const reasons = {
  expired: 'link_expired',
  missing: 'token_missing',
  offline: 'offline',
  down: 'service_unavailable',
  origin: undefined,
  place: undefined,
} as const;

/** Why there is no session; in the partner's colors where the partner is known. */
function Closed({ opened: { kind, look }, module, parameters, onRetry }: ClosedProps) {
  const [left, setLeft] = useState(false);
  const reason = reasons[kind];
  const host = useMemo(() => {
    if (!look || !reason) return undefined;
    return moduleHost(module, parameters, look);
  }, [look, reason, module, parameters]);
  // Before the page is drawn: a token that is late for the handshake must not fall in between.
  useLayoutEffect(() => {
    if (left || !look || (kind !== 'missing' && kind !== 'expired')) return;
    return listenForToken(look.origins, (token) => {
      takeAnotherToken(token);
      onRetry();
    });
  }, [left, kind, look, onRetry]);
  useEffect(() => {
    if (!host || !reason) return;
    host.emit('error', { reason });
    // The host may have another token; all others are closed by the user, or get over it.
    if (kind === 'expired') sayGoodbye(host, module, reason);
  }, [host, reason, kind, module]);
  const leave =
    host &&
    (() => {
      setLeft(true);
      sayGoodbye(host, module, 'closed');
    });
  const canRetry = kind === 'offline' || kind === 'down';
  useEffect(() => {
    if (kind !== 'offline' || left) return;
    addEventListener('online', onRetry);
    return () => removeEventListener('online', onRetry);
  }, [kind, left, onRetry]);
  if (left && look) return <Ended how="closed" {...{ look, parameters }} />;
  return (
    <Frame name={`closed-${kind}`} title={say(`boot.${kind}.title`)} look={look} onClose={leave}>
      <p>{say(`boot.${kind}.body`, { partner: look?.name ?? say('boot.partner') })}</p>
      {canRetry ? (
        <Actions>
          <Primary text={say('action.retry')} onClick={onRetry} />
        </Actions>
      ) : (
        // Where the page is not to be trusted, opening it again is no way on.
        <WayOut {...{ look, parameters }} onClose={leave} again={reason && reload} />
      )}
    </Frame>
  );
}
