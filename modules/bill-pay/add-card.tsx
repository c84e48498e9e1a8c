/** A new card: the kit's form, with what is known of the user's cards filled in. */
import { AddCard as CardForm } from '../kit/add-card.tsx';
import { methodName } from '../kit/method-name.ts';
import { type AddPlace, useAfterAdding } from './after-adding.ts';
import { useBills } from './bills.ts';
import { say } from './text.ts';

export function AddCard(place: AddPlace) {
  const { account, typed } = useBills();
  const { old, back, added } = useAfterAdding(place);
  const name = (old ?? account.methods.find(({ type }) => type === 'card'))?.name;
  return (
    <CardForm
      body={old && say('add.replaces', { method: methodName(old) })}
      setAsDefault={old?.default}
      known={{ ...(name && { name }), ...typed }}
      onBack={back}
      onAdded={(methodId, known) => {
        Object.assign(typed, known);
        void added(methodId);
      }}
    />
  );
}
