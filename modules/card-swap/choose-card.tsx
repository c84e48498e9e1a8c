/** The client's cards, of which one is chosen; or the form in which one is added. */
import type { PaymentMethod } from '@billhook/core/schemas/payment-method';
import { useState } from 'preact/hooks';
import { Choices, Form } from '../kit/fields.tsx';
import { methodName } from '../kit/method-name.ts';
import { Actions, Primary, Screen, Secondary } from '../kit/shell.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { month } from '../kit/text.ts';
import { cardsOf, chooseCard, fitnessOf } from './cards.ts';
import { AddCard } from './on-demand.ts';
import { say } from './text.ts';

type Props = {
  readonly methods: readonly PaymentMethod[] | undefined;
  readonly chosen?: string;
  /** The company that did not take the card which it was given. */
  readonly refusedBy?: string;
  readonly refused?: string;
  /** The form is wanted, where that has a place of its own. */
  readonly adding?: boolean;
  readonly onAdd?: () => void;
  readonly onBack?: () => void;
  readonly onChosen: (paymentMethodId: string) => void;
  /** Another card is there: its list is read again. */
  readonly onAdded: () => void;
};

export function ChooseCard(props: Props) {
  const { methods, refusedBy, refused, onBack, onChosen, onAdded } = props;
  const [own, setAdding] = useState(false);
  const adding = props.adding ?? own;
  const add = props.onAdd ?? (() => setAdding(true));
  const [picked, setPicked] = useState<string>();
  const title = refusedBy ? say('swap.card.other', { company: refusedBy }) : say('swap.card.title');
  if (!methods) return <CardsLoading title={title} onBack={onBack} />;
  const cards = cardsOf(methods);
  if (adding || cards.length === 0) {
    const back = cards.length === 0 || props.adding ? onBack : () => setAdding(false);
    return (
      <AddCard
        body={cards.length === 0 ? say('swap.card.none') : undefined}
        onBack={back}
        onAdded={(id) => {
          onAdded();
          onChosen(id);
        }}
      />
    );
  }
  const now = Date.now();
  const others = cards.filter(({ _id }) => _id !== refused);
  const value = picked ?? chooseCard(others, props.chosen, now)?._id;
  return (
    <Screen name="choose-card" title={title} onBack={onBack}>
      {refusedBy && <p>{say('swap.card.refused', { company: refusedBy })}</p>}
      <Form onSubmit={() => (value ? onChosen(value) : add())}>
        <Choices
          name="card"
          legend={say('swap.card.legend')}
          value={value}
          onChange={setPicked}
          choices={others.map((method) => choiceOf(method, now))}
        />
        <Actions>
          <Primary text={say('action.continue')} />
          <Secondary text={say('swap.card.add')} onClick={add} />
        </Actions>
      </Form>
    </Screen>
  );
}

function choiceOf(method: PaymentMethod, now: number) {
  const fitness = fitnessOf(method, now);
  const date = method.card ? month(method.card.expDate) : '';
  const detail =
    fitness === 'good' ? say('swap.card.expires', { date }) : say(`swap.card.${fitness}`);
  return { value: method._id, label: methodName(method), detail, disabled: fitness !== 'good' };
}

function CardsLoading({ title, onBack }: { readonly title: string; readonly onBack?: () => void }) {
  return (
    <Screen name="cards-loading" title={title} onBack={onBack}>
      <Skeleton />
    </Screen>
  );
}
