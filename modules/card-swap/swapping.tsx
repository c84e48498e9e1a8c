/** Which screen is shown, from the introduction to the summary. */
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { useRef, useState } from 'preact/hooks';
import { useKit } from '../kit/kit.ts';
import { listMethods } from '../kit/lists.ts';
import { usePoll } from '../kit/use-poll.ts';
import { Brands } from './brands.tsx';
import type { CardCodes } from './card-codes.ts';
import { cardsOf, cardToUse } from './cards.ts';
import { ChooseCard } from './choose-card.tsx';
import { Intro } from './intro.tsx';
import { AddCard } from './on-demand.ts';
import { Progress, Summary } from './progress.tsx';
import { RowScreen } from './row-screen.tsx';
import { nextRow, type Row } from './rows.ts';
import { say } from './text.ts';
import { type Flow, useFinish, useFlow } from './use-flow.ts';

type Props = {
  readonly codes: CardCodes;
  readonly cardOf: { current: (authId: string) => string | undefined };
};

export function Swapping({ codes, cardOf }: Props) {
  const flow = useFlow(codes);
  useFinish(flow);
  const methods = useMethods();
  const { place, desk, go } = flow;
  const { rows } = desk.store.get();
  cardOf.current = (authId) => rows.find((row) => row.authId === authId)?.paymentMethodId;
  if (place.at === 'intro') return <Intro onStart={() => go({ at: 'card' })} />;
  if (place.at !== 'rows' || rows.length === 0) return <Choosing {...{ flow, methods }} />;
  return <Rows {...{ flow, methods }} />;
}

type PartProps = { readonly flow: Flow; readonly methods: Methods };

/** The card, and who gets it. */
function Choosing({ flow, methods }: PartProps) {
  const { place, work, desk, toBrands, go, note, begin, chosen, choose } = flow;
  // Chosen before there was a card.
  const wanted = useRef(false);
  const { swaps = [] } = desk.store.get();
  const { list } = methods;
  const { id, card } = list ? cardToUse(list, work.paymentMethodId, Date.now()) : {};
  if (place.at !== 'card' && place.at !== 'add-card') {
    return (
      <Brands
        {...{ card, swaps, chosen }}
        onChoose={choose}
        onBack={toBrands ? undefined : () => go({ at: 'card' })}
        onChangeCard={() => go({ at: 'card' })}
        onContinue={() => {
          if (id !== undefined) begin(chosen, id);
          else {
            wanted.current = true;
            go({ at: 'card' });
          }
        }}
      />
    );
  }
  return (
    <ChooseCard
      methods={list}
      chosen={work.paymentMethodId}
      adding={place.at === 'add-card'}
      onAdd={() => go({ at: 'add-card' })}
      onBack={() => go({ at: place.at === 'add-card' ? 'card' : toBrands ? 'brands' : 'intro' })}
      onAdded={methods.readAgain}
      onChosen={(paymentMethodId) => {
        if (wanted.current && chosen.length > 0) return begin(chosen, paymentMethodId);
        note({ paymentMethodId });
        go({ at: 'brands' });
      }}
    />
  );
}

/** What has become of it: one company's screen, the list of all, or the summary. */
function Rows({ flow, methods }: PartProps) {
  const { close } = useKit();
  const { place, desk, toBrands, summing, go, goOn, leave, turnTo } = flow;
  const { store } = desk;
  const state = store.get();
  const { rows } = state;
  const row = rows.find(({ companyId }) => companyId === place.open);
  if (row) {
    return (
      <RowScreen
        key={row.companyId}
        {...{ desk, row }}
        methods={methods.list}
        note={noteOf(rows, row)}
        onDone={goOn}
        onLeave={() => leave(row)}
        onOtherCompany={() => go({ at: 'brands' })}
        onCardAdded={methods.readAgain}
      />
    );
  }
  const { statusById } = store;
  const list = { state, statusById, onOpen: turnTo };
  if (summing) {
    const more = { text: say('swap.summary.more'), onClick: flow.chooseMore };
    const done = { text: say('action.done'), onClick: close };
    const [main, other] = toBrands ? [more, done] : [done, more];
    return <Summary {...list} {...{ main, other }} />;
  }
  const first = nextRow(rows, statusById, []);
  const next =
    rows.find(({ companyId }) => companyId === first) ??
    rows.find(({ companyId }) => statusById(companyId).state === 'needs-you');
  return <Progress {...list} next={next} onFinish={flow.finish} />;
}

function noteOf(rows: readonly Row[], row: Row): string | undefined {
  if (rows.length < 2) return undefined;
  return say('swap.queue.note', { number: rows.indexOf(row) + 1, count: rows.length });
}

type Methods = ReturnType<typeof useMethods>;

/** The client's payment methods; asked for until they are there. */
function useMethods() {
  const { api, clientId } = useKit();
  const [list, setList] = useState<readonly PaymentMethod[]>();
  const [round, setRound] = useState(0);
  usePoll(`methods ${round}`, async () => {
    const found = await listMethods(api, clientId);
    if (found) setList(found);
    // While the first screen is read.
    if (found && cardsOf(found).length === 0) AddCard.loadSoon();
    return !found;
  });
  return { list, readAgain: () => setRound((count) => count + 1) };
}
