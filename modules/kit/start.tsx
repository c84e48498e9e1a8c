/** Starts a module: opens its session, shows the module or why there is none. */
import type { ModuleName } from '@billhook/core/schemas/module';
import { type ComponentType, render } from 'preact';
import { useCallback, useEffect, useState } from 'preact/hooks';
import { createHost } from './host.ts';
import { Module } from './module.tsx';
import { type Parameters, readParameters } from './parameters.ts';
import {
  listenForToken,
  type Opened,
  openSession,
  takeAnotherToken,
  takeToken,
} from './session.ts';
import { Actions, Frame, Primary } from './shell.tsx';
import { say, setOverrides, type TextKey } from './text.ts';
import { applyTheme } from './theme.ts';

/** @param title of the page while nothing is known yet. */
export function start(module: ModuleName, title: TextKey, Root: ComponentType): void {
  const parameters = readParameters(location.search, location.hash);
  takeToken(parameters);
  const place = document.getElementById('app');
  if (!place) return;
  place.textContent = '';
  render(<Start {...{ module, title, parameters, Root }} />, place);
}

type Props = {
  readonly module: ModuleName;
  readonly title: TextKey;
  readonly parameters: Parameters;
  readonly Root: ComponentType;
};

function Start({ module, title, parameters, Root }: Props) {
  const [opened, setOpened] = useState<Opened>();
  const [round, setRound] = useState(0);
  const again = useCallback(() => {
    setOpened(undefined);
    setRound((count) => count + 1);
  }, []);
  useEffect(() => {
    let gone = false;
    openSession(module, parameters).then((result) => {
      if (gone) return;
      const look = result.kind === 'open' ? result.session.look : result.look;
      if (look) {
        applyTheme(look.theme, (scheme) => {
          document.documentElement.dataset.scheme = scheme;
        });
        setOverrides(look.texts);
      }
      setOpened(result);
    });
    return () => {
      gone = true;
    };
  }, [module, parameters, round]);
  if (!opened) return <Skeleton title={say(title)} />;
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

function Skeleton({ title }: { readonly title: string }) {
  return (
    <Frame name="loading" title={title}>
      <p class="hidden" role="status">
        {say('shell.loading')}
      </p>
      <div class="skeleton" aria-hidden="true">
        <i />
        <i />
        <i />
      </div>
    </Frame>
  );
}

type ClosedProps = {
  readonly opened: Exclude<Opened, { readonly kind: 'open' }>;
  readonly module: ModuleName;
  readonly parameters: Parameters;
  readonly onRetry: () => void;
};

/** Why there is no session; in the partner's colors where the partner is known. */
function Closed({ opened: { kind, look }, module, parameters, onRetry }: ClosedProps) {
  useEffect(() => {
    if (kind !== 'expired' || !look) return;
    const { extended, sessionId } = parameters;
    const { origins, bridgeName } = look;
    const resource = { type: 'module', id: module };
    const host = createHost(window, { origins, bridgeName, extended, sessionId, resource });
    const reason = 'link_expired';
    host.emit('error', { reason });
    if (module === 'account-linking') host.emit('exit', { reason });
    host.emit('close', { reason });
    return listenForToken(look.origins, (token) => {
      takeAnotherToken(token);
      onRetry();
    });
  }, [kind, look, module, parameters, onRetry]);
  const canRetry = kind === 'offline' || kind === 'down';
  useEffect(() => {
    if (kind !== 'offline') return;
    addEventListener('online', onRetry);
    return () => removeEventListener('online', onRetry);
  }, [kind, onRetry]);
  return (
    <Frame name={`closed-${kind}`} title={say(`boot.${kind}.title`)} look={look}>
      <p>{say(`boot.${kind}.body`, { partner: look?.name ?? say('boot.partner') })}</p>
      {canRetry && (
        <Actions>
          <Primary text={say('action.retry')} onClick={onRetry} />
        </Actions>
      )}
    </Frame>
  );
}
