/**
 * The card-swap module: a card is put on file at several companies at once. All that is begun goes on
 * at the service; the page leads the user from one company that needs something to the next.
 */
import { useMemo, useRef } from 'preact/hooks';
import { KitProvider, useKit } from '../kit/kit.ts';
import { start } from '../kit/start.tsx';
import { rememberCodes } from './card-codes.ts';
import { Swapping } from './swapping.tsx';
import { say } from './text.ts';

start('card-swap', () => say('app.swap'), CardSwap);

function CardSwap() {
  const kit = useKit();
  const cardOf = useRef<(authId: string) => string | undefined>(() => undefined);
  const codes = useMemo(
    () => rememberCodes(kit.api, (authId) => cardOf.current(authId)),
    [kit.api],
  );
  const own = useMemo(() => ({ ...kit, api: codes.api }), [kit, codes]);
  return (
    <KitProvider value={own}>
      <Swapping codes={codes} cardOf={cardOf} />
    </KitProvider>
  );
}
