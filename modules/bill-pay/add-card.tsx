/** A new card: the kit's form, with what the card will pay, and what saving it agrees to. */
import { AddCard as CardForm } from '../kit/add-card.tsx';
import { useBills } from './bills.ts';
import { type AddPlace, useAfterAdding } from './consent/after-adding.ts';
import { Ask, Decide } from './consent/ask.tsx';
import { say } from './text.ts';

export function AddCard(place: AddPlace) {
  const { account, typed } = useBills();
  const adding = useAfterAdding(place);
  const { old, plan, asking } = adding;
  const name = (old ?? account.methods.find(({ type }) => type === 'card'))?.name;
  return (
    <CardForm
      body={adding.body}
      setAsDefault={adding.setAsDefault}
      known={{ ...(name && { name }), ...typed }}
      more={adding.more}
      foot={(busy) => (
        <Decide
          {...{ plan, asking, busy }}
          text={say('action.save')}
          auto={say('consent.saveAuto')}
          self={say('consent.saveSelf')}
          keeps
        />
      )}
      unanswered={asking.unanswered}
      onBefore={adding.before}
      onBack={adding.back}
      onAdded={(methodId, known) => {
        Object.assign(typed, known);
        return adding.added(methodId);
      }}
    >
      {(brand, problems) => (
        <Ask
          {...{ plan, asking, problems }}
          title={say('consent.what.card')}
          none={say('consent.none')}
          // Whether it is of credit or of debit shows once it is saved.
          method={brand === undefined ? undefined : { type: 'card', card: { brand } }}
        />
      )}
    </CardForm>
  );
}
