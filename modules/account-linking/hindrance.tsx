/** The screen in the place of a task that cannot be done as it was asked for. */
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useKit } from '../kit/kit.ts';
import { listMethods } from '../kit/lists.ts';
import { Actions, Primary, Screen, Secondary, Trouble } from '../kit/shell.tsx';
import { findHindrance, findMethodHindrance, type Hindrance } from './hindrances.ts';
import { say } from './text.ts';

/**
 * @param isNew whether the user has not done anything yet.
 * @param onSearch leads to a company of the user's own choice.
 * @returns the screen that is shown first, if there is one.
 */
export function useHindrance(isNew: boolean, onSearch: () => void): JSX.Element | undefined {
  const { parameters, session, api, clientId, host } = useKit();
  const asksMethods = isNew && parameters.paymentMethodId !== undefined;
  const [found, setFound] = useState<Hindrance | 'none' | 'failed' | undefined>(() => {
    const own = isNew ? findHindrance(parameters, session) : undefined;
    return own ?? (asksMethods ? undefined : 'none');
  });
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (found !== undefined) return;
    listMethods(api, clientId).then((methods) => {
      setFound(methods ? (findMethodHindrance(parameters, methods) ?? 'none') : 'failed');
    });
  }, [round]);
  const reason = typeof found === 'object' ? found.reason : undefined;
  useEffect(() => {
    if (typeof found === 'object') host.emit('error', found);
  }, [host, reason]);
  if (found === 'none') return undefined;
  if (typeof found === 'object') {
    const search = () => {
      setFound('none');
      onSearch();
    };
    return <Hindered {...found} onSearch={search} />;
  }
  const again = () => {
    setFound(undefined);
    setRound(round + 1);
  };
  return (
    <Trouble
      name="checking"
      title={say('app.linking')}
      text={found && say('problem.general')}
      onRetry={again}
    />
  );
}

function Hindered({ reason, onSearch }: Hindrance & { readonly onSearch: () => void }) {
  const { look, close } = useKit();
  const names = { partner: look.name };
  const isCompany = reason === 'company_not_found';
  const Leave = isCompany ? Secondary : Primary;
  return (
    <Screen name="hindrance" title={say(`hindrance.${reason}.title`)}>
      <p data-reason={reason}>{say(`hindrance.${reason}.body`, names)}</p>
      <Actions>
        {isCompany && <Primary text={say('hindrance.search')} onClick={onSearch} />}
        <Leave text={say('action.backTo', names)} onClick={close} />
      </Actions>
    </Screen>
  );
}
