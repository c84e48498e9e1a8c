/** What a screen is about is no longer there: deleted elsewhere, or never this user's. */
import { Actions, Notice, Primary, Screen } from '../kit/shell.tsx';
import { useBills } from './bills.ts';
import { say } from './text.ts';

export function Missing({ what = 'bill' }: { readonly what?: 'bill' | 'method' }) {
  const { go } = useBills();
  const leave = () => go(what === 'bill' ? { at: 'bills' } : { at: 'methods' });
  return (
    <Screen name={`${what}-gone`} title={say('problem.summary')} onBack={leave}>
      <Notice kind="problem">{say(`bills.missing.${what}`)}</Notice>
      <Actions>
        <Primary text={say(what === 'bill' ? 'bills.all' : 'methods.title')} onClick={leave} />
      </Actions>
    </Screen>
  );
}
