/** What a screen is about is no longer there: deleted elsewhere, or never this user's. */
import { Actions, Primary, Screen } from '../kit/shell.tsx';
import { useBills } from './bills.ts';
import type { Place } from './place.ts';
import { say } from './text.ts';

const places = {
  bill: { at: 'bills' },
  method: { at: 'methods' },
  account: { at: 'accounts' },
} as const satisfies Record<string, Place>;

const texts = { bill: 'bills.all', method: 'methods.title', account: 'accounts.title' } as const;

export function Missing({ what = 'bill' }: { readonly what?: 'bill' | 'method' | 'account' }) {
  const { go } = useBills();
  const leave = () => go(places[what]);
  return (
    <Screen name={`${what}-gone`} title={say('problem.summary')} onBack={leave}>
      <p role="alert">{say(`bills.missing.${what}`)}</p>
      <Actions>
        <Primary text={say(texts[what])} onClick={leave} />
      </Actions>
    </Screen>
  );
}
