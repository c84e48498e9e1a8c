/** What is shown when the use of a module is over: never without a way on. */
import type { ModuleLook } from '@billhook/core/schemas/module';
import { hasBridge, isFramed } from '../host.ts';
import type { Parameters } from '../parameters.ts';
import { Actions, Frame, Primary } from '../shell.tsx';
import { say } from '../text.ts';

type EndedProps = {
  readonly how: 'expired' | 'closed';
  readonly look: ModuleLook;
  readonly parameters: Parameters;
  readonly onClose?: () => void;
};

export function Ended({ how, look, parameters, onClose }: EndedProps) {
  const isExpired = how === 'expired';
  const title = say(isExpired ? 'session.ended.title' : 'boot.closed.title');
  const body = isExpired ? 'session.ended.body' : 'boot.closed.body';
  return (
    <Frame name={how} title={title} look={look} onClose={onClose}>
      <p>{say(body, { partner: look.name })}</p>
      <WayOut {...{ look, parameters, onClose }} again={isExpired ? undefined : reload} />
    </Frame>
  );
}

type WayOutProps = {
  readonly look?: ModuleLook;
  readonly parameters: Parameters;
  readonly onClose?: () => void;
  /** Begins anew, where there is nothing to go back to. */
  readonly again?: () => void;
};

/** Back to where the user came from, if that is known; else the host is told to close the page. */
export function WayOut({ look, parameters, onClose, again }: WayOutProps) {
  const back = look && returnUrl(parameters, look);
  if (back !== undefined) {
    return (
      <Actions>
        <a class="primary" href={back}>
          {say('action.backTo', { partner: look?.name ?? say('boot.partner') })}
        </a>
      </Actions>
    );
  }
  const act = onClose ?? again;
  if (!act) return null;
  return (
    <Actions>
      <Primary text={say(onClose ? 'shell.close' : 'action.again')} onClick={act} />
    </Actions>
  );
}

/** The page has what it needs to go on where it was. */
export function reload(): void {
  location.reload();
}

/**
 * Where a page leads back to that stands in no app of the partner's: an address on one of the origins
 * that the partner has registered, and on no other.
 */
export function returnUrl(
  { returnUrl: given }: Parameters,
  { origins, bridgeName }: Pick<ModuleLook, 'origins' | 'bridgeName'>,
  page = window,
): string | undefined {
  if (given === undefined || isFramed(page) || hasBridge(page, bridgeName)) return undefined;
  try {
    return origins.includes(new URL(given).origin) ? given : undefined;
  } catch {
    // Looks like an address, and is none.
    return undefined;
  }
}
